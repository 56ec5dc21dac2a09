import { eventually } from '@nordgate/testing';
import { OffsetCommits, PartitionProgress } from './group-progress.js';
import type { PartitionOffset } from './group-progress.js';

function someCommits(commit: (nth: number) => Promise<void>) {
  const committed: PartitionOffset[][] = [];
  const errors: unknown[] = [];
  const commits = new OffsetCommits(
    (offsets) => {
      committed.push([...offsets]);
      return commit(committed.length);
    },
    (error) => errors.push(error),
  );
  return { commits, committed, errors };
}

/** An error as the broker gives it. */
const refusal = (type: string) => Object.assign(new Error('refused'), { type });
const notCoordinator = () => Promise.reject(refusal('NOT_COORDINATOR_FOR_GROUP'));

/** The timers that keep this process from its end. */
const timers = () => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length;

describe('OffsetCommits', () => {
  it('commits the last offset of each partition in one request', async () => {
    const { commits, committed } = someCommits(() => Promise.resolve());
    commits.reached({ partition: 1, offset: '5' });
    commits.reached({ partition: 2, offset: '3' });
    commits.reached({ partition: 1, offset: '7' });
    await commits.flush();
    expect(committed).toEqual([
      [
        { partition: 1, offset: '7' },
        { partition: 2, offset: '3' },
      ],
    ]);
  });

  it('sends one request at a time and collects later offsets for the next one', async () => {
    const gate = Promise.withResolvers<void>();
    const { commits, committed } = someCommits((nth) =>
      nth === 1 ? gate.promise : Promise.resolve(),
    );
    commits.reached({ partition: 1, offset: '1' });
    const flushing = commits.flush();
    await new Promise(setImmediate);
    commits.reached({ partition: 1, offset: '2' });
    commits.reached({ partition: 1, offset: '3' });
    await new Promise(setImmediate);
    expect(committed).toHaveLength(1);
    gate.resolve();
    await flushing;
    expect(committed.map(([one]) => one?.offset)).toEqual(['1', '3']);
  });

  it('tries again after a failure, but never with an older offset', async () => {
    const { commits, committed, errors } = someCommits((nth) => {
      if (nth > 1) return Promise.resolve();
      commits.reached({ partition: 1, offset: '9' });
      return Promise.reject(new Error('no coordinator'));
    });
    commits.reached({ partition: 1, offset: '1' });
    await commits.flush();
    expect(committed.map(([one]) => one?.offset)).toEqual(['1', '9']);
    expect(errors).toHaveLength(1);
  });

  it('drops offsets that are not committed when the partitions are assigned again', async () => {
    const { commits, committed } = someCommits(() => Promise.resolve());
    commits.reached({ partition: 1, offset: '1' });
    commits.forget();
    await commits.flush();
    expect(committed).toEqual([]);
  });

  it('tries again until the broker takes the offsets, although no other message arrives', async () => {
    const { commits, committed, errors } = someCommits((nth) =>
      nth <= 4 ? notCoordinator() : Promise.resolve(),
    );
    commits.reached({ partition: 1, offset: '29' });
    await eventually('the fifth attempt is made', () => committed.length === 5);
    await commits.flush();
    expect(committed.map(([one]) => one?.offset)).toEqual(['29', '29', '29', '29', '29']);
    expect(errors).toHaveLength(4);
  });

  it('ends a flush after three refused attempts, and goes on with the offsets', async () => {
    const { commits, committed } = someCommits((nth) =>
      nth <= 3 ? notCoordinator() : Promise.resolve(),
    );
    commits.reached({ partition: 1, offset: '1' });
    await commits.flush();
    expect(committed).toHaveLength(3);
    await commits.flush();
    expect(committed).toHaveLength(4);
  });

  it('keeps no process from its end while it waits for the next attempt', async () => {
    const before = timers();
    const { commits, errors } = someCommits(notCoordinator);
    commits.reached({ partition: 1, offset: '1' });
    while (errors.length === 0) await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(timers()).toBe(before);
    commits.forget();
  });

  it('ends its attempts when the partitions are assigned again', async () => {
    const { commits, committed } = someCommits((nth) =>
      nth <= 3 ? notCoordinator() : Promise.resolve(),
    );
    commits.reached({ partition: 1, offset: '1' });
    await commits.flush();
    commits.forget();
    commits.reached({ partition: 2, offset: '5' });
    await commits.flush();
    expect(committed.slice(3)).toEqual([[{ partition: 2, offset: '5' }]]);
  });

  it('drops offsets whose commit is refused after the partitions were assigned again', async () => {
    const gate = Promise.withResolvers<void>();
    const { commits, committed } = someCommits((nth) =>
      nth === 1 ? gate.promise : Promise.resolve(),
    );
    commits.reached({ partition: 1, offset: '1' });
    const flushing = commits.flush();
    await new Promise(setImmediate);
    commits.forget();
    commits.reached({ partition: 2, offset: '5' });
    gate.reject(refusal('ILLEGAL_GENERATION'));
    await flushing;
    expect(committed.slice(1)).toEqual([[{ partition: 2, offset: '5' }]]);
  });

  it('commits what is read again when the partitions are assigned again during a third refused attempt', async () => {
    const gate = Promise.withResolvers<void>();
    const { commits, committed } = someCommits((nth) => {
      if (nth === 3) return gate.promise;
      return nth < 3 ? notCoordinator() : Promise.resolve();
    });
    commits.reached({ partition: 1, offset: '29' });
    await eventually('the third attempt is made', () => committed.length === 3);
    commits.forget();
    commits.reached({ partition: 1, offset: '29' });
    gate.reject(refusal('NOT_COORDINATOR_FOR_GROUP'));
    await eventually('the offset is committed', () => committed.length === 4);
    expect(committed[3]).toEqual([{ partition: 1, offset: '29' }]);
  });

  it.each(['REBALANCE_IN_PROGRESS', 'ILLEGAL_GENERATION', 'UNKNOWN_MEMBER_ID'])(
    'drops the offsets of a member that has to join its group again: %s',
    async (type) => {
      const { commits, committed } = someCommits((nth) =>
        nth === 1 ? Promise.reject(refusal(type)) : Promise.resolve(),
      );
      commits.reached({ partition: 1, offset: '1' });
      await commits.flush();
      commits.reached({ partition: 2, offset: '5' });
      await commits.flush();
      expect(committed.slice(1)).toEqual([[{ partition: 2, offset: '5' }]]);
    },
  );
});

describe('PartitionProgress', () => {
  it('reports a partition whose messages are not handled, but no idle or moving partition', () => {
    let now = 0;
    const progress = new PartitionProgress(() => now);
    for (const partition of [1, 2, 3]) progress.moved(partition);
    progress.idle(2);
    now = 900;
    progress.moved(3);
    now = 1500;
    expect(progress.stuck(1000)).toEqual([1]);
  });
});
