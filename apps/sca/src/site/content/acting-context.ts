import { bbanOf, withoutGeneration } from '@nordgate/contracts/rules';
import type { ActingContext, ActingCustomer, ApprovablePayment } from '@nordgate/contracts/queries';
import type { Initiator } from '@nordgate/contracts/events';

/**
 * The contexts in which this customer may approve what the TPP asked for (specification 5.14): the
 * agreement or the kind of context that the request names, otherwise every context of the customer.
 * Empty when the request means another customer.
 */
export function openContexts(
  { context, corporateId }: Pick<Initiator, 'context' | 'corporateId'>,
  { contexts }: ActingCustomer,
): readonly ActingContext[] {
  if (corporateId !== undefined) {
    return contexts.filter((one) => one.corporateId === corporateId);
  }
  return context === undefined ? contexts : contexts.filter((one) => one.context === context);
}

/**
 * The context of the page: the one that the PSU chose, otherwise the first in which the account of a
 * payment may be debited, otherwise the first. Undefined only when no context is open.
 */
export function shownContext(
  contexts: readonly ActingContext[],
  wanted: string,
  views: readonly ApprovablePayment[],
): ActingContext | undefined {
  return (
    contexts.find((one) => contextKey(one) === wanted) ??
    contexts.find((one) => views.some((view) => canDebit(one, view))) ??
    contexts[0]
  );
}

/**
 * The contexts that the PSU may change to from the shown one: where payments are to be decided, those in which
 * the account of one of them may be debited.
 */
export function offeredContexts(
  contexts: readonly ActingContext[],
  shown: ActingContext,
  views: readonly ApprovablePayment[],
): readonly ActingContext[] {
  if (views.length === 0) return contexts;
  return contexts.filter((one) => one === shown || views.some((view) => canDebit(one, view)));
}

/** The value of a context in a form: the id of the agreement as PSUs see it, or PRIVATE. */
export function contextKey({
  context,
  corporateId,
}: Pick<ActingContext, 'context' | 'corporateId'>): string {
  return withoutGeneration(corporateId ?? context);
}

/** The accounts that the PSU may debit in a context. */
type Debitable = Pick<ActingContext, 'debitable' | 'blocked' | 'currencies'>;

/** Whether the PSU may pay from the account of a payment in this context: may debit it, and it is not blocked. */
export function canPayFrom(
  context: Debitable,
  view: Pick<ApprovablePayment, 'instruction'>,
): boolean {
  const bban = bbanOf(view.instruction.debtorAccount) ?? '';
  return canDebit(context, view) && context.blocked?.includes(bban) !== true;
}

/**
 * Whether the PSU has the right to debit the account of a payment in this context, which a block of the account
 * does not end: who may not pay from it may still cancel a payment from it. An account with another currency
 * than the payment says is none: the currency decides whether the payment exchanges money, and so which
 * parts of an address it needs (specification 2.3, section 9).
 */
export function canDebit(
  context: Debitable,
  view: Pick<ApprovablePayment, 'instruction'>,
): boolean {
  const bban = bbanOf(view.instruction.debtorAccount);
  const isOwn = bban !== undefined && context.debitable.includes(bban);
  return isOwn && !hasOtherCurrency(context, view);
}

/** Whether the account of a payment has another currency than the payment says. */
export function hasOtherCurrency(
  { currencies = {} }: Debitable,
  { instruction: { debtorAccount } }: Pick<ApprovablePayment, 'instruction'>,
): boolean {
  const currency = currencies[bbanOf(debtorAccount) ?? ''];
  return currency !== undefined && currency !== debtorAccount.currency;
}

/** The names of the accounts that the PSU sees in a context, by BBAN. */
export function accountNamesIn({
  viewable,
}: Pick<ActingContext, 'viewable'>): ReadonlyMap<string, string> {
  return new Map(viewable.map(({ bban, name }) => [bban, name]));
}
