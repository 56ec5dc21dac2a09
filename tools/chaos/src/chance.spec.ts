import { Chance } from './chance.js';

describe('chance', () => {
  it('repeats its numbers for the same seed only', () => {
    const numbers = (seed: number) => {
      const chance = new Chance(seed);
      return Array.from({ length: 20 }, () => chance.between(0, 1_000_000));
    };
    expect(numbers(7)).toEqual(numbers(7));
    expect(numbers(7)).not.toEqual(numbers(8));
  });

  it('reaches both ends and nothing beyond', () => {
    const chance = new Chance(1);
    const seen = new Set(Array.from({ length: 200 }, () => chance.between(2, 4)));
    expect([...seen].sort()).toEqual([2, 3, 4]);
  });

  it('shuffles without losing or repeating anything', () => {
    const items = [1, 2, 3, 4, 5, 6, 7, 8];
    const shuffled = new Chance(3).shuffled(items);
    expect([...shuffled].sort()).toEqual(items);
    expect(shuffled).not.toEqual(items);
  });

  it('forks into independent sources', () => {
    const [a, b] = [new Chance(5), new Chance(5)];
    const [forkA, forkB] = [a.fork(), b.fork()];
    a.next();
    expect(forkA.next()).toBe(forkB.next());
  });

  it('cannot pick from nothing', () => {
    expect(() => new Chance(1).pick([])).toThrow('nothing');
  });
});
