import { createRequire } from 'node:module';
import { encodeProduce } from '../kafka/kafkajs/produce-request.js';
import type { ProduceRequest } from '../kafka/kafkajs/produce-request.js';

/**
 * Processor time per record of `encodeProduce` and of the encoder of kafkajs, in one process and in
 * alternating rounds: `node libs/messaging/dist/testing/produce-bench.js`.
 */
const recordsPerRequest = 12;
const requestsPerRound = 2000;
const rounds = 5;

const encodedByKafkajs = createRequire(import.meta.url)(
  'kafkajs/src/protocol/requests/produce/v7/request.js',
) as (request: ProduceRequest) => { encode(): Promise<unknown> };

/** Like the records of a payment: an id as key, half a kilobyte of JSON, CloudEvents headers. */
const record = {
  key: 'payment-5f0e8d5e-6b86-4f2b-9d5c-0d7a5c1f5b11',
  value: JSON.stringify({ text: 'x'.repeat(500) }),
  headers: {
    ce_specversion: '1.0',
    ce_id: '5f0e8d5e-6b86-4f2b-9d5c-0d7a5c1f5b11',
    ce_type: 'InitiatePayment',
    ce_source: '/gateway',
    ce_subject: 'payment-5f0e8d5e-6b86-4f2b-9d5c-0d7a5c1f5b11',
    ce_time: '2026-03-01T10:00:00.000Z',
    'nordgate-actor': 'PSDNO-FSA-900000001',
    'nordgate-reply-to': '3/5f0e8d5e-6b86-4f2b-9d5c-0d7a5c1f5b11',
  },
};

const request: ProduceRequest = {
  acks: -1,
  timeout: 30_000,
  producerId: 1,
  producerEpoch: 0,
  topicData: [
    {
      topic: 'payments.commands.v1',
      partitions: Array.from({ length: recordsPerRequest / 2 }, (_, partition) => ({
        partition,
        firstSequence: 0,
        messages: [record, record],
      })),
    },
  ],
};

async function microsecondsPerRecord(encode: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let i = 0; i < requestsPerRound; i += 1) await encode();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / (requestsPerRound * recordsPerRequest);
}

const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[numbers.length >> 1] ?? 0;

const encoders = {
  kafkajs: () => encodedByKafkajs(request).encode(),
  encodeProduce: () => Promise.resolve(encodeProduce(request, Date.now())),
};
const measured = { kafkajs: [] as number[], encodeProduce: [] as number[] };
for (let round = 0; round <= rounds; round += 1) {
  for (const name of ['kafkajs', 'encodeProduce'] as const) {
    const microseconds = await microsecondsPerRecord(encoders[name]);
    // The first round warms up the compiler.
    if (round > 0) measured[name].push(microseconds);
  }
}
const [theirs, ours] = [median(measured.kafkajs), median(measured.encodeProduce)];
process.stdout.write(
  `kafkajs ${theirs.toFixed(1)} µs, encodeProduce ${ours.toFixed(1)} µs per record: ` +
    `${(theirs / ours).toFixed(1)} times less processor time\n`,
);
