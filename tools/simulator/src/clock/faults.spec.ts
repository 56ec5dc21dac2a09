import { Chance } from '@nordgate/chaos/chance';
import { Faults } from './faults.js';
import type { Strike } from './faults.js';

const occasions = 2000;

function strikesOf(options: { rate?: number; spared?: ReadonlySet<number> } = {}): Strike[] {
  const faults = new Faults(new Chance(7), { rate: 1, ...options });
  faults.begin();
  for (let i = 0; i < occasions; i += 1) faults.happens('message late', 'a group');
  return faults.happened;
}

describe('the faults of a seed', () => {
  it('are the same each time, and about as many as their share says', () => {
    expect(strikesOf()).toEqual(strikesOf());
    expect(strikesOf().length).toBeGreaterThan(20);
    expect(strikesOf().length).toBeLessThan(120);
  });

  it('do not happen at a rate of 0', () => {
    expect(strikesOf({ rate: 0 })).toEqual([]);
  });

  it('stay where they are when one of them is spared', () => {
    const [first, ...others] = strikesOf();
    expect(strikesOf({ spared: new Set([first?.number ?? 0]) })).toEqual(others);
  });

  it('happen between the begin and the calm only', () => {
    const faults = new Faults(new Chance(7), { rate: 1000 });
    const happens = () => faults.happens('reply lost', 'a reply');
    expect(happens()).toBe(false);
    faults.begin();
    expect(happens()).toBe(true);
    faults.calm();
    expect(happens()).toBe(false);
  });
});
