/** A server process that must not outlive this one. */
export interface Guarded {
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/** How long other listeners of a signal get to end the process in their own order. */
const graceMs = 15_000;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const running = new Set<Guarded>();
let signalled = false;

/** Makes sure that a server does not outlive this process, however that ends short of SIGKILL. */
export function guardExit(server: Guarded): void {
  if (running.size === 0) {
    process.on('exit', interruptAll);
    for (const signal of signals) process.on(signal, onSignal);
  }
  running.add(server);
}

/** Ends the guard of a server that has been stopped. */
export function unguardExit(server: Guarded): void {
  if (!running.delete(server) || running.size > 0) return;
  process.off('exit', interruptAll);
  for (const signal of signals) process.off(signal, onSignal);
}

/** At exit nothing can be awaited any more; the server finishes its shutdown by itself. */
function interruptAll(): void {
  for (const { pid } of running) {
    try {
      process.kill(pid, 'SIGINT');
    } catch {
      // It has ended already.
    }
  }
}

/**
 * An application with its own listener closes its connections first and then ends the process. We
 * act at once when nobody else listens, when the signal comes a second time, or after the grace.
 */
function onSignal(signal: NodeJS.Signals): void {
  if (signalled || process.listenerCount(signal) === 1) {
    void stopAllAndRaise(signal);
    return;
  }
  signalled = true;
  setTimeout(() => void stopAllAndRaise(signal), graceMs).unref();
}

async function stopAllAndRaise(signal: NodeJS.Signals): Promise<void> {
  await Promise.all([...running].map((server) => server.stop()));
  for (const server of [...running]) unguardExit(server);
  process.kill(process.pid, signal);
}
