import { magicBehaviourOf } from '@nordgate/contracts/codes';
import type { ExchangeRates, MagicBehaviour } from '@nordgate/contracts/codes';
import type {
  CurrencyExchange,
  DeclinedCredit,
  DeclineReason,
  PendingPosting,
  PostingDetails,
  PostingTo,
  Transfer,
  TransferCredit,
  TransferDelay,
} from '@nordgate/contracts/events';
import { bbanOf, isNorwegianAccountNumber, streams } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import type { OpenAccount } from '../domain/account.js';
import { converted } from '../domain/exchange.js';
import type { Converted } from '../domain/exchange.js';
import { isAmountIn, negated, sumIn } from '../domain/money.js';
import { batchDetails, detailsOf, feeDetails } from './transfer-details.js';
import type { ShownDebtor } from './transfer-details.js';

/** Who has a part in a transfer at this bank. */
export interface Parties {
  readonly debtor: ShownDebtor;
  /** The open accounts of this bank by number. */
  readonly accounts: ReadonlyMap<string, OpenAccount>;
  /** At which the bank exchanges currencies. */
  readonly rates: ExchangeRates;
}

/** A transfer as postings, the debit first, or why there are none. */
export type TransferPostings =
  | { readonly is: 'impossible'; readonly reason: DeclineReason }
  | {
      readonly is: 'possible';
      readonly postings: readonly [
        debit: PostingTo<PendingPosting>,
        ...feeAndCredits: PostingTo<PendingPosting>[],
      ];
      readonly declined?: readonly DeclinedCredit[];
      readonly delay?: TransferDelay;
    };

/**
 * The postings of a transfer: one debit, one for the fee where there is one, and a credit for each creditor
 * whose account is at this bank. Of a bulk with one debit, the credits that cannot be made are left out, and the debit is the sum of the
 * others; where none is left, the reason is that of the first.
 */
export function transferPostings(transfer: Transfer, parties: Parties): TransferPostings {
  const all = transfer.credits.map((credit) => ({
    credit,
    made: creditOf(transfer, credit, parties),
  }));
  const made = all.flatMap(({ made }) => (typeof made === 'string' ? [] : [made]));
  const [first] = all;
  if (made.length === 0) {
    const reason = typeof first?.made === 'string' ? first.made : 'not-executable';
    return { is: 'impossible', reason };
  }
  if (made.some(({ behaviour }) => behaviour === 'no-funds')) {
    return { is: 'impossible', reason: 'no-funds' };
  }
  const debit = debitOf(transfer, made, parties.debtor);
  if (!isAmountIn(debit.currency, debit.amount)) {
    return { is: 'impossible', reason: 'not-convertible' };
  }
  const fee = feeOf(transfer, made, parties);
  if (fee === 'not-convertible') return { is: 'impossible', reason: fee };
  const credits = made.flatMap(({ posting }) => (posting === undefined ? [] : [posting]));
  const left = all.flatMap(({ credit: { part }, made: reason }) =>
    part === undefined || typeof reason !== 'string' ? [] : [{ part, reason }],
  );
  const declined = left.length > 0 ? left : undefined;
  const delay = delayOf(made);
  return { is: 'possible', postings: [debit, ...fee, ...credits], ...defined({ declined, delay }) };
}

/** One credit of a transfer in the currency of the debtor, and its posting where it is to this bank. */
interface MadeCredit {
  readonly debit: Converted;
  readonly details: PostingDetails;
  readonly posting?: PostingTo<PendingPosting>;
  readonly behaviour?: MagicBehaviour;
}

/** The register number of the bank of the sandbox: as invented as its accounts. */
const ownRegisterNumber = '9999';

function creditOf(
  transfer: Transfer,
  credit: TransferCredit,
  { debtor, accounts, rates }: Parties,
): MadeCredit | DeclineReason {
  const { instructedAmount, creditorAccount } = credit.instruction;
  const number = bbanOf(creditorAccount);
  const behaviour = magicBehaviourOf(number);
  if (behaviour === 'refused-by-bank') return behaviour;
  const account = number === undefined ? undefined : accounts.get(number);
  if (account === undefined && isOfThisBank(number)) return 'creditor-account-unknown';
  const debit = converted(instructedAmount, debtor.account.currency, rates);
  if (debit === undefined) return 'not-convertible';
  const { ofDebit, ofCredit } = detailsOf(transfer, credit, debtor, account !== undefined);
  const made = { debit, details: withExchange(ofDebit, [debit]), ...defined({ behaviour }) };
  if (account === undefined) return made;
  const arrives = converted(instructedAmount, account.currency, rates);
  if (arrives === undefined) return 'not-convertible';
  const { amount, currency } = arrives;
  const to = streams.account.id(account.accountId);
  const details = withExchange(ofCredit, [arrives]);
  return { ...made, posting: { account: to, currency, amount, date: transfer.day, details } };
}

function isOfThisBank(number: string | undefined): boolean {
  return (
    number !== undefined && number.startsWith(ownRegisterNumber) && isNorwegianAccountNumber(number)
  );
}

function debitOf(
  transfer: Transfer,
  made: readonly MadeCredit[],
  debtor: ShownDebtor,
): PostingTo<PendingPosting> {
  const { accountId, currency } = debtor.account;
  const debits = made.map(({ debit }) => debit);
  const sum = sumIn(
    currency,
    debits.map(({ amount }) => amount),
  );
  const isBatch = transfer.credits.length > 1;
  const batch = withExchange(batchDetails(transfer, debtor, made.length), debits);
  const details = (isBatch ? undefined : made[0]?.details) ?? batch;
  const posting = { currency, amount: negated(sum), date: transfer.day, details };
  return { account: streams.account.id(accountId), ...posting };
}

/**
 * The fee as a separate posting on the debtor's account, in its currency: the price for each credit that is
 * made. None for a transfer that costs nothing.
 */
function feeOf(
  { price, product, day }: Transfer,
  made: readonly MadeCredit[],
  { debtor, rates }: Parties,
): readonly PostingTo<PendingPosting>[] | 'not-convertible' {
  if (price === undefined) return [];
  const { accountId, currency } = debtor.account;
  const sum = sumIn(
    price.currency,
    made.map(() => price.amount),
  );
  const fee = converted({ amount: sum, currency: price.currency }, currency, rates);
  if (fee === undefined) return 'not-convertible';
  const details = withExchange(feeDetails(product, debtor, made), [fee]);
  const account = streams.account.id(accountId);
  return [{ account, currency, amount: negated(fee.amount), date: day, details }];
}

/** The details with each exchange of these amounts once. */
function withExchange(details: PostingDetails, amounts: readonly Converted[]): PostingDetails {
  const exchanges = new Map<string, CurrencyExchange>();
  for (const { exchange } of amounts) {
    if (exchange !== undefined) exchanges.set(exchange.sourceCurrency, exchange);
  }
  return exchanges.size === 0 ? details : { ...details, currencyExchange: [...exchanges.values()] };
}

/** A transfer is as late as the latest of its credits. */
function delayOf(made: readonly MadeCredit[]): TransferDelay | undefined {
  const is = (behaviour: MagicBehaviour) => made.some((one) => one.behaviour === behaviour);
  if (is('late-confirmation')) return 'confirmation';
  return is('late-booking') ? 'booking' : undefined;
}
