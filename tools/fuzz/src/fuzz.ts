/** Numbers from 0 to 1, reproducible by their seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The material of inputs. */
interface Corpus {
  /** Inputs that the reader accepts. */
  readonly valid: readonly Buffer[];
  /** Pieces with a meaning in the format. */
  readonly pieces: readonly Buffer[];
}

/** More than the limit of any header or certificate. */
const bytesMax = 20_000;
const changesMax = 6;

/** A valid input with a few changes. */
export function mutated({ valid, pieces }: Corpus, random: () => number): Buffer {
  const below = (limit: number) => Math.floor(random() * limit);
  const oneOf = (from: readonly Buffer[]) => from[below(from.length)] ?? Buffer.alloc(0);
  const changes: readonly ((input: Buffer) => Buffer)[] = [
    (input) => {
      const copy = Buffer.from(input);
      if (copy.length > 0) copy[below(copy.length)] = below(256);
      return copy;
    },
    (input) => replaced(input, below(input.length + 1), below(8), Buffer.alloc(0)),
    (input) => replaced(input, below(input.length + 1), below(4), oneOf(pieces)),
    (input) => input.subarray(0, below(input.length + 1)),
    (input) => {
      const [from, length] = [below(input.length + 1), below(32)];
      const part = input.subarray(from, from + length);
      const times = 1 + below(64);
      return replaced(input, from, 0, Buffer.concat(Array.from({ length: times }, () => part)));
    },
    (input) => {
      const other = oneOf(valid);
      const cut = input.subarray(0, below(input.length + 1));
      return Buffer.concat([cut, other.subarray(below(other.length + 1))]);
    },
  ];
  let input = oneOf(valid);
  for (let left = below(changesMax + 1); left > 0; left -= 1) {
    input = (changes[below(changes.length)] ?? ((one: Buffer) => one))(input);
  }
  return input.subarray(0, bytesMax);
}

function replaced(input: Buffer, at: number, length: number, by: Buffer): Buffer {
  return Buffer.concat([input.subarray(0, at), by, input.subarray(at + length)]);
}

/** A reader of foreign input. It has to answer any input without throwing. */
export interface Target extends Corpus {
  readonly name: string;
  readonly read: (input: Buffer) => unknown;
}

/** An input at which a reader has thrown. The same seed reproduces it. */
interface Crash {
  readonly target: string;
  readonly input: Buffer;
  readonly error: unknown;
}

/** Gives one target this many inputs of a seed. @returns the first crash, if any */
export function fuzz(target: Target, seed: number, inputs: number): Crash | undefined {
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
