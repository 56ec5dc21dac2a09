import type {
  AccountNumbers,
  AccountReply,
  Balance,
  CardAccountNumber,
  CardAccountReply,
} from '@nordgate/contracts/http';
import type {
  AccountFigures,
  ReadableAccount,
  ReadableCardAccount,
} from '@nordgate/contracts/queries';
import { daysLater } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';

/** The paths of accounts and card accounts. */
export const accountsPath = '/v1/accounts';
export const cardAccountsPath = '/v1/card-accounts';

/** What a reply says of an account besides the account's own facts. */
export interface Shown {
  /** The account's id as the TPP knows it. */
  readonly resourceId: string;
  /** The agreement under which it is read; null for a person's own account. */
  readonly corporateId: string | null;
  /** Today in Oslo, YYYY-MM-DD; without it no balances are shown. */
  readonly balancesOf?: string;
  /** BIC of the bank. */
  readonly bic?: string;
}

/** An account in Berlin Group's form (accountDetails). */
export function accountReplyOf(account: ReadableAccount, shown: Shown): AccountReply {
  const { name, cashAccountType } = account;
  return {
    resourceId: shown.resourceId,
    ...accountNumbersOf(account),
    ...defined({ bic: shown.bic }),
    name,
    cashAccountType,
    ...factsOf(account, shown, accountsPath),
  };
}

/** A card account in Berlin Group's form (cardAccountDetails). */
export function cardAccountReplyOf(card: ReadableCardAccount, shown: Shown): CardAccountReply {
  const { currency, name, creditLimit } = card;
  return {
    resourceId: shown.resourceId,
    ...cardAccountNumberOf(card),
    name,
    debitAccounting: false,
    creditLimit: { currency, amount: creditLimit },
    ...factsOf(card, shown, cardAccountsPath),
  };
}

/** An account by its numbers (Berlin Group, accountReference). */
export function accountNumbersOf({ iban, bban, currency }: ReadableAccount): AccountNumbers {
  return { iban, bban, currency };
}

/** A card account by its masked number (Berlin Group, accountReference). */
export function cardAccountNumberOf({
  maskedPan,
  currency,
}: ReadableCardAccount): CardAccountNumber {
  return { maskedPan, currency };
}

/**
 * The balances of an account on a day: what is booked, what can be spent, and what was booked at the end of
 * the day before where the books know it. Those of a card account say whether its credit limit is in them.
 * The newest booked transaction belongs to the booked balance.
 */
export function balancesOf(
  account: ReadableAccount | ReadableCardAccount,
  referenceDate: string,
): readonly Balance[] {
  const { balances, lastChangeAt, lastTransactionId, closing } = account;
  if (balances === undefined) throw new Error('the balances of the account were not asked for');
  const { currency, interimBooked, interimAvailable } = balances;
  const isCard = account.kind === 'card-account';
  const limitIncluded = (isIncluded: boolean) =>
    defined({ creditLimitIncluded: isCard ? isIncluded : undefined });
  return [
    {
      balanceAmount: { currency, amount: interimBooked },
      balanceType: 'interimBooked',
      ...limitIncluded(false),
      referenceDate,
      ...defined({ lastChangeDateTime: lastChangeAt, lastCommittedTransaction: lastTransactionId }),
    },
    {
      balanceAmount: { currency, amount: interimAvailable },
      balanceType: 'interimAvailable',
      ...limitIncluded(true),
      referenceDate,
    },
    ...closingBefore({ balances, closing }, referenceDate).map((amount) => ({
      balanceAmount: { currency, amount },
      balanceType: 'closingBooked' as const,
      ...limitIncluded(false),
      referenceDate: daysLater(referenceDate, -1),
    })),
  ];
}

/** The booked balance at the end of the day before a day; none where the books do not know it. */
function closingBefore(
  { balances, closing }: Pick<AccountFigures, 'balances'> & { closing: AccountFigures['closing'] },
  day: string,
): readonly string[] {
  if (closing === undefined || closing.day > day) return [];
  return [closing.day === day ? closing.before : balances.interimBooked];
}

function factsOf(
  account: ReadableAccount | ReadableCardAccount,
  { resourceId, corporateId, balancesOf: day }: Shown,
  path: string,
) {
  const { product, status, ownerName } = account;
  const own = `${path}/${resourceId}`;
  return {
    product,
    status,
    usage: corporateId === null ? 'PRIV' : 'ORGA',
    ownerName,
    ...defined({ balances: day === undefined ? undefined : balancesOf(account, day) }),
    _links: {
      balances: { href: `${own}/balances`, verbs: ['GET'] },
      transactions: { href: `${own}/transactions`, verbs: ['GET'] },
    },
  } as const;
}
