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
import { withoutGeneration } from '@nordgate/contracts/rules';
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

/** A path with ids as TPPs see them: without the generation of the world. */
const path = (parts: TemplateStringsArray, ...ids: readonly string[]) =>
  String.raw({ raw: parts }, ...ids.map(withoutGeneration));

/** The paths of one customer and what the customer has, from ids inside or outside the bank. */
export const pathOf = {
  customer: (customerId: string) => path`${customersPath}/${customerId}`,
  account: (customerId: string, accountId: string) =>
    path`${customersPath}/${customerId}/accounts/${accountId}`,
  cardAccount: (customerId: string, cardAccountId: string) =>
    path`${customersPath}/${customerId}/card-accounts/${cardAccountId}`,
  heldAccount: (accountId: string) => path`${accountsPath}/${accountId}`,
  heldCardAccount: (cardAccountId: string) => path`${cardAccountsPath}/${cardAccountId}`,
  agreement: (agreementId: string) => path`${agreementsPath}/${agreementId}`,
  engagement: (agreementId: string, engagementId: string) =>
    path`${agreementsPath}/${agreementId}/engagements/${engagementId}`,
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
    customerId: withoutGeneration(customerId),
    accounts: accounts.map((one) => shownAccount(customerId, one)),
    cardAccounts: cardAccounts.map((one) => shownCardAccount(customerId, one)),
    ...linksTo(pathOf.customer(customerId)),
  };
}

/** An account of a customer. */
export function shownAccount(
  customerId: string,
  { isBlocked: _isBlocked, ...view }: AccountView,
): SandboxAccount {
  const { accountId } = view;
  const links = linksTo(pathOf.account(customerId, accountId));
  return { ...view, accountId: withoutGeneration(accountId), ...links };
}

/** A card account of a customer. */
export function shownCardAccount(
  customerId: string,
  { isBlocked: _isBlocked, ...view }: CardAccountView,
): SandboxCardAccount {
  const { cardAccountId } = view;
  const links = linksTo(pathOf.cardAccount(customerId, cardAccountId));
  return { ...view, cardAccountId: withoutGeneration(cardAccountId), ...links };
}

/** An agreement of the sandbox with its engagements. */
export function shownAgreement(view: AgreementView): SandboxAgreement {
  const { agreementId, ownerId, engagements } = view;
  return {
    ...view,
    agreementId: withoutGeneration(agreementId),
    ownerId: withoutGeneration(ownerId),
    engagements: engagements.map((one) => ({
      ...one,
      engagementId: withoutGeneration(one.engagementId),
      customerId: withoutGeneration(one.customerId),
      accountId: withoutGeneration(one.accountId),
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
