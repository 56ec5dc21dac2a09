import { createLog } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import { SettingsFault } from '../settings/settings-fault.js';
import type { Address } from './process-definition.js';

/** What the supervisor needs of Node's `process`. */
export interface OwnProcess {
  on(event: string, listener: (what: unknown) => void): unknown;
  exit(code: number): void;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

export interface Supervised {
  readonly name: string;
  readonly start: () => Promise<{ readonly addresses: readonly Address[]; stop(): Promise<void> }>;
}

/**
 * Runs until SIGTERM or SIGINT: then stops in order and exits with 0. Exits with 1 when the start
 * or the stop fails, when the stop takes too long, on a second signal, and when an error was caught
 * by nobody: what is in memory is then not to be trusted, and what was acknowledged is in the store.
 */
export async function supervise(
  { name, start }: Supervised,
  own: OwnProcess = process,
  log: Log = createLog({ app: name }),
): Promise<void> {
  const startedMs = performance.now();
  const say = (line: string) => own.stdout.write(`${line}\n`);
  exitOnStrayErrors(own, log);
  const starting = start();
  stopOnSignals(starting, { own, log, say, name });
  try {
    const { addresses } = await starting;
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    say(`${name} is ready after ${seconds} s`);
    for (const [what, url] of addresses) say(`  ${what.padEnd(20)} ${url}`);
  } catch (error) {
    own.stderr.write(`${name} cannot start:\n${faultsIn(error)}\n`);
    own.exit(1);
  }
}

function exitOnStrayErrors(own: OwnProcess, log: Log): void {
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    own.on(event, (error) => {
      log.fatal({ err: error }, 'an error was caught by nobody');
      own.exit(1);
    });
  }
}

interface Stopping {
  readonly own: OwnProcess;
  readonly log: Log;
  readonly name: string;
  readonly say: (line: string) => void;
}

function stopOnSignals(
  starting: ReturnType<Supervised['start']>,
  { own, log, name, say }: Stopping,
): void {
  let signals = 0;
  const stop = async (signal: string) => {
    signals += 1;
    if (signals > 1) return own.exit(1);
    say(`${signal}: ${name} is stopping`);
    setTimeout(() => own.exit(1), stopMsMax).unref();
    try {
      await (await starting).stop();
      own.exit(0);
    } catch (error) {
      log.error({ err: error }, 'stopping failed');
      own.exit(1);
    }
  };
  for (const signal of ['SIGTERM', 'SIGINT']) own.on(signal, () => void stop(signal));
  // Only a child with a channel hears this: what a parent has started does not outlive it.
  own.on('disconnect', () => void stop('its parent is gone'));
}

function faultsIn(error: unknown): string {
  if (error instanceof SettingsFault) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Less than the half minute that Kubernetes waits before it kills. */
const stopMsMax = 25_000;
