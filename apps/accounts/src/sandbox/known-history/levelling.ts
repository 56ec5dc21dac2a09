import type { Year } from './calendar.js';
import { bbanOfParty } from './parties.js';
import { Draw } from './draw.js';
import { movement, netOf, transfer } from './movement.js';
import type { Movement } from './movement.js';

/** An account whose year has to end at a balance, and where its surplus goes. Amounts in øre. */
export interface Levelled {
  readonly number: string;
  readonly account: string;
  readonly endsAt: number;
  /** The balance stays above it on every day. */
  readonly low: number;
  /** The savings account of a person; an organisation has none. */
  readonly savings?: {
    readonly account: string;
    readonly endsAt: number;
    /** Above it, the person lives on savings. */
    readonly high: number;
  };
}

/** What stays on a savings account when money is moved to it: more than a year's interest. */
const savingsLow = 200_000;
const [hundredKroner, thousandKroner] = [10_000, 100_000] as const;

/**
 * Transfers that keep the balances above the low marks on all days of a year that ends at known balances.
 * They are found from the last day back: where the balance before a day would be too low, the surplus of
 * the day goes to the savings account, or out of the bank where the savings account cannot have had so
 * little; where it would be too high, the day is paid from savings.
 */
export function levellingTransfers(
  { number, account, endsAt, low, savings }: Levelled,
  year: Year,
  movements: readonly Movement[],
): readonly Movement[] {
  const byDay = Map.groupBy(movements, ({ day }) => day);
  const found: Movement[] = [];
  let balance = endsAt;
  let saved = savings?.endsAt ?? 0;
  for (const day of [...year.days].reverse()) {
    const ofDay = byDay.get(day) ?? [];
    balance -= netOf(account, ofDay);
    saved -= savings === undefined ? 0 : netOf(savings.account, ofDay);
    const draw = new Draw(`${number}/level/${day}`);
    if (balance < low) {
      const surplus = roundedUp(low + draw.between(0, 3) * thousandKroner - balance);
      const canSave = savings !== undefined && saved - surplus >= savingsLow;
      found.push(canSave ? toSavings(surplus, savings.account, day) : outOfBank(surplus, day));
      balance += surplus;
      saved -= canSave ? surplus : 0;
    } else if (savings !== undefined && balance > savings.high) {
      const lack = roundedUp(balance - savings.high + draw.between(1, 5) * thousandKroner);
      const text = 'Overføring fra sparekonto';
      found.push(transfer(day, { from: savings.account, to: account, ore: lack, text }));
      balance -= lack;
      saved += lack;
    }
  }
  return found.reverse();

  function toSavings(ore: number, to: string, day: string): Movement {
    return transfer(day, { from: account, to, ore, text: 'Overføring til sparekonto' });
  }
  function outOfBank(ore: number, day: string): Movement {
    const creditorName = 'Sandbox Plassering AS';
    const creditorAccount = { bban: bbanOfParty(creditorName) };
    const remittance = { remittanceInformationUnstructured: 'Plassering' };
    const code = { bankTransactionCode: 'PMNT-ICDT-DMCT' };
    const details = { creditorName, creditorAccount, ...remittance, ...code };
    return movement(day, { account, ore: -ore, details });
  }
}

function roundedUp(ore: number): number {
  return Math.ceil(ore / hundredKroner) * hundredKroner;
}
