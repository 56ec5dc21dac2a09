/** A server process that must not outlive this process. */
interface Guarded {
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/** The time that other listeners of a signal have to end this process in their own order. */
const graceMs = 15_000;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const running = new Set<Guarded>();
let signalled = false;

/** Ends the server together with this process, except after SIGKILL (see `stray-server.ts`). */
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

/** At exit nothing can be awaited; the server finishes its shutdown by itself. */
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
 * An application with its own listener closes its connections first and then ends the process. The
 * servers are stopped at once when there is no other listener, at the second signal, and after the grace.
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
