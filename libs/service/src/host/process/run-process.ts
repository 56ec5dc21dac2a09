import { KafkaBus } from '@nordgate/messaging/kafka';
import { createLog } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import type { ProcessSettings } from '../settings/process-settings.js';
import type { Environment } from '../settings/read-settings.js';
import { SettingsError } from '../settings/settings-error.js';
import type { Address, OpenBus, OwnFiles, ProcessDefinition } from './process-definition.js';
import { startProcess } from './start-process.js';

/** Runs an app over Kafka as this process, until a signal stops it. */
export function runProcess<Settings extends ProcessSettings, Own extends OwnFiles>(
  definition: ProcessDefinition<Settings, Own>,
  env: Environment,
): Promise<void> {
  const { name } = definition;
  const openBus: OpenBus = (options) => new KafkaBus(options);
  return supervise({ name, start: () => startProcess(definition, { env, openBus }) });
}

/** The part of Node's `process` that the supervisor needs. */
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
 * Runs until SIGTERM or SIGINT, then stops in order and exits with 0. Exits with 1 when the start or
 * the stop fails, when the stop takes too long, on a second signal, and after an uncaught error: the
 * memory may be corrupt then, and everything acknowledged is in the store.
 */
export async function supervise(
  { name, start }: Supervised,
  own: OwnProcess = process,
  log: Log = createLog({ app: name }),
): Promise<void> {
  const startedMs = performance.now();
  const print = (line: string) => own.stdout.write(`${line}\n`);
  exitOnUncaughtErrors(own, log);
  const starting = start();
  stopOnSignals(starting, { own, log, print, name });
  try {
    const { addresses } = await starting;
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    print(`${name} is ready after ${seconds} s`);
    for (const [what, url] of addresses) print(`  ${what.padEnd(20)} ${url}`);
  } catch (error) {
    own.stderr.write(`${name} cannot start:\n${reasonOf(error)}\n`);
    own.exit(1);
  }
}

function exitOnUncaughtErrors(own: OwnProcess, log: Log): void {
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    own.on(event, (error) => {
      log.fatal({ err: error }, 'uncaught error');
      own.exit(1);
    });
  }
}

interface Stopping {
  readonly own: OwnProcess;
  readonly log: Log;
  readonly name: string;
  readonly print: (line: string) => void;
}

function stopOnSignals(
  starting: ReturnType<Supervised['start']>,
  { own, log, name, print }: Stopping,
): void {
  let signals = 0;
  const stop = async (signal: string) => {
    signals += 1;
    if (signals > 1) return own.exit(1);
    print(`${signal}: ${name} is stopping`);
    setTimeout(() => own.exit(1), stopMsMax).unref();
    try {
      await (await starting).stop();
      own.exit(0);
    } catch (error) {
      log.error({ err: error }, 'the process could not be stopped in order');
      own.exit(1);
    }
  };
  for (const signal of ['SIGTERM', 'SIGINT']) own.on(signal, () => void stop(signal));
  // Only a child process with a channel gets this event: it must not outlive its parent.
  own.on('disconnect', () => void stop('the parent process has ended'));
}

function reasonOf(error: unknown): string {
  if (error instanceof SettingsError) return error.message;
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE' && syscall === 'listen') {
    const { address, port } = error as { readonly address?: string; readonly port?: number };
    return `another program listens on port ${String(port)} of ${String(address)}`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Less than the 30 seconds after which Kubernetes kills a process. */
const stopMsMax = 25_000;
