import type {
  SandboxAccount,
  SandboxAgreement,
  SandboxCardAccount,
  SandboxCardTransaction,
  SandboxCustomer,
  SandboxTransaction,
} from '@nordgate/contracts/http';
import type {
  SandboxAccount as AccountView,
  SandboxAgreement as AgreementView,
  SandboxCardAccount as CardAccountView,
  SandboxCustomer as CustomerView,
  TransactionView,
} from '@nordgate/contracts/queries';
import {
  cardTransactionReplyOf,
  transactionReplyOf,
} from '../../routes/accounts/transaction-replies.js';

/** The path of the sandbox's customers. */
export const customersPath = '/v1/sandbox/customers';

/** The path of the sandbox's agreements. */
export const agreementsPath = '/v1/sandbox/agreements';

/** The paths of the sandbox's accounts and card accounts. */
export const accountsPath = '/v1/sandbox/accounts';
export const cardAccountsPath = '/v1/sandbox/card-accounts';

/** The paths of one customer and what the customer has. */
export const pathOf = {
  customer: (customerId: string) => `${customersPath}/${customerId}`,
  account: (customerId: string, accountId: string) =>
    `${customersPath}/${customerId}/accounts/${accountId}`,
  cardAccount: (customerId: string, cardAccountId: string) =>
    `${customersPath}/${customerId}/card-accounts/${cardAccountId}`,
  heldAccount: (accountId: string) => `${accountsPath}/${accountId}`,
  heldCardAccount: (cardAccountId: string) => `${cardAccountsPath}/${cardAccountId}`,
  agreement: (agreementId: string) => `${agreementsPath}/${agreementId}`,
  engagement: (agreementId: string, engagementId: string) =>
    `${agreementsPath}/${agreementId}/engagements/${engagementId}`,
} as const;

/** Links to where a resource of the sandbox is read, replaced and removed. */
export function linksTo(href: string) {
  return { _links: { self: { href, verbs: ['GET', 'PUT', 'DELETE'] } } } as const;
}

/** A customer of the sandbox as TPPs see it. */
export function shownCustomer(view: CustomerView): SandboxCustomer {
  const { customerId, accounts, cardAccounts } = view;
  return {
    ...view,
    accounts: accounts.map((one) => shownAccount(customerId, one)),
    cardAccounts: cardAccounts.map((one) => shownCardAccount(customerId, one)),
    ...linksTo(pathOf.customer(customerId)),
  };
}

/** An account of a customer. */
export function shownAccount(customerId: string, view: AccountView): SandboxAccount {
  return { ...view, ...linksTo(pathOf.account(customerId, view.accountId)) };
}

/** A card account of a customer. */
export function shownCardAccount(customerId: string, view: CardAccountView): SandboxCardAccount {
  return { ...view, ...linksTo(pathOf.cardAccount(customerId, view.cardAccountId)) };
}

/** An agreement of the sandbox with its engagements. */
export function shownAgreement(view: AgreementView): SandboxAgreement {
  const { agreementId, engagements } = view;
  return {
    ...view,
    engagements: engagements.map((one) => ({
      ...one,
      ...linksTo(pathOf.engagement(agreementId, one.engagementId)),
    })),
    ...linksTo(pathOf.agreement(agreementId)),
  };
}

/** A transaction of an account by its path, with the members that its list shows. */
export function shownTransaction(href: string, view: TransactionView): SandboxTransaction {
  return { ...transactionReplyOf(view), status: view.status, ...linksTo(href) };
}

/** The same of a card account. */
export function shownCardTransaction(href: string, view: TransactionView): SandboxCardTransaction {
  const { transactionId, status } = view;
  return { ...cardTransactionReplyOf(view), transactionId, status, ...linksTo(href) };
}
