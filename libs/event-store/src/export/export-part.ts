import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { defined } from '@nordgate/decider';
import type { PublishedEvent } from '../restore/published-event.js';
import type { StoredEvent } from '../write/stored-event.js';

const [compress, decompress] = [promisify(zstdCompress), promisify(zstdDecompress)];

/** The first line of a part: a reader that does not know the form must not read on. */
const form = 'nordgate-export-1';

/** What a part says of itself, ahead of its events. */
export interface PartHead {
  readonly service: string;
  /** 1, 2, 3 … of the exports of one service. */
  readonly number: number;
  /** SHA-256 of the bytes of the part before it, hex; null for the first one. */
  readonly previous: string | null;
}

/** A part as an object: its name, and its bytes. */
export interface ExportPart {
  readonly name: string;
  readonly bytes: Buffer;
  /** SHA-256 of the bytes, hex. */
  readonly sha256: string;
}

/** A part that was read. */
export interface ReadPart extends PartHead {
  readonly events: readonly PublishedEvent[];
  readonly sha256: string;
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
export async function partOf(head: PartHead, events: readonly StoredEvent[]): Promise<ExportPart> {
  const lines = [JSON.stringify({ form, ...head }), ...events.map(eventLine)];
  const bytes = await compress(Buffer.from(`${lines.join('\n')}\n`));
  const sha256 = hashOf(bytes);
  const day = events[0]?.at.slice(0, 'YYYY-MM-DD'.length) ?? '';
  const number = String(head.number).padStart(10, '0');
  return { name: `${head.service}/${day}/${number}-${sha256}.jsonl.zst`, bytes, sha256 };
}

/**
 * Reads a part.
 *
 * @param name of its object
 * @throws DamagedPartError when the name or a line has another form, and when the bytes are not those of the name
 */
export async function readPart(name: string, bytes: Buffer): Promise<ReadPart> {
  const named = placeIn(name);
  if (named === undefined) throw new DamagedPartError(`${name} is no name of a part`);
  const sha256 = hashOf(bytes);
  if (sha256 !== named.sha256) throw new DamagedPartError(`${name} has other bytes`);
  const text = await decompress(bytes).catch((cause: unknown) => {
    throw new DamagedPartError(`${name} is not compressed with zstd`, { cause });
  });
  const [first = '', ...lines] = text.toString().trimEnd().split('\n');
  const { form: found, ...head } = jsonIn<PartHead & { readonly form: unknown }>(name, first);
  if (found !== form) throw new DamagedPartError(`${name} has another form than ${form}`);
  if (head.service !== named.service || head.number !== named.number) {
    throw new DamagedPartError(`${name} is part ${String(head.number)} of ${head.service}`);
  }
  return { ...head, sha256, events: lines.map((line) => jsonIn<PublishedEvent>(name, line)) };
}

/** What the name of an object says of its part. */
export interface PartPlace {
  readonly service: string;
  /** The day of the first event, in UTC. */
  readonly day: string;
  readonly number: number;
  readonly sha256: string;
}

/** Which part an object is, by its name; undefined for another object. */
export function placeIn(name: string): PartPlace | undefined {
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

function jsonIn<T>(name: string, line: string): T {
  try {
    return JSON.parse(line) as T;
  } catch {
    throw new DamagedPartError(`${name} has a line that is not JSON`);
  }
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
