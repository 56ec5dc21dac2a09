/** Random numbers that the same seed reproduces (mulberry32). */
export class Chance {
  private state: number;

  constructor(readonly seed: number) {
    this.state = seed >>> 0;
  }

  /** A number from 0 (included) to 1 (excluded). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  /** One of the choices. @throws Error when there are none */
  pick<T>(choices: readonly T[]): T {
    if (choices.length === 0) throw new Error('nothing to pick from');
    return choices[this.between(0, choices.length - 1)] as T;
  }

  /** All items in a random order. */
  shuffled<T>(items: readonly T[]): T[] {
    const order = [...items];
    for (let i = order.length - 1; i > 0; i -= 1) {
      const j = this.between(0, i);
      [order[i], order[j]] = [order[j] as T, order[i] as T];
    }
    return order;
  }

  /** Another source, independent of the numbers that this one gives afterwards. */
  fork(): Chance {
    return new Chance(Math.floor(this.next() * 2 ** 32));
  }
}
