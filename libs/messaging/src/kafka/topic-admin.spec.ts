import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Admin } from 'kafkajs';
import { KafkaJSError } from 'kafkajs';
import { pace } from '../pace.js';
import { awaitLeaders, topicEnds } from './topic-admin.js';

type Offsets = Awaited<ReturnType<Admin['fetchTopicOffsets']>>;

const offsets: Offsets = [{ partition: 0, offset: '7', low: '2', high: '7' }];

const adminThat = (fetchTopicOffsets: (topic: string) => Promise<Offsets>) =>
  ({ fetchTopicOffsets }) as Admin;

describe('waiting for the leaders of new topics', () => {
  it('asks for one topic at a time, as parallel requests replace the metadata of the client', async () => {
    const asked: string[] = [];
    let open = 0;
    let openMax = 0;
    const admin = adminThat(async (topic) => {
      asked.push(topic);
      openMax = Math.max(openMax, (open += 1));
      await nextTurn();
      open -= 1;
      return offsets;
    });

    await awaitLeaders(admin, ['payments.events.v1', 'baskets.events.v1', 'sca.events.v1']);

    expect(asked).toEqual(['payments.events.v1', 'baskets.events.v1', 'sca.events.v1']);
    expect(openMax).toBe(1);
  });

  it('is longer than the wait for the leader of a topic that had one, as brokers create many topics', async () => {
    let calls = 0;
    const admin = adminThat(() => {
      calls += 1;
      return calls <= pace.inspection.leaderAttempts
        ? Promise.reject(new KafkaJSError('not the leader', { retriable: true }))
        : Promise.resolve(offsets);
    });

    await awaitLeaders(admin, ['payments.events.v1']);

    expect(calls).toBe(pace.inspection.leaderAttempts + 1);
  });
});

describe('the ends of a topic', () => {
  it('asks again while a leader is being elected', async () => {
    let calls = 0;
    const admin = adminThat(() => {
      calls += 1;
      return calls === 1
        ? Promise.reject(new KafkaJSError('There is no leader', { retriable: true }))
        : Promise.resolve(offsets);
    });

    expect(await topicEnds(admin, 'payments.events.v1')).toEqual([
      { partition: 0, low: 2n, high: 7n },
    ]);
  });

  it('throws the last error after as many attempts as it may make', async () => {
    let calls = 0;
    const admin = adminThat(() => {
      calls += 1;
      return Promise.reject(new KafkaJSError(`No leader ${String(calls)}`, { retriable: true }));
    });

    await expect(topicEnds(admin, 'payments.events.v1', 3)).rejects.toThrow('No leader 3');
    expect(calls).toBe(3);
  });

  it('throws an error at once that no retry can help', async () => {
    let calls = 0;
    const admin = adminThat(() => {
      calls += 1;
      return Promise.reject(new KafkaJSError('Not authorised', { retriable: false }));
    });

    await expect(topicEnds(admin, 'payments.events.v1')).rejects.toThrow('Not authorised');
    expect(calls).toBe(1);
  });
});
