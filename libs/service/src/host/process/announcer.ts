import type { Log, LogForm } from '@nordgate/telemetry';
import { SettingsError } from '../settings/settings-error.js';
import type { Address } from './process-definition.js';

/** What a process says about its start and its end, in the form of its log lines. */
export interface Announcer {
  say(text: string): void;
  ready(name: string, seconds: number, addresses: readonly Address[]): void;
  failed(name: string, error: unknown): void;
}

interface Outputs {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

/** Lines for a person, or JSON lines of the log: a process never mixes the two. */
export function announcerOf(form: LogForm, { stdout, stderr }: Outputs, log: Log): Announcer {
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
