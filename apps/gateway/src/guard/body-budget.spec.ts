import fc from 'fast-check';
import { BodyBudget } from './body-budget.js';

const limits = {
  bodyBytesMax: 64,
  heldBytesMax: 1000,
  heldBytesPerTppMax: 300,
  reservedBytesMax: 200,
  reservedBytesPerTppMax: 100,
};

/** How many bodies of this size find room. */
function fill(budget: BodyBudget, tpp: string, bytes: number): number {
  let count = 0;
  while (budget.reserve(tpp, bytes) !== undefined) count += 1;
  return count;
}

describe('the room for bodies', () => {
  it('leaves its reserve free when large bodies of many TPPs fill the rest', () => {
    const budget = new BodyBudget(limits);
    for (const tpp of ['a', 'b', 'c', 'd']) fill(budget, tpp, 100);
    expect(budget.reserve('e', 65)).toBeUndefined();
    expect(budget.reserve('e', 64)).toBeDefined();
  });

  it('gives one TPP its share of the rest and of the reserve, not more', () => {
    const budget = new BodyBudget(limits);
    expect(fill(budget, 'a', 50)).toBe(300 / 50 + 100 / 50);
    expect(budget.reserve('b', 50)).toBeDefined();
  });

  it('has no room for a large body above the share of its TPP', () => {
    const budget = new BodyBudget(limits);
    expect(budget.reserve('a', 301)).toBeUndefined();
    expect(budget.reserve('a', 300)).toBeDefined();
  });

  it('is as it was when all bodies are released, in whatever order', () => {
    const body = fc.record({ tpp: fc.constantFrom('a', 'b', 'c'), bytes: fc.nat(300) });
    fc.assert(
      fc.property(fc.array(body, { maxLength: 60 }), (bodies) => {
        const budget = new BodyBudget(limits);
        const taken = bodies.map(({ tpp, bytes }) => budget.reserve(tpp, bytes));
        for (const release of taken.reverse()) release?.();
        expect(fill(budget, 'a', 50)).toBe(8);
        expect(fill(budget, 'b', 300) + fill(budget, 'c', 200)).toBe(2);
      }),
    );
  });
});
