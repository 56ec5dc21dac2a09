import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NodeFolder } from './kafka-folder.js';
import { identityOf } from '../host/processes.js';
import { lastLines } from '../host/programs.js';

/** A running broker. */
export interface BrokerProcess {
  readonly pid: number;
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** The end of the broker's log, as one line. */
  readonly logEnd: () => string;
  /** Sends the signal, kills the process after `limitMs` (10 s), and resolves when the process has ended. */
  readonly end: (signal: 'SIGTERM' | 'SIGKILL', limitMs?: number) => Promise<void>;
}

const log4j = fileURLToPath(new URL('../../kafka/log4j2.properties', import.meta.url));
const shutdownMs = 10_000;

/** `quickly` limits the JIT compiler of Java for short runs; `well` does not. */
export type Compiled = 'quickly' | 'well';

/** The jars of a broker, and the archive of their classes where this machine has one. */
export interface BrokerCode {
  readonly jars: string;
  readonly classArchive?: string | undefined;
}

/** Flags of every Java program of Kafka. */
export function javaFlags({ jars, classArchive }: BrokerCode, compiled: Compiled): string[] {
  return [
    ...(compiled === 'quickly' ? ['-XX:TieredStopAtLevel=1'] : []),
    // An archive that this Java cannot use is passed over.
    ...(classArchive === undefined ? [] : [`-XX:SharedArchiveFile=${classArchive}`]),
    '-XX:+UseSerialGC',
    // Java fills its young objects' space before it collects them, so an idle broker holds as much garbage.
    '-Xmn24m',
    '-Xms64m',
    '-Xmx512m',
    `-Dlog4j2.configurationFile=${log4j}`,
    '-cp',
    join(jars, '*'),
  ];
}

/**
 * Starts a broker on its formatted folder. Does not wait until the broker is ready. The broker has its
 * own session, so Ctrl-C reaches only the host, and it ends when the host has ended.
 */
export function spawnBroker(folder: NodeFolder, flags: readonly string[]): BrokerProcess {
  const child = spawnJava(folder, flags);
  const ended = new Promise<void>((done) => {
    child.once('exit', () => done()).once('error', () => done());
  });
  if (child.pid !== undefined) {
    writeFileSync(folder.process, JSON.stringify(identityOf(child.pid) ?? {}));
    endWithHost(child.pid, ended);
  }
  child.unref();
  return {
    pid: child.pid ?? 0,
    ended,
    logEnd: () => lastLines(readFileSync(folder.log, 'utf8')),
    end: (signal, limitMs = shutdownMs) => endChild(child, ended, { signal, limitMs }),
  };
}

function spawnJava(folder: NodeFolder, flags: readonly string[]): ChildProcess {
  if (existsSync(folder.log)) renameSync(folder.log, `${folder.log}.old`);
  const log = openSync(folder.log, 'a', 0o600);
  try {
    return spawn('java', [...flags, 'kafka.Kafka', basename(folder.properties)], {
      cwd: folder.root,
      detached: true,
      stdio: ['ignore', log, log],
    });
  } finally {
    closeSync(log);
  }
}

async function endChild(
  child: ChildProcess,
  ended: Promise<void>,
  { signal, limitMs }: { readonly signal: NodeJS.Signals; readonly limitMs: number },
): Promise<void> {
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
  await ended;
  clearTimeout(timer);
}

/** A shell script: waits for the end of its input, which is the end of the host, then ends the broker. */
const watch = `
read -r _
kill -TERM "$1" || exit
for second in 1 2 3 4 5 6 7 8 9 10; do
  sleep 1
  kill -0 "$1" || exit
done
kill -KILL "$1"
`;

/**
 * Ends the broker after this process, also when this process is killed: a small shell watches, as
 * nothing runs in a killed process. This process installs no signal listeners.
 */
function endWithHost(pid: number, ended: Promise<void>): void {
  const watcher = spawn('sh', ['-c', watch, 'sh', String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Should the watcher fail, the next start ends the stray broker.
  watcher.once('error', () => undefined);
  watcher.stdin.once('error', () => undefined);
  watcher.unref();
  (watcher.stdin as typeof watcher.stdin & { unref(): void }).unref();
  void ended.then(() => watcher.kill('SIGKILL'));
}
