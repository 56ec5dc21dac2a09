import { KafkaBus } from '@nordgate/messaging/kafka';
import { createLog, logDestination } from '@nordgate/telemetry';
import type { Log, LogForm } from '@nordgate/telemetry';
import type { ProcessSettings } from '../settings/process-settings.js';
import type { Environment } from '../settings/read-settings.js';
import { SettingsError } from '../settings/read-settings.js';
import type { Address, OpenBus, OwnFiles, ProcessDefinition } from './process-definition.js';
import { collectYoungInOneThread, makeObjectsYoung, releaseStartMemory } from './process-memory.js';
import { startProcess } from './start-process.js';
import type { ProcessOptions } from './start-process.js';

/** Runs an app over Kafka as this process, until a signal stops it. */
export function runProcess<Settings extends ProcessSettings, Own extends OwnFiles>(
  definition: ProcessDefinition<Settings, Own>,
  env: Environment,
): Promise<void> {
  return runOverKafka(definition.name, env, (options) => startProcess(definition, options));
}

/** Loads an app with what only a sandbox has. */
type LoadSandbox<Settings extends ProcessSettings, Own extends OwnFiles> = () => Promise<
  ProcessDefinition<Settings, Own>
>;

/** An app of production, and the same app with what only a sandbox has. Images for production lack that code. */
interface InBothEnvironments<
  Settings extends ProcessSettings,
  Own extends OwnFiles,
  SandboxSettings extends ProcessSettings,
  SandboxOwn extends OwnFiles,
> {
  readonly production: ProcessDefinition<Settings, Own>;
  readonly sandbox: LoadSandbox<SandboxSettings, SandboxOwn>;
}

/** Runs the app of an environment over Kafka as this process, until a signal stops it. */
export function runProcessIn<
  Settings extends ProcessSettings,
  Own extends OwnFiles,
  SandboxSettings extends ProcessSettings,
  SandboxOwn extends OwnFiles,
>(
  { production, sandbox }: InBothEnvironments<Settings, Own, SandboxSettings, SandboxOwn>,
  env: Environment,
): Promise<void> {
  const { name } = production;
  if (env['NORDGATE_ENVIRONMENT'] !== 'sandbox') return runProcess(production, env);
  return runOverKafka(name, env, async (options) =>
    startProcess(await sandboxOf(name, sandbox), options),
  );
}

function runOverKafka(
  name: string,
  env: Environment,
  startApp: (options: ProcessOptions) => ReturnType<typeof startProcess>,
): Promise<void> {
  const openBus: OpenBus = (options) => new KafkaBus(options);
  const form = env['LOG_FORMAT'] === 'text' ? 'text' : 'json';
  const start: Supervised['start'] = (_say, signal) => startApp({ env, openBus, signal });
  return supervise({ name, form, start });
}

/** The app of a sandbox. Throws SettingsError in a build without the folder `sandbox/` of the app. */
export async function sandboxOf<Settings extends ProcessSettings, Own extends OwnFiles>(
  name: string,
  load: LoadSandbox<Settings, Own>,
): Promise<ProcessDefinition<Settings, Own>> {
  try {
    return await load();
  } catch (error) {
    const { code, url } = error as { readonly code?: string; readonly url?: string };
    if (code !== 'ERR_MODULE_NOT_FOUND' || !(url ?? '').includes('/dist/sandbox/')) throw error;
    throw new SettingsError(
      `NORDGATE_ENVIRONMENT: this image has no sandbox. The image ${name}-sandbox has it`,
    );
  }
}

/** The part of Node's `process` that the supervisor needs. */
export interface OwnProcess {
  on(event: string, listener: (what: unknown) => void): unknown;
  removeAllListeners(event: string): unknown;
  exit(code: number): void;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

export interface Supervised {
  readonly name: string;
  /** Default: text. */
  readonly form?: LogForm;
  /** Starts; `say` announces the steps, and the signal aborts when the process has to stop. */
  readonly start: (
    say: (text: string) => void,
    signal: AbortSignal,
  ) => Promise<{ readonly addresses: readonly Address[]; stop(): Promise<void> }>;
  /** Called when the process is ready. Default: gives back what only the start needed in memory. */
  readonly release?: () => void;
}

/**
 * Runs until SIGTERM, SIGINT or SIGHUP, then stops in order and exits with 0, also during the start. Exits with 1 when the start or
 * the stop fails, when the stop takes too long, on a second signal, and after an uncaught error: the
 * memory may be corrupt then, and everything acknowledged is in the store.
 */
export async function supervise(
  { name, form = 'text', start, release = releaseStartMemory }: Supervised,
  own: OwnProcess = process,
  given?: Log,
): Promise<void> {
  const startedMs = performance.now();
  collectYoungInOneThread();
  makeObjectsYoung();
  const log = given ?? createLog({ app: name, destination: logDestination(form) });
  const announcer = announcerOf(form, own, log);
  exitOnUncaughtErrors(own, log);
  logWarnings(own, log);
  const stopping = new AbortController();
  const starting = start((text) => announcer.say(text), stopping.signal);
  stopOnSignals(starting, { own, log, say: (text) => announcer.say(text), name, stopping });
  try {
    const { addresses } = await starting;
    release();
    announcer.ready(name, (performance.now() - startedMs) / 1000, addresses);
  } catch (error) {
    if (stopping.signal.aborted) return;
    announcer.failed(name, error);
    own.exit(1);
  }
}

/** The warnings of Node as log lines, in place of Node's text on the standard error. */
function logWarnings(own: OwnProcess, log: Log): void {
  own.removeAllListeners('warning');
  own.on('warning', (warning) => log.warn({ err: warning }, 'a warning of Node'));
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
  readonly say: (text: string) => void;
  /** Aborts a start that is under way. */
  readonly stopping: AbortController;
}

function stopOnSignals(
  starting: ReturnType<Supervised['start']>,
  { own, log, name, say, stopping }: Stopping,
): void {
  let signals = 0;
  const stop = async (signal: string) => {
    signals += 1;
    if (signals > 1) return own.exit(1);
    say(`${signal}: ${name} is stopping`);
    setTimeout(() => own.exit(1), stopMsMax).unref();
    stopping.abort(new Error('the process is stopping'));
    try {
      // A start that was aborted has closed everything by itself.
      const running = await starting.catch(() => undefined);
      await running?.stop();
      own.exit(0);
    } catch (error) {
      log.error({ err: error }, 'the process could not be stopped in order');
      own.exit(1);
    }
  };
  // SIGHUP: the terminal was closed.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) own.on(signal, () => void stop(signal));
  // Only a child process with a channel gets this event: it must not outlive its parent.
  own.on('disconnect', () => void stop('the parent process has ended'));
}

/** Within the grace period of a pod, less its preStop (docs/adr/0042-deployment.md). */
const stopMsMax = 25_000;

/** What a process says about its start and its end, in the form of its log lines. */
interface Announcer {
  say(text: string): void;
  ready(name: string, seconds: number, addresses: readonly Address[]): void;
  failed(name: string, error: unknown): void;
}

interface Outputs {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

/** Lines for a person, or JSON lines of the log: a process never mixes the two. */
function announcerOf(form: LogForm, { stdout, stderr }: Outputs, log: Log): Announcer {
  if (form === 'json') return jsonAnnouncer(log);
  const print = (line: string) => stdout.write(`${line}\n`);
  return {
    say: (text) => void print(text),
    ready(name, seconds, addresses) {
      print(`${name} is ready after ${seconds.toFixed(1)} s`);
      for (const [what, url] of addresses) print(`  ${what.padEnd(20)} ${url}`);
      print('Ctrl-C, or SIGTERM, stops it in order.');
    },
    failed(name, error) {
      stderr.write(`${name} cannot start:\n${linesOf(error)?.join('\n') ?? stackOf(error)}\n`);
    },
  };
}

function jsonAnnouncer(log: Log): Announcer {
  return {
    say: (text) => log.info(text),
    ready(name, seconds, addresses) {
      const shown = addresses.map(([what, url]) => `${what} ${url}`);
      log.info({ seconds: Number(seconds.toFixed(1)), addresses: shown }, `${name} is ready`);
    },
    failed(name, error) {
      const faults = linesOf(error);
      log.fatal(faults === undefined ? { err: error } : { faults }, `${name} cannot start`);
    },
  };
}

/** The faults that the operator can remove, a line each; undefined for an error of another kind. */
function linesOf(error: unknown): readonly string[] | undefined {
  if (error instanceof SettingsError) return error.faults;
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (code !== 'EADDRINUSE' || syscall !== 'listen') return undefined;
  const { address, port } = error as { readonly address?: string; readonly port?: number };
  return [`another program listens on port ${String(port)} of ${String(address)}`];
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
