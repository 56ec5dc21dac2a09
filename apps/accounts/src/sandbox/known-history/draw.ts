/** The constants of FNV-1a and mulberry32, which are in the public domain. */
const [fnvOffset, fnvPrime, weyl] = [0x811c9dc5, 0x01000193, 0x6d2b79f5] as const;

/**
 * Numbers that look random and are the same for the same seed: the sandbox has the same transactions after
 * each reset of a day. Not for secrets.
 */
export class Draw {
  #state: number = fnvOffset;

  constructor(seed: string) {
    for (const unit of seed) {
      this.#state = Math.imul(this.#state ^ (unit.codePointAt(0) ?? 0), fnvPrime);
    }
  }

  /** From 0, below 1: mulberry32. */
  next(): number {
    this.#state = (this.#state + weyl) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** True in so many of a hundred cases. */
  isWithin(percent: number): boolean {
    return this.next() * 100 < percent;
  }

  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  /** One of a list. Throws for an empty list. */
  pick<One>(list: readonly One[]): One {
    const one = list[this.between(0, list.length - 1)];
    if (one === undefined) throw new Error('nothing to pick from');
    return one;
  }
}
