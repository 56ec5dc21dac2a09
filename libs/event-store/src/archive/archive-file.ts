import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { defined } from '@nordgate/decider';
import { eventLine } from '../export/export-part.js';
import type { PublishedEvent, ReadableEvent } from '../restore/published-event.js';
import type { StoredEvent } from '../write/stored-event.js';

const [compress, decompress] = [promisify(zstdCompress), promisify(zstdDecompress)];

/** The first line of a file: a reader that does not know the form must not read on. */
const form = 'nordgate-archive-1';

/** Whose streams a file has. */
export interface ArchivePlace {
  readonly service: string;
  /** The name of the type of all streams of the file. */
  readonly streamType: string;
  /** The month in which the streams had their last events, in UTC: `YYYY-MM`. */
  readonly month: string;
}

/** A stream with all of its events. */
export interface WholeStream {
  readonly streamId: string;
  /** SHA-256 of the history, as a tombstone has it (retention/fingerprint.ts). */
  readonly fingerprint: string;
  readonly events: readonly StoredEvent[];
}

/** A file as an object: its name, and its bytes. */
export interface ArchiveFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** An object is no file of the archive, its bytes are not those that were written, or its key is another one. */
export class DamagedArchiveError extends Error {
  override readonly name = 'DamagedArchiveError';
}

/** Bytes of a key of AES-256. */
export const keyBytes = 32;
/** NIST SP 800-38D, section 8.2.2: a random nonce of 96 bits. */
const nonceBytes = 12;
const tagBytes = 16;
const cipher = 'aes-256-gcm';

/** The names of all files of a month begin with this. */
export const monthPrefix = ({ service, streamType, month }: ArchivePlace) =>
  `archive/${service}/${streamType}/${month}/`;

const nameForm =
  /^archive\/(?<service>[a-z]+)\/(?<streamType>[a-z-]+)\/(?<month>\d{4}-\d\d)\/\d{4}-\d\d-\d\d-(?<sha256>[0-9a-f]{64})\.jsonl\.zst\.aes$/u;

/**
 * Streams as a file: JSON lines, compressed with zstd (RFC 8878) and encrypted with AES-256-GCM. The first line describes the file,
 * and each further line is a stream. The name has the month of the streams, the day on which the file is written, and the hash of
 * its bytes.
 *
 * @param key of the month, 32 bytes
 * @param day `YYYY-MM-DD`
 */
export async function archiveFileOf(
  place: ArchivePlace,
  streams: readonly WholeStream[],
  { key, day }: { readonly key: Buffer; readonly day: string },
): Promise<ArchiveFile> {
  const lines = [JSON.stringify({ form, ...place, ...countsOf(streams) }), ...streams.map(lineOf)];
  const bytes = encrypt(place, key, await compress(Buffer.from(`${lines.join('\n')}\n`)));
  return { name: `${monthPrefix(place)}${day}-${hashOf(bytes)}.jsonl.zst.aes`, bytes };
}

/**
 * Reads a file. The lines of streams are read when somebody asks for a stream, because most readers need one of them.
 *
 * @param name of its object
 * @throws DamagedArchiveError when the name has another form, for other bytes than those of the name, and for another key
 */
export async function readArchiveFile(
  name: string,
  bytes: Buffer,
  key: Buffer,
): Promise<ReadArchiveFile> {
  const { sha256, ...place } = (nameForm.exec(name)?.groups ?? {}) as unknown as ArchivePlace & {
    readonly sha256?: string;
  };
  if (sha256 === undefined) throw new DamagedArchiveError(`${name} is no name of a file`);
  if (hashOf(bytes) !== sha256) throw new DamagedArchiveError(`${name} has other bytes`);
  const text = await decompress(decrypt(name, place, key, bytes)).catch((cause: unknown) => {
    throw new DamagedArchiveError(`${name} is not compressed with zstd`, { cause });
  });
  const [first = '', ...lines] = text.toString().trimEnd().split('\n');
  const head = JSON.parse(first) as Counts & { readonly form: unknown };
  if (head.form !== form) throw new DamagedArchiveError(`${name} has another form than ${form}`);
  if (head.streams !== lines.length) {
    throw new DamagedArchiveError(`${name} has ${String(lines.length)} of its streams`);
  }
  return new ReadArchiveFile(name, head, new Map(lines.map((line) => [streamIn(line), line])));
}

interface Counts {
  readonly streams: number;
  readonly events: number;
}

/** A file that was read, decrypted. */
export class ReadArchiveFile {
  constructor(
    private readonly name: string,
    readonly counts: Counts,
    private readonly lines: ReadonlyMap<string, string>,
  ) {}

  get streamIds(): readonly string[] {
    return [...this.lines.keys()];
  }

  /** A stream with its events in the form in which they were stored. Throws DamagedArchiveError for one that the file lacks. */
  stream(streamId: string): WholeStream {
    const line = this.lines.get(streamId);
    if (line === undefined) throw new DamagedArchiveError(`${this.name} lacks ${streamId}`);
    const read = JSON.parse(line) as WholeStream & { readonly events: readonly ArchivedLine[] };
    return { ...read, events: read.events.map(storedEventOf) };
  }
}

/** An event in a line: that of an export, with its place in the order. */
type ArchivedLine = PublishedEvent &
  ReadableEvent & { readonly tx: string; readonly position: string };

function storedEventOf({ tx, position, ...event }: ArchivedLine): StoredEvent {
  const { commandId, commandEvents, actor = '', requestedAt = '', aheadMs, ...named } = event;
  const { traceparent, tracestate, ...stored } = named;
  const optional = defined({ commandEvents, aheadMs, traceparent, tracestate });
  const meta = { commandId, actor, requestedAt, ...optional };
  return { ...stored, meta, tx: BigInt(tx), position: BigInt(position) };
}

/** The stream comes first, so that a reader finds its line without reading all of it. */
function lineOf({ streamId, fingerprint, events }: WholeStream): string {
  const head = JSON.stringify({ streamId, fingerprint });
  return `${head.slice(0, -1)},"events":[${events.map(eventLine).join(',')}]}`;
}

const lineStart = /^\{"streamId":("(?:[^"\\]|\\.)*"),/u;

function streamIn(line: string): string {
  const [, streamId] = lineStart.exec(line) ?? [];
  if (streamId === undefined) throw new DamagedArchiveError('a line of a file is no stream');
  return JSON.parse(streamId) as string;
}

function countsOf(streams: readonly WholeStream[]): Counts {
  const events = streams.reduce((sum, one) => sum + one.events.length, 0);
  return { streams: streams.length, events };
}

/** Nonce, tag, and what they protect. The place is authenticated: a file that is moved to another month cannot be read. */
function encrypt(place: ArchivePlace, key: Buffer, plain: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes);
  const encrypting = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(monthPrefix(place)));
  const encrypted = Buffer.concat([encrypting.update(plain), encrypting.final()]);
  return Buffer.concat([nonce, encrypting.getAuthTag(), encrypted]);
}

function decrypt(name: string, place: ArchivePlace, key: Buffer, bytes: Buffer): Buffer {
  const [nonce, tag] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes, start)];
  try {
    const decrypting = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes })
      .setAAD(Buffer.from(monthPrefix(place)))
      .setAuthTag(tag);
    return Buffer.concat([decrypting.update(bytes.subarray(start)), decrypting.final()]);
  } catch (cause) {
    throw new DamagedArchiveError(`${name} was not encrypted with the key of its month`, { cause });
  }
}

const start = nonceBytes + tagBytes;

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
