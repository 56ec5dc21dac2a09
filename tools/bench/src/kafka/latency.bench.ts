import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '@nordgate/event-store';
import { aDomesticPayment, singlePath } from '@nordgate/testing';
import type { TppClient } from '@nordgate/tpp-client';
import { BareInsert } from '../bare-insert.js';
import { requestBytes, requestsPerSecond } from '../http-load.js';
import { median } from '../rounds.js';
import type { Comparison } from '../rounds.js';
import { newGroup, plainKafka, plainProducer } from './bench-topic.js';

const samples = 150;
const betweenMs = 5;
const asked = 'accounts.commands.v1';
const answered = 'gateway.replies.v1';

/**
 * One POST at a time: its median against a bare request and reply over Kafka plus a bare commit. Both
 * are given as the number of consecutive operations per second.
 */
export async function latencyBench(
  tpp: TppClient,
  brokers: readonly string[],
  database: Database,
): Promise<Comparison & { stop(): Promise<void> }> {
  const echo = await openEcho(brokers);
  const insert = await BareInsert.into(database);
  return {
    name: 'signed POST to 201 through Kafka, one at a time, p50',
    target: 0.25,
    against: 'a bare Kafka request and reply plus a bare commit, p50 each (4 times their sum)',
    ours: async () => 1000 / (await p50(() => post(tpp))),
    baseline: async () => 1000 / ((await p50(() => echo.ask())) + (await p50(() => insert.once()))),
    stop: () => echo.stop(),
  };
}

async function p50(operation: () => Promise<unknown>): Promise<number> {
  const tookMs: number[] = [];
  for (let n = 0; n < samples; n += 1) {
    const started = performance.now();
    await operation();
    tookMs.push(performance.now() - started);
    await pause(betweenMs);
  }
  return median(tookMs);
}

function post(tpp: TppClient): Promise<unknown> {
  const { baseUrl } = tpp.options;
  const call = { method: 'POST', path: singlePath, body: aDomesticPayment() } as const;
  const request = requestBytes({ ...call, ...tpp.signed(call) }, new URL(baseUrl).host);
  return requestsPerSecond(baseUrl, [request], { connections: 1, status: 201 });
}

/** A consumer that echoes every request, and one that receives the replies. */
async function openEcho(brokers: readonly string[]) {
  const kafka = plainKafka(brokers);
  const producer = await plainProducer(kafka);
  const waiting = new Map<string, () => void>();
  const run = randomUUID();
  const consumerOf = async (topic: string, heard: (id: string) => Promise<void> | void) => {
    const consumer = kafka.consumer({ groupId: newGroup() });
    await consumer.connect();
    await consumer.subscribe({ topics: [topic], fromBeginning: false });
    await consumer.run({
      autoCommit: false,
      async eachMessage({ message }) {
        const id = String(message.key);
        if (id.startsWith(run)) await heard(id);
      },
    });
    return consumer;
  };
  const consumers = [
    await consumerOf(asked, async (key) => {
      await producer.send({ topic: answered, acks: -1, messages: [{ key, value: '{}' }] });
    }),
    await consumerOf(answered, (id) => waiting.get(id)?.()),
  ];
  await pause(joinMs);
  return {
    async ask() {
      const key = `${run}-${randomUUID()}`;
      const heard = new Promise<void>((resolve) => waiting.set(key, resolve));
      await producer.send({ topic: asked, acks: -1, messages: [{ key, value: '{}' }] });
      await heard;
      waiting.delete(key);
    },
    async stop() {
      await Promise.all(consumers.map((consumer) => consumer.disconnect()));
      await producer.disconnect();
    },
  };
}

/** The time until new consumers have their start offset at the end of the topic. */
const joinMs = 2000;
