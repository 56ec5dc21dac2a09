import { openingAmountOf, sandboxCurrency } from '@nordgate/contracts/http';
import type {
  SandboxAccountChange,
  SandboxAccountCreation,
  SandboxCardAccountChange,
  SandboxCardAccountCreation,
} from '@nordgate/contracts/http';
import { bbanOf } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';

/** The kind of an account whose body names none. */
const currentAccount = 'CACC';

/** What a faultless body says of an account, besides its holder, its number and its status. */
export function accountFactsOf(body: SandboxAccountChange) {
  const { name, cashAccountType: kind = currentAccount, product, creditLine: creditLimit } = body;
  return { name, kind, ...defined({ product, creditLimit }) };
}

/** What the opening of an account carries of a faultless body. */
export function openingOf(body: SandboxAccountCreation) {
  const { currency = sandboxCurrency, openingBalance, balances, bban, iban } = body;
  const number = bbanOf(defined({ bban, iban }));
  return {
    ...accountFactsOf(body),
    ...blockedOf(body),
    currency,
    openingBalance: openingBalance ?? openingAmountOf(balances) ?? '0',
    ...defined({ bban: number }),
  };
}

/** What a faultless body says of a card account, besides its holder, its number and its status. */
export function cardFactsOf(body: SandboxCardAccountChange) {
  const { name, creditLimit, product, cardId, cardIdVNo, accountNumber, expiry } = body;
  const texts = { product, cardId, cardIdVNo, accountNumber, expiry };
  const said = Object.entries(texts).filter(([, text]) => text !== '');
  return {
    name,
    creditLimit: creditLimit.amount,
    ...defined(Object.fromEntries(said) as typeof texts),
  };
}

/** What the opening of a card account carries of a faultless body. */
export function cardOpeningOf(body: SandboxCardAccountCreation) {
  const { currency = sandboxCurrency, maskedPan, balances } = body;
  const openingBalance = openingAmountOf(balances);
  return {
    ...cardFactsOf(body),
    ...blockedOf(body),
    currency,
    ...defined({ maskedPan, openingBalance }),
  };
}

/** Whether an account becomes blocked, or is not any more; nothing where the body has no status. */
export function statusChangeOf({ status }: Pick<SandboxAccountChange, 'status'>) {
  return defined({ isBlocked: status === undefined ? undefined : isBlocked(status) });
}

function blockedOf({ status }: Pick<SandboxAccountChange, 'status'>) {
  return isBlocked(status) ? ({ isBlocked: true } as const) : {};
}

function isBlocked(status: string | undefined): boolean {
  return status?.toUpperCase() === 'BLOCKED';
}
