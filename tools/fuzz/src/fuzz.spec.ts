import { fuzz } from './fuzz.js';
import { mutated, seeded } from './mutate.js';
import { fuzzTargets } from './targets.js';
import type { Target } from './targets.js';

const targetNames = [
  ...['Signature header', 'distinguished name', 'RFC 2047', 'certificate header'],
  ...['query', 'header table', 'QCStatement', 'certificate', 'JSON body'],
];

describe('readers of what strangers send', () => {
  let targets: readonly Target[];
  beforeAll(async () => {
    targets = await fuzzTargets();
  });
  const named = (name: string) => targets.find((one) => one.name === name)!;

  it('are these', () => {
    expect(targets.map(({ name }) => name)).toEqual(targetNames);
  });

  it.each(targetNames)('%s: reads what is valid', (name) => {
    for (const input of named(name).valid) {
      const read = named(name).read(input);
      expect(read).not.toEqual(expect.objectContaining({ refused: expect.any(String) as string }));
      if (name !== 'header table' && name !== 'JSON body') expect(read).toBeDefined();
    }
  });

  it.each(targetNames)('%s: answers 1500 inputs without throwing', (name) => {
    expect(fuzz(named(name), 4711, 1500)).toBeUndefined();
  });

  it('are caught when they throw, with the input', () => {
    const read = (input: Buffer) => {
      if (input.includes('b')) throw new Error('planted');
    };
    const planted = {
      name: 'planted',
      read,
      valid: [Buffer.from('a')],
      pieces: [Buffer.from('b')],
    };
    const finding = fuzz(planted, 1, 1000);
    expect(finding?.input.includes('b')).toBe(true);
  });

  it('get the same inputs from the same seed, all within bounds', () => {
    const inputsOf = (seed: number) => {
      const random = seeded(seed);
      return Array.from({ length: 200 }, () => mutated(named('JSON body'), random));
    };
    expect(inputsOf(7)).toEqual(inputsOf(7));
    expect(inputsOf(7)).not.toEqual(inputsOf(8));
    expect(Math.max(...inputsOf(7).map(({ length }) => length))).toBeLessThanOrEqual(20_000);
  });
});
