import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import { ByteWriter, sizeOfVarint } from './byte-writer.js';

/** A Produce request of versions 3 to 7 (Kafka protocol), in the form in which kafkajs passes it on. */
export interface ProduceRequest {
  readonly transactionalId?: string | null;
  readonly acks: number;
  readonly timeout: number;
  /** A 64-bit number in any form whose text is the number; -1 for none. */
  readonly producerId: { toString(): string };
  readonly producerEpoch: number;
  /** 1: with gzip, where that makes the records of a partition smaller. Default 0: never. */
  readonly compression?: number;
  readonly topicData: readonly {
    readonly topic: string;
    readonly partitions: readonly PartitionRecords[];
  }[];
}

/** The records of one partition, in order. */
interface PartitionRecords {
  readonly partition: number;
  readonly firstSequence: number;
  readonly messages: readonly ProducedRecord[];
}

/** A record in the form that kafkajs accepts from its callers. */
export interface ProducedRecord {
  readonly key?: Buffer | string | null;
  readonly value: Buffer | string | null;
  readonly headers?: Readonly<Record<string, HeaderValue | readonly HeaderValue[]>>;
  /** Milliseconds since 1970 as digits; the time of sending where absent. */
  readonly timestamp?: string;
}

type HeaderValue = Buffer | string;

/** A batch whose first record has this header gets a wrong checksum: no broker stores it (../topic-seal.ts). */
export const damaged = 'nordgate-damaged';

/** The codec of uncompressed records and that of gzip in the attributes of a batch. */
const uncompressed = 0;
export const gzipped = 1;
/** Below this size gzip saves less than it costs: 35 µs a batch. */
export const compressedBytesMin = 512;
/** The fastest one: the next six levels save 4 % of a page of events and take twice the time. */
const level = 1;

/** The format version of record batches since Kafka 0.11. */
const magic = 2;
/** The attribute of batches that belong to a transaction. */
const transactional = 0x10;
/** CRC-32 with Castagnoli's polynomial (RFC 3720, B.4). */
const crc32c = createRequire(import.meta.url)(
  'kafkajs/src/protocol/recordBatch/crc32C/crc32C.js',
) as (bytes: Buffer) => number;

/**
 * The body of a Produce request with one record batch (magic 2) per partition, written once from front
 * to back into one buffer. The bytes equal those of kafkajs, except for compressed records: those are
 * written only where they are smaller (property tests in produce-request.spec.ts;
 * testing/produce-bench.ts measures both).
 *
 * @param nowMs milliseconds since 1970, for records without a timestamp
 */
export function encodeProduce(request: ProduceRequest, nowMs: number): Buffer {
  const writer = new ByteWriter();
  writer.string(request.transactionalId ?? null);
  writer.int16(request.acks);
  writer.int32(request.timeout);
  writer.int32(request.topicData.length);
  for (const { topic, partitions } of request.topicData) {
    writer.string(topic);
    writer.int32(partitions.length);
    for (const partition of partitions) writePartition(writer, request, partition, nowMs);
  }
  return writer.bytes();
}

function writePartition(
  writer: ByteWriter,
  { transactionalId, producerId, producerEpoch, compression = uncompressed }: ProduceRequest,
  { partition, firstSequence, messages }: PartitionRecords,
  nowMs: number,
): void {
  const times = messages.map(({ timestamp }) => Number(timestamp ?? nowMs));
  const firstMs = Math.min(...times);
  const id = BigInt(producerId.toString());
  writer.int32(partition);
  const sizeAt = writer.skip(4);
  writer.int64(0n);
  const lengthAt = writer.skip(4);
  writer.int32(0);
  writer.int8(magic);
  const checksumAt = writer.skip(4);
  const attributes = transactionalId ? transactional : 0;
  const attributesAt = writer.skip(2);
  writer.int32(messages.length - 1);
  writer.int64(BigInt(firstMs));
  writer.int64(BigInt(Math.max(...times)));
  writer.int64(id);
  writer.int16(producerEpoch);
  writer.int32(firstSequence);
  writer.int32(messages.length);
  const recordsAt = writer.length;
  messages.forEach((message, at) =>
    writeRecord(writer, message, at, (times[at] ?? nowMs) - firstMs),
  );
  const codec = compression === gzipped ? compressFrom(writer, recordsAt) : uncompressed;
  writer.int16At(attributesAt, attributes | codec);
  writer.int32At(sizeAt, writer.length - sizeAt - 4);
  writer.int32At(lengthAt, writer.length - lengthAt - 4);
  const checksum = crc32c(writer.from(checksumAt + 4));
  const isDamaged = messages[0]?.headers?.[damaged] !== undefined;
  writer.int32At(checksumAt, (isDamaged ? ~checksum : checksum) | 0);
}

/** Compresses what was written from a position on, where that makes it smaller. @returns the codec of it now */
function compressFrom(writer: ByteWriter, place: number): number {
  const records = writer.from(place);
  if (records.length < compressedBytesMin) return uncompressed;
  const smaller = gzipSync(records, { level });
  if (smaller.length >= records.length) return uncompressed;
  writer.replaceFrom(place, smaller);
  return gzipped;
}

function writeRecord(
  writer: ByteWriter,
  { key = null, value, headers = {} }: ProducedRecord,
  offsetDelta: number,
  timestampDelta: number,
): void {
  const pairs = headerPairs(headers);
  const keySize = sizeOf(key);
  const valueSize = sizeOf(value);
  writer.varint(
    attributesBytes +
      sizeOfVarint(timestampDelta) +
      sizeOfVarint(offsetDelta) +
      bytesWithSize(keySize) +
      bytesWithSize(valueSize) +
      sizeOfVarint(pairs.length) +
      pairs.reduce(
        (sum, { nameSize, size }) => sum + bytesWithSize(nameSize) + bytesWithSize(size),
        0,
      ),
  );
  writer.int8(0);
  writer.varint(timestampDelta);
  writer.varint(offsetDelta);
  writer.sized(key, keySize);
  writer.sized(value, valueSize);
  writer.varint(pairs.length);
  for (const { name, nameSize, value: text, size } of pairs) {
    writer.sized(name, nameSize);
    writer.sized(text, size);
  }
}

const attributesBytes = 1;

interface HeaderPair {
  readonly name: string;
  readonly nameSize: number;
  readonly value: HeaderValue;
  readonly size: number;
}

/** A header with several values becomes several headers of that name. */
function headerPairs(headers: NonNullable<ProducedRecord['headers']>): HeaderPair[] {
  return Object.entries(headers).flatMap(([name, given]) => {
    const nameSize = sizeOf(name);
    const values = Array.isArray(given) ? given : [given as HeaderValue];
    return values.map((value: HeaderValue) => ({ name, nameSize, value, size: sizeOf(value) }));
  });
}

/** The size in bytes; -1 for null. */
function sizeOf(value: Buffer | string | null): number {
  return value === null ? -1 : Buffer.byteLength(value);
}

/** The number of bytes of a value together with its size. */
function bytesWithSize(size: number): number {
  return sizeOfVarint(size) + Math.max(0, size);
}
