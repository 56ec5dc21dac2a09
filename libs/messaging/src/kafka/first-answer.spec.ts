import type { Admin, Kafka } from 'kafkajs';
import { firstAnswer } from './first-answer.js';

/** A cluster whose first attempts to connect fail. */
function aCluster(failures: number) {
  let attempts = 0;
  const open = { count: 0 };
  const admin = {
    connect: () => {
      attempts += 1;
      open.count += 1;
      return attempts > failures ? Promise.resolve() : Promise.reject(new Error('away'));
    },
    describeCluster: () => Promise.resolve({ brokers: [], controller: null, clusterId: 'c' }),
    disconnect: () => Promise.resolve(void (open.count -= 1)),
  } satisfies Partial<Admin>;
  const kafka = { admin: () => admin as unknown as Admin } as Kafka;
  return { kafka, open, attempts: () => attempts };
}

describe('firstAnswer', () => {
  it('tries again until a broker answers, and leaves no connection open', async () => {
    const { kafka, open, attempts } = aCluster(2);
    await firstAnswer(kafka, new AbortController().signal);
    expect(attempts()).toBe(3);
    expect(open.count).toBe(0);
  });

  it('ends with its signal while no broker answers', async () => {
    const ending = new AbortController();
    const { kafka, open, attempts } = aCluster(Number.POSITIVE_INFINITY);
    const waiting = expect(firstAnswer(kafka, ending.signal)).rejects.toThrow();
    while (attempts() === 0) await new Promise(setImmediate);
    ending.abort();
    await waiting;
    expect(open.count).toBe(0);
  });
});
