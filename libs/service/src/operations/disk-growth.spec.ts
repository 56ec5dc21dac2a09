import { DiskGrowth, diskSampleMs } from './disk-growth.js';

const hourMs = 3_600_000;

describe('the growth of a database', () => {
  it('is unknown until the first sample is as old as the time between two samples', () => {
    const growth = new DiskGrowth();
    expect(growth.since(100, 0)).toEqual({ bytes: 100 });
    growth.note(100, 0);
    expect(growth.since(130, diskSampleMs - 1)).toEqual({ bytes: 130 });
    expect(growth.since(130, diskSampleMs)).toEqual({
      ...{ bytes: 130, growth: { bytes: 30, seconds: diskSampleMs / 1000 } },
    });
  });

  it('is that since the oldest sample of the last day', () => {
    const growth = new DiskGrowth();
    for (let hour = 0; hour <= 30; hour += 1) growth.note(hour * 10, hour * hourMs);
    expect(growth.since(320, 31 * hourMs)).toEqual({
      ...{ bytes: 320, growth: { bytes: 320 - 70, seconds: 24 * 3600 } },
    });
  });

  it('keeps a day of samples only, also when they come faster', () => {
    const growth = new DiskGrowth();
    for (let n = 0; n < 1000; n += 1) growth.note(n, n * 1000);
    // 144 samples are left, the oldest of them is number 856.
    expect(growth.since(1000, 2_000_000).growth?.bytes).toBe(1000 - 856);
  });

  it('can be less than nothing', () => {
    const growth = new DiskGrowth();
    growth.note(500, 0);
    expect(growth.since(100, hourMs).growth?.bytes).toBe(-400);
  });
});
