import { OffsetCommits } from './offset-commits.js';
import type { PartitionOffset } from './offset-commits.js';

function someCommits(commit: (nth: number) => Promise<void>) {
  const told: PartitionOffset[][] = [];
  const errors: unknown[] = [];
  const commits = new OffsetCommits(
    (offsets) => {
      told.push([...offsets]);
      return commit(told.length);
    },
    (error) => errors.push(error),
  );
  return { commits, told, errors };
}

describe('offset commits', () => {
  it('tell the last offset of each partition, together', async () => {
    const { commits, told } = someCommits(() => Promise.resolve());
    commits.reached({ partition: 1, offset: '5' });
    commits.reached({ partition: 2, offset: '3' });
    commits.reached({ partition: 1, offset: '7' });
    await commits.flush();
    expect(told).toEqual([
      [
        { partition: 1, offset: '7' },
        { partition: 2, offset: '3' },
      ],
    ]);
  });

  it('are one request at a time; what moves meanwhile is in the next one', async () => {
    const gate = Promise.withResolvers<void>();
    const { commits, told } = someCommits((nth) => (nth === 1 ? gate.promise : Promise.resolve()));
    commits.reached({ partition: 1, offset: '1' });
    const flushing = commits.flush();
    await new Promise(setImmediate);
    commits.reached({ partition: 1, offset: '2' });
    commits.reached({ partition: 1, offset: '3' });
    await new Promise(setImmediate);
    expect(told).toHaveLength(1);
    gate.resolve();
    await flushing;
    expect(told.map(([one]) => one?.offset)).toEqual(['1', '3']);
  });

  it('are tried again after a failure, but never with an older offset', async () => {
    const { commits, told, errors } = someCommits((nth) => {
      if (nth > 1) return Promise.resolve();
      commits.reached({ partition: 1, offset: '9' });
      return Promise.reject(new Error('no coordinator'));
    });
    commits.reached({ partition: 1, offset: '1' });
    await commits.flush();
    expect(told.map(([one]) => one?.offset)).toEqual(['1', '9']);
    expect(errors).toHaveLength(1);
  });

  it('forget what was not told when the partitions change hands', async () => {
    const { commits, told } = someCommits(() => Promise.resolve());
    commits.reached({ partition: 1, offset: '1' });
    commits.forget();
    await commits.flush();
    expect(told).toEqual([]);
  });
});
