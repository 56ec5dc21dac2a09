import type { AccountReport, EntryReport, TransferOrdered } from '@nordgate/contracts/core';
import type { DeclinedCredit, DeclineReason } from '@nordgate/contracts/events';
import { amountUnits, bbanOf } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import { signedUnits, written } from './core-amounts.js';

type Transfer = TransferOrdered['data'];
type Credit = Transfer['credits'][number];
type Posting = EntryReport['postings'][number];

/** All account numbers of the bank begin with it. */
const registerNumber = '9999';

/** What became of a transfer in the books: the entries of it, or why there are none. */
export type Carried =
  | {
      readonly is: 'moved';
      readonly entries: readonly EntryReport[];
      /** Credits of a bulk that were left out. */
      readonly declined: readonly DeclinedCredit[];
    }
  | { readonly is: 'declined'; readonly reason: DeclineReason };

interface KnownAccount {
  readonly report: AccountReport;
  /** In units of 0.00001, with a sign. */
  balance: bigint;
}

/** What is booked, and what the statement says of it. */
interface Amount {
  /** In units of 0.00001, with a sign. */
  readonly units: bigint;
  readonly details: Posting['details'];
}

/** The bank transaction code of a fee (ISO 20022, external code sets). */
const charges = 'PMNT-ICDT-CHRG';

/** The accounts of a core with their balances: what a bank's core has in its database. */
export class CoreBooks {
  private readonly accounts = new Map<string, KnownAccount>();

  /** Keeps an account as it was reported; the balance of a known one stays. */
  keep(report: AccountReport): void {
    const known = this.accounts.get(report.bban);
    const balance = known?.balance ?? signedUnits(report.openingBalance);
    this.accounts.set(report.bban, { report, balance });
  }

  /** Whether two open accounts have one owner. */
  haveOneOwner(debtor: string, creditor: string): boolean {
    const [one, other] = [debtor, creditor].map((bban) => this.openAccount(bban));
    return one !== undefined && one.report.ownerId === other?.report.ownerId;
  }

  /** The booked balance of an account. Throws for one that the core does not have. */
  balanceOf(bban: string): string {
    const account = this.accounts.get(bban);
    if (account === undefined) throw new Error(`the core has no account ${bban}`);
    return written(account.balance, account.report.currency);
  }

  /**
   * Moves the money of a transfer, all of it or nothing. Credits of a bulk to nobody are left out. An account
   * of another bank is credited outside these books.
   */
  carryOut({ executionId, debtorAccount, credits, day, price }: Transfer): Carried {
    const debtor = this.openAccount(bbanOf(debtorAccount));
    if (debtor === undefined) return { is: 'declined', reason: 'debtor-account-closed' };
    const { currency } = debtor.report;
    const amounts = credits.map(({ instruction }) => instruction.instructedAmount);
    if ([...amounts, ...(price ? [price] : [])].some((one) => one.currency !== currency)) {
      return { is: 'declined', reason: 'not-convertible' };
    }
    const lost = credits.filter((credit) => this.isToNobody(credit));
    const paid = credits.filter((credit) => !this.isToNobody(credit));
    if (paid.length === 0) return { is: 'declined', reason: 'creditor-account-unknown' };
    const sum = paid.reduce((total, credit) => total + unitsOf(credit), 0n);
    const fee = price === undefined ? 0n : amountUnits(price.amount) * BigInt(paid.length);
    if (debtor.balance < sum + fee) return { is: 'declined', reason: 'no-funds' };
    const [first] = paid;
    const debit = {
      units: -sum,
      details: first !== undefined && paid.length === 1 ? detailsOf(first) : {},
    };
    const charged = fee === 0n ? [] : [{ units: -fee, details: { bankTransactionCode: charges } }];
    const entries = [this.book(debtor, [debit, ...charged], { executionId, day })];
    const own = Map.groupBy(paid, (credit) => this.openAccount(creditorOf(credit)));
    for (const [creditor, received] of own) {
      if (creditor === undefined) continue;
      const credited = received.map((one) => ({ units: unitsOf(one), details: detailsOf(one) }));
      entries.push(this.book(creditor, credited, { executionId, day }));
    }
    const declined = lost.map(({ part = 0 }) => ({
      part,
      reason: 'creditor-account-unknown' as const,
    }));
    return { is: 'moved', entries, declined };
  }

  private openAccount(bban: string | undefined): KnownAccount | undefined {
    const account = this.accounts.get(bban ?? '');
    return account?.report.hasEnded === true ? undefined : account;
  }

  /** Whether a credit goes to a number of this bank that is no open account. */
  private isToNobody(credit: Credit): boolean {
    const bban = creditorOf(credit);
    return bban?.startsWith(registerNumber) === true && this.openAccount(bban) === undefined;
  }

  private book(
    account: KnownAccount,
    amounts: readonly Amount[],
    { executionId, day }: Pick<Transfer, 'executionId' | 'day'>,
  ): EntryReport {
    const { accountId, currency } = account.report;
    const postings = amounts.map(({ units, details: own }): Posting => {
      const details = { entryReference: executionId, ...own };
      account.balance += units;
      const amount = written(units, currency);
      return { amount, currency, bookingDate: day, valueDate: day, details };
    });
    const balanceAfter = written(account.balance, currency);
    return { accountId, entryId: entryIdOf(executionId), postings, balanceAfter };
  }
}

/** The Norwegian account number of a creditor; undefined for an account of another country. */
function creditorOf({ instruction }: Credit): string | undefined {
  return bbanOf(instruction.creditorAccount);
}

function unitsOf({ instruction }: Credit): bigint {
  return amountUnits(instruction.instructedAmount.amount);
}

/** Of one payment; the debit of several says nothing of each. */
function detailsOf({ instruction }: Credit): Posting['details'] {
  const { creditorName, remittanceInformationUnstructured } = instruction;
  return defined({ creditorName, remittanceInformationUnstructured });
}

/** The core's own id of the entry of a transfer. */
function entryIdOf(executionId: string): string {
  return `core_${executionId.replaceAll('.', '_')}`;
}
