import { PartitionProgress } from './partition-progress.js';

describe('the progress of partitions', () => {
  it('knows one whose messages stand still, but none that is idle or moves', () => {
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
