import type {
  SandboxAccount,
  SandboxAgreement,
  SandboxCardAccount,
  SandboxCardTransaction,
  SandboxCustomer,
  SandboxTransaction,
  HeldAccountReply,
  HeldCardAccountReply,
  ReplyName,
} from '@nordgate/contracts/http';
import { exactNumber, replySchema } from '@nordgate/contracts/http';
import type {
  SandboxAccount as AccountView,
  SandboxAgreement as AgreementView,
  SandboxCardAccount as CardAccountView,
  SandboxCustomer as CustomerView,
  TransactionView,
  HeldSandboxAccount,
  HeldSandboxCardAccount,
} from '@nordgate/contracts/queries';
import { withoutGeneration } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import {
  cardTransactionReplyOf,
  transactionReplyOf,
} from '../../routes/accounts/transaction-replies.js';
import type { Schema } from '../../request/route.decorator.js';

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
function linksTo(href: string) {
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

/** An account with its holder as TPPs see it. Its amounts are numbers, with every digit. */
export function heldAccountReplyOf(view: HeldSandboxAccount): HeldAccountReply {
  const { accountId, name: accountName, bban, iban, cashAccountType, creditLimit } = view;
  return {
    accountId: withoutGeneration(accountId),
    ...holderOf(view),
    accountName,
    bban,
    iban,
    cashAccountType,
    ...standingOf(view),
    creditLine: exactNumber(creditLimit),
    ...linksTo(pathOf.heldAccount(accountId)),
  };
}

/** A card account with its holder as TPPs see it. */
export function heldCardAccountReplyOf(view: HeldSandboxCardAccount): HeldCardAccountReply {
  const { cardAccountId, name, maskedPan, creditLimit, currency } = view;
  const { cardId, cardIdVNo, accountNumber, expiry } = view;
  return {
    cardAccountId: withoutGeneration(cardAccountId),
    ...holderOf(view),
    name,
    maskedPan,
    ...standingOf(view),
    creditLimit: { currency, amount: exactNumber(creditLimit) },
    ...defined({ cardId, cardIdVNo, accountNumber, expiry }),
    ...linksTo(pathOf.heldCardAccount(cardAccountId)),
  };
}

type Held = HeldSandboxAccount | HeldSandboxCardAccount;

function holderOf({ customerNumber, ownerId }: Held) {
  return { customerNumber, customerId: withoutGeneration(ownerId) };
}

function standingOf({ currency, product, isBlocked, expected }: Held) {
  const balanceAmount = { currency, amount: exactNumber(expected) };
  return {
    currency,
    product,
    status: isBlocked ? 'BLOCKED' : 'ENABLED',
    balances: [{ balanceType: 'EXPECTED', balanceAmount }],
  } as const;
}

/**
 * The schema of the answer to a creation: some members of the resource that the bank has made, and the
 * members of the body as they were sent.
 */
export function asSent(name: ReplyName, required: readonly string[]): Schema {
  const { properties = {} } = replySchema(name);
  const own = ['tppMessages', ...required, '_links'].filter((member) => member in properties);
  return {
    title: `${name}AsSent`,
    type: 'object',
    description: 'The resource, and the members of the body as they were sent.',
    required: [...required, '_links'],
    properties: Object.fromEntries(own.map((member) => [member, properties[member]])),
    additionalProperties: true,
  };
}
