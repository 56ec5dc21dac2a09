import { Samples } from './samples.js';

function samplesOf(...durations: readonly number[]): Samples {
  const samples = new Samples();
  for (const ms of durations) samples.add(ms);
  return samples;
}

const hundred = samplesOf(...Array.from({ length: 100 }, (_, at) => 100 - at));

describe('samples', () => {
  it.each([
    [0.01, 1],
    [0.5, 50],
    [0.99, 99],
    [1, 100],
  ])('have a percentile of share %d by nearest rank', (share, expected) => {
    expect(hundred.percentile(share)).toBe(expected);
  });

  it('have the next rank just above a boundary', () => {
    expect(hundred.percentile(0.9901)).toBe(100);
  });

  it('count a duration equal to the limit as within', () => {
    expect(samplesOf(299, 300, 301, 302).shareWithin(300)).toBe(0.5);
  });

  it('have no percentile and no share without durations', () => {
    expect(new Samples().percentile(0.99)).toBeNaN();
    expect(new Samples().shareWithin(300)).toBeNaN();
  });
});
