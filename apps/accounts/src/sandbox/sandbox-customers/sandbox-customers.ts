import type { SandboxCustomer } from '@nordgate/contracts/queries';
import { defined } from '@nordgate/decider';
import { shownAccountOf } from '../../domain/account.js';
import type { OpenAccount } from '../../domain/account.js';
import type { OpenCardAccount } from '../../domain/card-account.js';
import type { RegisteredCustomer } from '../../domain/customer.js';

/** A customer with what is open in its name. */
export interface CustomerHoldings {
  readonly customer: RegisteredCustomer;
  readonly accounts: readonly OpenAccount[];
  readonly card_accounts: readonly OpenCardAccount[];
}

/** A sandbox customer as other services see it: balances and limits are not part of the list. */
export function sandboxCustomerOf(holdings: CustomerHoldings): SandboxCustomer {
  const {
    customerId,
    customerNumber,
    customerType,
    name: customerName,
    address,
  } = holdings.customer;
  return {
    customerId,
    customerNumber,
    customerType,
    customerName,
    ...defined({ address }),
    accounts: holdings.accounts.map((one) => ({ ...shownAccountOf(one), ...blockOf(one) })),
    cardAccounts: holdings.card_accounts.map((one) => {
      const { cardAccountId, maskedPan, name } = one;
      return { cardAccountId, maskedPan, name, ...blockOf(one) };
    }),
  };
}

const blockOf = ({ isBlocked }: { readonly isBlocked?: boolean }) =>
  isBlocked === true ? { isBlocked } : {};
