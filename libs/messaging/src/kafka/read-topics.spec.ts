import { KafkaJSError } from 'kafkajs';
import type { Consumer, Kafka } from 'kafkajs';
import { joinedConsumer } from './read-topics.js';

/** Consumers of which the first ones fail to join, each with one of these errors. */
function kafkaThatFails(...errors: readonly KafkaJSError[]) {
  const left = [...errors];
  const calls: string[] = [];
  let made = 0;
  const consumer = () => {
    made += 1;
    const name = String(made);
    const done = (what: string) => () => {
      calls.push(`${what} ${name}`);
      return Promise.resolve();
    };
    const run = () => {
      const error = left.shift();
      return error === undefined ? done('run')() : Promise.reject(error);
    };
    const acts = {
      connect: done('connect'),
      subscribe: done('subscribe'),
      run,
      disconnect: done('disconnect'),
    };
    return { events: { CRASH: 'crash' }, on: () => undefined, ...acts } as unknown as Consumer;
  };
  return { kafka: { consumer } as Pick<Kafka, 'consumer'>, calls };
}

const loading = new KafkaJSError('The coordinator is loading', { retriable: true });
const joining = {
  group: 'a-reading',
  topics: ['payments.events.v1'],
  eachBatch: () => Promise.resolve(),
  onCrash: () => undefined,
} as const;

describe('a consumer that reads a topic once', () => {
  it('joins by a new consumer while the coordinator of its group is loading', async () => {
    const { kafka, calls } = kafkaThatFails(loading);
    await joinedConsumer(kafka, joining);
    expect(calls).toEqual([
      ...['connect 1', 'subscribe 1', 'disconnect 1'],
      ...['connect 2', 'subscribe 2', 'run 2'],
    ]);
  });

  it('is disconnected, and not asked again, after an error that no retry can help', async () => {
    const { kafka, calls } = kafkaThatFails(
      new KafkaJSError('Not authorised', { retriable: false }),
    );
    await expect(joinedConsumer(kafka, joining)).rejects.toThrow('Not authorised');
    expect(calls).toEqual(['connect 1', 'subscribe 1', 'disconnect 1']);
  });
});
