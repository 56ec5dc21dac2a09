import { readFile, writeFile } from 'node:fs/promises';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { BankProfile } from '@nordgate/contracts/profile';
import type { Claim, Command, Refusal } from '@nordgate/decider';
import type { Service } from '../checker/evidence/evidence.js';

/*
 * A history of decisions: what the stores of a bank have, and the commands that caused it. The form is a storage format: a
 * later release reads the histories of an earlier one.
 */

/** The first line: who has decided, and by which profile. */
export interface HistoryHead {
  readonly form: 1;
  readonly release: string;
  /** The day of the record, YYYY-MM-DD. */
  readonly day: string;
  /** What the bank was asked to do. */
  readonly from: string;
  readonly profile: BankProfile;
}

/** An event as the store had it. */
export interface HistoryEvent {
  readonly stream: string;
  readonly version: number;
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: unknown;
}

/** A command without its trace. */
export type HistoryCommand = Omit<Command, 'meta'> & {
  readonly meta: Omit<Command['meta'], 'traceparent' | 'tracestate'>;
};

/** A stream, and how many events it had. */
export interface StreamAt {
  readonly stream: string;
  readonly version: number;
}

/** A decision with what its decider saw. Its events are those of the store behind the versions that it saw. */
export interface HistoryDecision {
  readonly service: Service;
  readonly command: HistoryCommand;
  /** The streams whose states it used. */
  readonly saw: readonly StreamAt[];
  /** The other streams of a command over many streams; absent for one over its own stream. */
  readonly found?: readonly string[];
  readonly claims: readonly { readonly claim: Claim; readonly holder?: string }[];
  /** The streams that got events, with the number of events. */
  readonly appended: readonly { readonly stream: string; readonly events: number }[];
  /** Instead of events. */
  readonly refusal?: Refusal;
}

/** The events of one bank in the order of their streams, and its decisions in the order in which they were made. */
export interface HistoryPart {
  readonly events: readonly HistoryEvent[];
  readonly decisions: readonly HistoryDecision[];
}

/** The history of a bank, or of several: each test has its own streams. */
export interface History {
  readonly head: HistoryHead;
  readonly parts: readonly HistoryPart[];
}

type HistoryLine =
  | { readonly head: HistoryHead }
  | { readonly event: HistoryEvent }
  | { readonly decision: HistoryDecision }
  | { readonly end: 'part' };

/** Writes a history as lines of JSON, compressed by zstd. */
export async function writeHistory(file: string, { head, parts }: History): Promise<void> {
  const lines: readonly HistoryLine[] = [{ head }, ...parts.flatMap(linesOf)];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  await writeFile(file, zstdCompressSync(text, { params: { [compression]: compressionLevel } }));
}

const compression = constants.ZSTD_c_compressionLevel;
const compressionLevel = 19;

const linesOf = ({ events, decisions }: HistoryPart): readonly HistoryLine[] => [
  ...events.map((event) => ({ event })),
  ...decisions.map((decision) => ({ decision })),
  { end: 'part' },
];

/** Reads a history. @throws Error for a file that is none */
export async function readHistory(file: string): Promise<History> {
  const text = zstdDecompressSync(await readFile(file)).toString('utf8');
  const [first, ...lines] = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as HistoryLine);
  const head = first !== undefined && 'head' in first ? first.head : undefined;
  if (head?.form !== 1) throw new Error(`${file} is no history of the form 1`);
  const parts: HistoryPart[] = [];
  let [events, decisions]: [HistoryEvent[], HistoryDecision[]] = [[], []];
  for (const line of lines) {
    if ('event' in line) events.push(line.event);
    if ('decision' in line) decisions.push(line.decision);
    if (!('end' in line)) continue;
    parts.push({ events, decisions });
    [events, decisions] = [[], []];
  }
  return { head, parts };
}

/** All decisions of a history. */
export const decisionsIn = ({ parts }: History): readonly HistoryDecision[] =>
  parts.flatMap(({ decisions }) => decisions);
