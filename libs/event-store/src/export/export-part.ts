import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { defined } from '@nordgate/decider';
import type { PublishedEvent } from '../restore/published-event.js';
import type { StoredEvent } from '../write/stored-event.js';

const [compress, decompress] = [promisify(zstdCompress), promisify(zstdDecompress)];

/** The first line of a part has its form: a reader that does not know the form must not read on. */
const form = 'nordgate-export-1';
/** The form of a part that was rewritten without deleted events. */
const rewrittenForm = 'nordgate-export-2';

/** What a part says of itself, ahead of its events. */
export interface PartHead {
  readonly service: string;
  /** 1, 2, 3 … of the exports of one service. */
  readonly number: number;
  /** The hash of the part before it, as that part was first written, hex; null for the first one. */
  readonly previous: string | null;
}

/** The row of a deleted stream (ADR 40), as an import writes it again. It has no personal data. */
export interface Tombstone {
  readonly streamId: string;
  readonly streamType: string;
  /** Of its last event. */
  readonly version: number;
  /** SHA-256 of the history. */
  readonly fingerprint: string;
  readonly deletedAt: string;
}

/** A command that wrote several streams, of which the part has some events no longer. */
export interface CutCommand {
  readonly commandId: string;
  /** How many events the command had. */
  readonly of: number;
  /** How many of them were left out. */
  readonly left: number;
}

/** What a rewritten part had once: counts by the reason, and what an import has to know of it. */
export interface LeftOut {
  /** Events of streams whose retention is over. */
  readonly deleted: number;
  /** Events from before a stream was forgotten (ADR 66). */
  readonly forgotten: number;
  /** Of the deleted streams that began in this part. */
  readonly tombstones: readonly Tombstone[];
  readonly commands: readonly CutCommand[];
  /** When the newest event of the part, as it was first written, was appended; ISO 8601 in UTC. */
  readonly newestAt: string;
}

/** A part as an object: its name, and its bytes. */
export interface ExportPart {
  readonly name: string;
  readonly bytes: Buffer;
  /** SHA-256 of the bytes, hex. */
  readonly sha256: string;
}

/** A part that was read, with its events as lines. */
export interface PartLines extends PartHead {
  readonly name: string;
  /** How long the object is. */
  readonly bytes: number;
  readonly place: PartPlace;
  /** What the part had before it was rewritten; undefined for a part as it was first written. */
  readonly left: LeftOut | undefined;
  readonly lines: readonly string[];
}

/** A part that was read. */
export interface ReadPart extends PartHead {
  readonly events: readonly PublishedEvent[];
  readonly sha256: string;
  /** The hash of the part as it was first written. */
  readonly first: string;
  readonly left: LeftOut | undefined;
}

/** An object is no part of an export, or its bytes are not those that were written. */
export class DamagedPartError extends Error {
  override readonly name = 'DamagedPartError';
}

const nameForm =
  /^(?<service>[a-z]+)\/(?<day>\d{4}-\d\d-\d\d)\/(?<number>\d{10})-(?<sha256>[0-9a-f]{64})\.jsonl\.zst$/u;

/**
 * Events in commit order as a part: lines of JSON, compressed with zstd (RFC 8878). Its name has the day of its
 * first event in UTC, and the hash of the bytes. So two writers of one number never write over each other.
 */
export function partOf(head: PartHead, events: readonly StoredEvent[]): Promise<ExportPart> {
  const lines = [JSON.stringify({ form, ...head }), ...events.map(eventLine)];
  const day = events[0]?.at.slice(0, 'YYYY-MM-DD'.length) ?? '';
  return objectOf({ ...head, day }, lines);
}

/**
 * A part without some of its events. Its name keeps number and day, and has the hash of the part as it was first written: the
 * next part names that hash.
 */
export function rewrittenPart(
  { service, number, previous, place: { day, first } }: PartLines,
  { left, lines }: Pick<PartLines, 'lines'> & { readonly left: LeftOut },
): Promise<ExportPart> {
  const head = { form: rewrittenForm, service, number, previous, first, events: lines.length };
  return objectOf({ service, number, day, original: first }, [
    JSON.stringify({ ...head, left }),
    ...lines,
  ]);
}

async function objectOf(
  place: Pick<PartPlace, 'service' | 'number' | 'day'> & { readonly original?: string },
  lines: readonly string[],
): Promise<ExportPart> {
  const bytes = await compress(Buffer.from(`${lines.join('\n')}\n`));
  const sha256 = hashOf(bytes);
  const number = String(place.number).padStart(10, '0');
  const of = place.original === undefined ? '' : `-of-${place.original}`;
  const name = `${place.service}/${place.day}/${number}-${sha256}${of}.jsonl.zst`;
  return { name, bytes, sha256 };
}

/**
 * Reads a part.
 *
 * @param name of its object
 * @throws DamagedPartError when the name or a line has another form, and when the bytes are not those of the name
 */
export async function readPart(name: string, bytes: Buffer): Promise<ReadPart> {
  const { place, lines, service, number, previous, left } = await readLines(name, bytes);
  const { sha256, first } = place;
  const events = lines.map((line) => eventIn(name, line));
  return { service, number, previous, sha256, first, left, events };
}

/** As `readPart`, and leaves the lines of the events as they are. */
export async function readLines(name: string, bytes: Buffer): Promise<PartLines> {
  const place = placeIn(name);
  if (place === undefined) throw new DamagedPartError(`${name} is no name of a part`);
  if (hashOf(bytes) !== place.sha256) throw new DamagedPartError(`${name} has other bytes`);
  const text = await decompress(bytes).catch((cause: unknown) => {
    throw new DamagedPartError(`${name} is not compressed with zstd`, { cause });
  });
  const [head = '', ...lines] = text.toString().trimEnd().split('\n');
  const { service, number, previous, left } = headIn(name, place, head);
  return { name, bytes: bytes.length, place, service, number, previous, left, lines };
}

type WrittenHead = PartHead & {
  readonly form?: unknown;
  readonly first?: string;
  readonly left?: LeftOut;
};

function headIn(name: string, { service, number, first, isFirst }: PartPlace, line: string) {
  const head = jsonIn(name, line) as WrittenHead;
  const expected = isFirst ? form : rewrittenForm;
  if (head.form !== expected)
    throw new DamagedPartError(`${name} has another form than ${expected}`);
  if (head.service !== service || head.number !== number) {
    throw new DamagedPartError(`${name} is part ${String(head.number)} of ${head.service}`);
  }
  if (!isFirst && head.first !== first) {
    throw new DamagedPartError(`${name} was rewritten from another part`);
  }
  return head;
}

/** What the name of an object says of its part. */
export interface PartPlace {
  readonly service: string;
  /** The day of the first event, in UTC. */
  readonly day: string;
  readonly number: number;
  readonly sha256: string;
  /** The hash of the part as it was first written. */
  readonly first: string;
  /** Whether it is as it was first written. */
  readonly isFirst: boolean;
}

/** Which part an object is, by its name; undefined for another object. */
export function placeIn(name: string): PartPlace | undefined {
  const [own = '', original] = name.split('-of-');
  if (original === undefined) {
    const written = writtenPlace(name);
    return written && { ...written, first: written.sha256, isFirst: true };
  }
  const rewritten = writtenPlace(`${own}.jsonl.zst`);
  const before = rewritten && writtenPlace(`${own.slice(0, -rewritten.sha256.length)}${original}`);
  return before && { ...rewritten, first: before.sha256, isFirst: false };
}

function writtenPlace(name: string): Omit<PartPlace, 'first' | 'isFirst'> | undefined {
  const { service = '', day = '', number, sha256 = '' } = nameForm.exec(name)?.groups ?? {};
  return number === undefined ? undefined : { service, day, number: Number(number), sha256 };
}

/** An event as a line of JSON, with all that the store knows of it. */
export function eventLine({ json, data, meta, position, tx, ...event }: StoredEvent): string {
  const { commandId, commandEvents, actor, requestedAt, aheadMs, ...trace } = meta;
  const command = defined({ commandId, commandEvents, actor, requestedAt, aheadMs });
  const order = { tx: String(tx), position: String(position) };
  const head = JSON.stringify({ ...event, ...command, ...trace, ...order });
  // The stored text of the data, so that its bytes stay.
  return `${head.slice(0, -1)},"data":${json ?? JSON.stringify(data)}}`;
}

/** The event of a line. Throws DamagedPartError for another text than JSON. */
export const eventIn = (name: string, line: string) => jsonIn(name, line) as PublishedEvent;

function jsonIn(name: string, line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    throw new DamagedPartError(`${name} has a line that is not JSON`);
  }
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
