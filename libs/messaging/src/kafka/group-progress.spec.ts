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
