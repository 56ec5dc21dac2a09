import type { HeldSandboxAccount, HeldSandboxCardAccount } from '@nordgate/contracts/queries';
import { productOf, shownAccountOf } from '../../domain/account.js';
import type { StoredAccount } from '../../domain/account.js';
import { cardFactsOf, cardProduct } from '../../domain/card-account.js';
import type { OpenCardAccount } from '../../domain/card-account.js';
import type { RegisteredCustomer } from '../../domain/customer.js';
import { sumIn } from '../../domain/money.js';
import { defined } from '@nordgate/decider';
import { availableBalance } from '../../domain/standing.js';
import type { Standing } from '../../domain/standing.js';

/** A row of the view with that of its holder. */
export interface Held<Account> {
  readonly account: Account;
  readonly owner: RegisteredCustomer;
}

/** An account as the mock-data API shows it. */
export function heldAccountOf({ account, owner }: Held<StoredAccount>): HeldSandboxAccount {
  const { product = productOf(account.kind ?? 'CACC', owner.customerType) } = account;
  return { ...shownAccountOf(account), ...standingOf(account, owner), product };
}

/** A card account as the mock-data API shows it. */
export function heldCardAccountOf({
  account,
  owner,
}: Held<OpenCardAccount>): HeldSandboxCardAccount {
  const { cardAccountId, maskedPan, name, product = cardProduct } = account;
  const facts = { ...cardFactsOf(account), product };
  return { cardAccountId, maskedPan, name, ...standingOf(account, owner), ...facts };
}

function standingOf(
  account: Standing & { readonly ownerId: string; readonly isBlocked?: true },
  { customerNumber }: RegisteredCustomer,
) {
  const { ownerId, currency, creditLimit: own, isBlocked = false } = account;
  const creditLimit = sumIn(currency, own === undefined ? [] : [own]);
  return {
    ownerId,
    customerNumber,
    currency,
    expected: availableBalance(defined({ ...account, creditLimit: undefined })),
    creditLimit,
    isBlocked,
  };
}
