import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { jest } from '@jest/globals';
import { defined } from '@nordgate/decider';
import fc from 'fast-check';
import { patchKafkajs } from './adapter.js';
import { compressedBytesMin, encodeProduce, gzipped } from './produce-request.js';
import type { ProducedRecord, ProduceRequest } from './produce-request.js';

const load = createRequire(import.meta.url);
type Encoded = Promise<{ readonly buffer: Buffer }>;
const encodedByKafkajs = load('kafkajs/src/protocol/requests/produce/v7/request.js') as (
  request: ProduceRequest,
) => { encode(): Encoded };

interface ReadBatch {
  readonly records: readonly object[];
}

const Decoder = load('kafkajs/src/protocol/decoder.js') as new (bytes: Buffer) => object;
const batchRead = load('kafkajs/src/protocol/recordBatch/v0/decoder.js') as (
  decoder: object,
) => Promise<ReadBatch>;

/** The bytes of a request before its first batch: no transaction, a topic of one letter, one partition. */
const batchAt = 2 + 2 + 4 + 4 + 3 + 4 + 4 + 4;
/** The bits of the attributes that say how the records are compressed. */
const codecMask = 7;
const attributesAt = 21;
/** The header of a record batch. */
const withoutRecords = 61;

const nowMs = 1_770_000_000_000;
beforeAll(() => jest.spyOn(Date, 'now').mockReturnValue(nowMs));
afterAll(() => jest.restoreAllMocks());

const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constant('ø'.repeat(9_000)));
const bytes = fc.uint8Array().map((array) => Buffer.from(array));
const record: fc.Arbitrary<ProducedRecord> = fc.record(
  {
    key: fc.option(fc.oneof(text, bytes)),
    value: fc.option(fc.oneof(text, bytes)),
    headers: fc.dictionary(text, fc.oneof(text, bytes, fc.array(text, { maxLength: 3 })), {
      maxKeys: 3,
    }),
    timestamp: fc.integer({ min: 1e12, max: nowMs }).map(String),
  },
  { requiredKeys: ['value'] },
);
const int32 = fc.integer({ min: 0, max: 2 ** 31 - 1 });
// kafkajs takes the bounds of a batch from the given times alone; we never give only some of them.
const records = fc
  .array(record, { minLength: 1, maxLength: 4 })
  .map((all) => (all.every(({ timestamp }) => timestamp) ? all : all.map(withoutTime)));
const request: fc.Arbitrary<ProduceRequest> = fc.record({
  transactionalId: fc.option(fc.string()),
  acks: fc.constantFrom(-1, 0, 1),
  timeout: int32,
  producerId: fc.bigInt({ min: -1n, max: 2n ** 62n }),
  producerEpoch: fc.integer({ min: 0, max: 32767 }),
  topicData: fc.array(
    fc.record({
      topic: fc.string({ maxLength: 200 }),
      partitions: fc.array(
        fc.record({ partition: int32, firstSequence: int32, messages: records }),
        { maxLength: 3 },
      ),
    }),
    { maxLength: 3 },
  ),
});

function withoutTime({ key, value, headers }: ProducedRecord): ProducedRecord {
  return { value, ...defined({ key, headers }) };
}

describe('encodeProduce', () => {
  it('writes the same bytes as the encoder of kafkajs', () =>
    fc.assert(
      fc.asyncProperty(request, async (sent) => {
        const { buffer } = await encodedByKafkajs(sent).encode();
        expect(encodeProduce(sent, nowMs).equals(buffer)).toBe(true);
      }),
      { numRuns: 200 },
    ));

  it('takes the first timestamp of a batch from its earliest record', () => {
    const batch = (first: string, second: string) => {
      const messages = [first, second].map((timestamp) => ({ value: 'v', timestamp }));
      const partitions = [{ partition: 0, firstSequence: 0, messages }];
      const topicData = [{ topic: 't', partitions }];
      return encodeProduce(
        { acks: -1, timeout: 1, producerId: -1, producerEpoch: 0, topicData },
        0,
      );
    };
    const [firstAt, maxAt] = [54, 62];
    expect(batch('2000', '1000').readBigInt64BE(firstAt)).toBe(1000n);
    expect(batch('999', '1000').readBigInt64BE(maxAt)).toBe(1000n);
  });
});

describe('encodeProduce with gzip', () => {
  /** The one batch of a request for topic `t`, from its first offset on, as a broker stores and delivers it. */
  const batchOf = (messages: readonly ProducedRecord[], compression = gzipped) => {
    const topicData = [{ topic: 't', partitions: [{ partition: 0, firstSequence: 0, messages }] }];
    const own = { acks: -1, timeout: 1, producerId: 7n, producerEpoch: 2, topicData, compression };
    return encodeProduce(own, nowMs).subarray(batchAt);
  };
  const read = async (batch: Buffer) => {
    const { records: all } = await batchRead(new Decoder(batch));
    return { codec: batch.readInt16BE(attributesAt) & codecMask, records: all };
  };

  it('writes batches that kafkajs reads as it reads the same records without compression', () =>
    fc.assert(
      fc.asyncProperty(records, async (messages) => {
        const [small, plain] = [await read(batchOf(messages)), await read(batchOf(messages, 0))];
        expect(small.records).toEqual(plain.records);
        expect(plain.codec).toBe(0);
      }),
      { numRuns: 200 },
    ));

  it('writes no batch that is longer than the same one without compression', () =>
    fc.assert(
      fc.property(records, (messages) => {
        expect(batchOf(messages).length).toBeLessThanOrEqual(batchOf(messages, 0).length);
      }),
    ));

  it('leaves records below the bound as they are, and compresses them at the bound', async () => {
    const withValue = (length: number) => batchOf([{ value: 'x'.repeat(length) }], 0);
    const recordsIn = (batch: Buffer) => batch.length - withoutRecords;
    let length = 0;
    while (recordsIn(withValue(length)) < compressedBytesMin) length += 1;
    const codecOf = async (size: number) =>
      (await read(batchOf([{ value: 'x'.repeat(size) }]))).codec;
    expect(await codecOf(length - 1)).toBe(0);
    expect(await codecOf(length)).toBe(gzipped);
  });

  it('leaves records as they are that do not become smaller', async () => {
    const { codec } = await read(batchOf([{ value: randomBytes(4096) }]));
    expect(codec).toBe(0);
  });
});

describe('the patched Produce encoder of kafkajs', () => {
  interface Forms {
    protocol(chosen: { version: number }): (options: object) => { request: { encode(): Encoded } };
  }
  const forms = load('kafkajs/src/protocol/requests/produce/index.js') as Forms;
  const topicData = [
    { topic: 't', partitions: [{ partition: 1, firstSequence: 0, messages: [{ value: 'v' }] }] },
  ];
  const bytesOf = async (version: number, options: object = {}) => {
    const all = { acks: -1, timeout: 1, topicData, ...options };
    return (await forms.protocol({ version })(all).request.encode()).buffer.toString('hex');
  };

  it('leaves every byte of a request unchanged, whatever its version and options', async () => {
    const cases = [2, 3, 7].flatMap((version) => [
      [version, {}] as const,
      // The same from version 3 on only where gzip makes records smaller.
      ...(version === 2 ? [[version, { compression: gzipped }] as const] : []),
      [version, { producerId: 9n, producerEpoch: 2, transactionalId: 'x' }] as const,
    ]);
    const all = () => Promise.all(cases.map(([version, options]) => bytesOf(version, options)));
    const before = await all();
    patchKafkajs();
    expect(await all()).toEqual(before);
  });

  it('encodes record batches with encodeProduce, older versions with kafkajs', async () => {
    patchKafkajs();
    const encode = (version: number) =>
      forms.protocol({ version })({ acks: -1, timeout: 1, topicData }).request.encode();
    expect(Object.keys(await encode(7))).toEqual(['buf', 'buffer']);
    expect(Object.keys(await encode(2))).not.toEqual(['buf', 'buffer']);
  });
});
