import type { Chance } from '@nordgate/chaos/chance';

/** What may go wrong, with the share of the occasions at which it does. */
export const faultShares = {
  'crash at a database call': 0.0006,
  'crash at a bus call': 0.002,
  'crash at a timer': 0.0006,
  /** At a call, the answer of a query, or a timer of it. */
  'crash of a gateway': 0.02,
  /** The machine is gone as well, so nobody closes the connections of the clients. */
  'end of a gateway not told': 0.3,
  'answer of a commit lost': 0.004,
  'serialization failure': 0.004,
  'connection lost': 0.001,
  'publish: appended, not acknowledged': 0.01,
  'publish: not appended': 0.01,
  'message late': 0.03,
  'offset commit lost': 0.03,
  rebalance: 0.01,
  'slow consumer': 0.01,
  'reply lost': 0.03,
  'answer late': 0.005,
} as const;

export type Fault = keyof typeof faultShares;

/** A fault that happened: the number counts all occasions of the run. */
export interface Strike {
  readonly number: number;
  readonly fault: Fault;
  readonly where: string;
}

/**
 * Decides by the seed which faults happen. Each occasion draws one number, whether it is used or not, so a run without one
 * of its faults meets the same occasions until then.
 */
export class Faults {
  readonly happened: Strike[] = [];
  #occasions = 0;
  #isCalm = true;

  constructor(
    private readonly chance: Chance,
    private readonly options: {
      /** Multiplies all shares; 0 for a run without faults. */
      readonly rate: number;
      /** Occasions that go well in any case, for the shrinker. */
      readonly spared?: ReadonlySet<number>;
      readonly onStrike?: (strike: Strike) => void;
    },
  ) {}

  /** From now on things go wrong. */
  begin(): void {
    this.#isCalm = false;
  }

  /** From now on nothing goes wrong, so that the bank comes to rest. */
  calm(): void {
    this.#isCalm = true;
  }

  get isCalm(): boolean {
    return this.#isCalm;
  }

  /** Whether this goes wrong at this occasion. */
  happens(fault: Fault, where: string): boolean {
    const number = (this.#occasions += 1);
    const drawn = this.chance.next();
    if (this.#isCalm || drawn >= faultShares[fault] * this.options.rate) return false;
    if (this.options.spared?.has(number) === true) return false;
    const strike = { number, fault, where };
    this.happened.push(strike);
    this.options.onStrike?.(strike);
    return true;
  }

  /** How long something takes, in milliseconds: mostly little. */
  latencyMs(mostMs: number): number {
    const drawn = this.chance.next();
    return Math.floor(drawn ** 3 * mostMs);
  }
}
