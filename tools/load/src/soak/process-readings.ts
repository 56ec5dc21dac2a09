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
  /** What V8 holds, with what is dead and not collected yet. */
  readonly heapBytes: number;
  readonly openFiles: number;
}

/** Reads a process from `/proc` (Linux) and its metrics. @throws Error when it has ended or does not answer */
export async function readingOf(process: WatchedProcess, seconds: number): Promise<Reading> {
  const { pid } = process;
  const folder = `/proc/${String(pid)}`;
  const [status, files, metrics] = await Promise.all([
    readFile(`${folder}/status`, 'utf8'),
    readdir(`${folder}/fd`),
    metricsOf(process),
  ]);
  const kilobytes = /^VmRSS:\s+(\d+) kB$/mu.exec(status)?.[1];
  if (kilobytes === undefined) throw new Error(`process ${String(pid)} has ended`);
  const residentBytes = Number(kilobytes) * 1024;
  return { seconds, residentBytes, heapBytes: heapIn(metrics), openFiles: files.length };
}

/** The heap in a text of Prometheus, in bytes; NaN without it. */
export function heapIn(metrics: string): number {
  return Number(/^nodejs_heap_size_used_bytes (\d+)/mu.exec(metrics)?.[1] ?? Number.NaN);
}

/** Of all groups that the process reads for. */
const lag = /^nordgate_consumer_lag_messages(?:\{[^}]*\})? (\d+)/gmu;

/** How many messages a process has yet to handle. @throws Error when it does not answer */
export async function lagOf(process: WatchedProcess): Promise<number> {
  return messagesIn(await metricsOf(process));
}

async function metricsOf({ name, internalUrl }: WatchedProcess): Promise<string> {
  const answer = await fetch(`${internalUrl}/metrics`);
  if (!answer.ok) throw new Error(`${name} answers ${String(answer.status)} to /metrics`);
  return answer.text();
}

/** The sum of the lags in a text of Prometheus. */
export function messagesIn(metrics: string): number {
  return [...metrics.matchAll(lag)].reduce((sum, [, count]) => sum + Number(count), 0);
}
