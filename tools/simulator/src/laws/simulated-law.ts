import type { Evidence } from '@nordgate/chaos/evidence';
import type { AccountHistory } from '../workload/account-history.js';

/** What the laws of the simulator judge, besides those of `tools/chaos`. */
export interface SimulatedEvidence extends Evidence, AccountHistory {
  /** Booked balances of the bank at rest, as decimal strings, by account id. */
  readonly balances: ReadonlyMap<string, string>;
  /** The day in the world at rest, YYYY-MM-DD in Oslo. */
  readonly today: string;
}

/** A promise about customers, TPPs and days: a pure function from evidence to its violations, one sentence each. */
export interface SimulatedLaw {
  readonly name: string;
  readonly check: (evidence: SimulatedEvidence) => readonly string[];
}
