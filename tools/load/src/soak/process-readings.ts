import { readdir, readFile } from 'node:fs/promises';

/** A process of the bank under load. */
export interface WatchedProcess {
  readonly name: string;
  readonly pid: number;
  /** Where its `/metrics` are. */
  readonly internalUrl: string;
}

/** What a process holds at a moment. */
export interface Reading {
  /** Since the load began. */
  readonly seconds: number;
  readonly residentBytes: number;
  readonly openFiles: number;
}

/** Reads a process from `/proc` (Linux). @throws Error when it has ended */
export async function readingOf(
  { pid }: Pick<WatchedProcess, 'pid'>,
  seconds: number,
): Promise<Reading> {
  const folder = `/proc/${String(pid)}`;
  const [status, files] = await Promise.all([
    readFile(`${folder}/status`, 'utf8'),
    readdir(`${folder}/fd`),
  ]);
  const kilobytes = /^VmRSS:\s+(\d+) kB$/mu.exec(status)?.[1];
  if (kilobytes === undefined) throw new Error(`process ${String(pid)} has ended`);
  return { seconds, residentBytes: Number(kilobytes) * 1024, openFiles: files.length };
}

/** Of all groups that the process reads for. */
const lag = /^nordgate_consumer_lag_messages(?:\{[^}]*\})? (\d+)/gmu;

/** How many messages a process has yet to handle. @throws Error when it does not answer */
export async function lagOf({ name, internalUrl }: WatchedProcess): Promise<number> {
  const answer = await fetch(`${internalUrl}/metrics`);
  if (!answer.ok) throw new Error(`${name} answers ${String(answer.status)} to /metrics`);
  return messagesIn(await answer.text());
}

/** The sum of the lags in a text of Prometheus. */
export function messagesIn(metrics: string): number {
  return [...metrics.matchAll(lag)].reduce((sum, [, count]) => sum + Number(count), 0);
}
