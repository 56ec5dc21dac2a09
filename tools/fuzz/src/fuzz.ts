import { mutated, seeded } from './mutate.js';
import type { Target } from './targets.js';

/** An input that a reader threw at; the same seed and number give it again. */
export interface Finding {
  readonly target: string;
  readonly input: Buffer;
  readonly error: unknown;
}

/** Gives one target so many inputs of a seed. Answers what it threw at, at most one. */
export function fuzz(target: Target, seed: number, inputs: number): Finding | undefined {
  const random = seeded(seed);
  for (let left = inputs; left > 0; left -= 1) {
    const input = mutated(target, random);
    try {
      target.read(input);
    } catch (error) {
      return { target: target.name, input, error };
    }
  }
  return undefined;
}
