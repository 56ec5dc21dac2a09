import { MINOR_UNITS } from '@nordgate/contracts/codes';
import type { AccountReport, EntryReport, TransferOrdered } from '@nordgate/contracts/core';
import type { DeclineReason } from '@nordgate/contracts/events';
import { amountUnits, bbanOf } from '@nordgate/contracts/rules';

type Transfer = TransferOrdered['data'];
type Posting = EntryReport['postings'][number];

/** What became of a transfer in the books: the entries of it, or why there are none. */
export type Carried =
  | { readonly is: 'moved'; readonly entries: readonly EntryReport[] }
  | { readonly is: 'declined'; readonly reason: DeclineReason };

interface KnownAccount {
  readonly report: AccountReport;
  /** In units of 0.00001, with a sign. */
  balance: bigint;
}

/** The decimals of the units in which `amountUnits` counts. */
const scale = 5;

/** The accounts of a core with their balances: what a bank's core has in its database. */
export class CoreBooks {
  private readonly accounts = new Map<string, KnownAccount>();

  /** Keeps an account as it was reported; the balance of a known one stays. */
  keep(report: AccountReport): void {
    const known = this.accounts.get(report.bban);
    const balance = known?.balance ?? signedUnits(report.openingBalance);
    this.accounts.set(report.bban, { report, balance });
  }

  /** The booked balance of an account. Throws for one that the core does not have. */
  balanceOf(bban: string): string {
    const account = this.accounts.get(bban);
    if (account === undefined) throw new Error(`the core has no account ${bban}`);
    return written(account.balance, account.report.currency);
  }

  /**
   * Moves the money of a transfer, all of it or nothing. An account of another bank is credited outside
   * these books.
   */
  carryOut({ executionId, debtorAccount, credits, day }: Transfer): Carried {
    const debtor = this.accounts.get(bbanOf(debtorAccount) ?? '');
    if (debtor === undefined || debtor.report.hasEnded === true) {
      return { is: 'declined', reason: 'debtor-account-closed' };
    }
    const amounts = credits.map(({ instruction }) => instruction.instructedAmount);
    if (amounts.some(({ currency }) => currency !== debtor.report.currency)) {
      return { is: 'declined', reason: 'not-convertible' };
    }
    const sum = amounts.reduce((total, { amount }) => total + amountUnits(amount), 0n);
    if (debtor.balance < sum) return { is: 'declined', reason: 'no-funds' };
    const entries = [this.book(debtor, -sum, { executionId, day })];
    for (const { instruction } of credits) {
      const creditor = this.accounts.get(bbanOf(instruction.creditorAccount) ?? '');
      if (creditor === undefined) continue;
      const units = amountUnits(instruction.instructedAmount.amount);
      entries.push(this.book(creditor, units, { executionId, day }));
    }
    return { is: 'moved', entries };
  }

  private book(
    account: KnownAccount,
    units: bigint,
    { executionId, day }: Pick<Transfer, 'executionId' | 'day'>,
  ): EntryReport {
    const { accountId, currency } = account.report;
    account.balance += units;
    const amount = written(units, currency);
    const details = { entryReference: executionId };
    const posting: Posting = { amount, currency, bookingDate: day, valueDate: day, details };
    const balanceAfter = written(account.balance, currency);
    return { accountId, entryId: entryIdOf(executionId), postings: [posting], balanceAfter };
  }
}

/** The core's own id of the entry of a transfer. */
function entryIdOf(executionId: string): string {
  return `core_${executionId.replaceAll('.', '_')}`;
}

function signedUnits(amount: string): bigint {
  return amount.startsWith('-') ? -amountUnits(amount.slice(1)) : amountUnits(amount);
}

function written(units: bigint, currency: keyof typeof MINOR_UNITS): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const decimals = MINOR_UNITS[currency];
  const whole = digits.slice(0, -scale);
  const fraction = digits.slice(-scale).slice(0, decimals);
  return `${units < 0n ? '-' : ''}${whole}${decimals === 0 ? '' : `.${fraction}`}`;
}
