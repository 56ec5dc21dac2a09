import type { PartyAccount, PostingDetails } from '@nordgate/contracts/events';

/** What a movement of money does to one of the customer's accounts. */
export interface Leg {
  /** The stream of the account or card account. */
  readonly account: string;
  /** In øre, below zero for a debit. */
  readonly ore: number;
  readonly details: PostingDetails;
}

/** A movement of money in kroner on the accounts of one customer; two legs for a transfer between them. */
export interface Movement {
  /** The booking date, YYYY-MM-DD. */
  readonly day: string;
  readonly legs: readonly Leg[];
}

/** The decimal string of an amount in øre. */
export function kroner(ore: number): string {
  const digits = String(Math.abs(ore)).padStart(3, '0');
  return `${ore < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The øre of a decimal string with two decimals. */
export function oreOf(amount: string): number {
  return Number(amount.replace('.', ''));
}

/** A movement between one account and the world outside the bank. */
export function movement(day: string, leg: Leg): Movement {
  return { day, legs: [leg] };
}

/** A transfer between two accounts of the customer, with a text for both. */
export function transfer(
  day: string,
  { from, to, ore, text }: { from: string; to: string; ore: number; text: string },
): Movement {
  const remittance = { remittanceInformationUnstructured: text };
  return {
    day,
    legs: [
      {
        account: from,
        ore: -ore,
        details: { ...remittance, bankTransactionCode: 'PMNT-ICDT-BOOK' },
      },
      { account: to, ore, details: { ...remittance, bankTransactionCode: 'PMNT-RCDT-BOOK' } },
    ],
  };
}

/** Who stands behind an account of the history. */
export interface Party {
  readonly name: string;
  readonly account: PartyAccount;
}

/** The accounts of a customer, by stream. */
export type Parties = ReadonlyMap<string, Party>;

/** A transfer between two accounts of the customer with the other side on each statement. */
export function withCounterparts({ day, legs }: Movement, parties: Parties): Movement {
  const [from, to] = legs;
  if (from === undefined || to === undefined) return { day, legs };
  const creditor = parties.get(to.account);
  const debtor = parties.get(from.account);
  const paid = creditor && { creditorName: creditor.name, creditorAccount: creditor.account };
  const received = debtor && { debtorName: debtor.name, debtorAccount: debtor.account };
  return {
    day,
    legs: [
      { ...from, details: { ...paid, ...from.details } },
      { ...to, details: { ...received, ...to.details } },
    ],
  };
}

/** The change of an account by some movements, in øre. */
export function netOf(account: string, movements: readonly Movement[]): number {
  return movements
    .flatMap(({ legs }) => legs)
    .filter((leg) => leg.account === account)
    .reduce((sum, { ore }) => sum + ore, 0);
}
