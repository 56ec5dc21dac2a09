import { fuzz, mutated, seeded } from './fuzz.js';
import type { Target } from './fuzz.js';
import { fuzzTargets } from './targets.js';

const targetNames = [
  ...['Signature header', 'distinguished name', 'RFC 2047', 'certificate header'],
  ...['query', 'header table', 'QCStatement', 'certificate', 'JSON body'],
];

describe('readers of foreign input', () => {
  let targets: readonly Target[];
  beforeAll(async () => {
    targets = await fuzzTargets();
  });
  const named = (name: string) => targets.find((one) => one.name === name)!;

  it('are all in the list', () => {
    expect(targets.map(({ name }) => name)).toEqual(targetNames);
  });

  it.each(targetNames)('%s: reads valid input', (name) => {
    for (const input of named(name).valid) {
      const read = named(name).read(input);
      expect(read).not.toEqual(expect.objectContaining({ refused: expect.any(String) as string }));
      if (name !== 'header table' && name !== 'JSON body') expect(read).toBeDefined();
    }
  });

  it.each(targetNames)('%s: answers 1500 inputs without throwing', (name) => {
    expect(fuzz(named(name), 4711, 1500)).toBeUndefined();
  });

  it('are reported with the input when they throw', () => {
    const read = (input: Buffer) => {
      if (input.includes('b')) throw new Error('planted');
    };
    const planted = {
      name: 'planted',
      read,
      valid: [Buffer.from('a')],
      pieces: [Buffer.from('b')],
    };
    const crash = fuzz(planted, 1, 1000);
    expect(crash?.input.includes('b')).toBe(true);
  });

  it('get reproducible inputs of limited length', () => {
    const inputsOf = (seed: number) => {
      const random = seeded(seed);
      return Array.from({ length: 200 }, () => mutated(named('JSON body'), random));
    };
    expect(inputsOf(7)).toEqual(inputsOf(7));
    expect(inputsOf(7)).not.toEqual(inputsOf(8));
    expect(Math.max(...inputsOf(7).map(({ length }) => length))).toBeLessThanOrEqual(20_000);
  });
});
