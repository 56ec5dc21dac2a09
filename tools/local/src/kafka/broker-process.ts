import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endWithUs } from './end-with-us.js';
import type { NodeFolder } from './kafka-folder.js';
import { identityOf } from './process-identity.js';
import { lastLines } from './programs.js';

/** A running broker. */
export interface BrokerProcess {
  readonly pid: number;
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** The end of what the broker said, as one line. */
  readonly lastWords: () => string;
  /** Sends the signal and resolves when the process has ended; it is killed when that takes too long. */
  readonly end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>;
}

const log4j = fileURLToPath(new URL('../../kafka/log4j2.properties', import.meta.url));
const shutdownMs = 10_000;

/** Whether a program is compiled quickly, because it soon ends, or as well as Java can. */
export type Compiled = 'quickly' | 'well';

/** Flags of every Java program of Kafka. */
export function javaFlags(jars: string, compiled: Compiled): string[] {
  return [
    ...(compiled === 'quickly' ? ['-XX:TieredStopAtLevel=1'] : []),
    '-XX:+UseSerialGC',
    '-Xms128m',
    '-Xmx512m',
    `-Dlog4j2.configurationFile=${log4j}`,
    '-cp',
    join(jars, '*'),
  ];
}

/**
 * Starts a broker on its formatted folder; it is not ready yet. It runs in a session of its own, so that
 * a Ctrl-C reaches the host first, and ends when the host has ended.
 */
export function spawnBroker(folder: NodeFolder, flags: readonly string[]): BrokerProcess {
  const child = spawnJava(folder, flags);
  const ended = new Promise<void>((done) => {
    child.once('exit', () => done()).once('error', () => done());
  });
  if (child.pid !== undefined) {
    writeFileSync(folder.process, JSON.stringify(identityOf(child.pid) ?? {}));
    endWithUs(child.pid, ended);
  }
  child.unref();
  return {
    pid: child.pid ?? 0,
    ended,
    lastWords: () => lastLines(readFileSync(folder.log, 'utf8')),
    end: (signal) => endChild(child, ended, signal),
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
  signal: NodeJS.Signals,
): Promise<void> {
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), shutdownMs);
  await ended;
  clearTimeout(timer);
}
