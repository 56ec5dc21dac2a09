import type { ActingContext, ActingCustomer, PaymentView } from '@nordgate/contracts/queries';
import type { Initiator } from '@nordgate/contracts/events';
import { bbanOf } from '@nordgate/contracts/rules';

/**
 * The contexts in which this customer may approve what the TPP asked for (specification 5.14): the
 * agreement or context that the request names, else all of theirs. None: another customer is meant.
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
 * The context that is shown: the one that the PSU chose, else the first in which a payment's account
 * may be debited, else the first. Undefined only when none is open.
 */
export function shownContext(
  contexts: readonly ActingContext[],
  wanted: string,
  views: readonly PaymentView[],
): ActingContext | undefined {
  const debtors = views.map(({ instruction }) => bbanOf(instruction.debtorAccount));
  return (
    contexts.find((one) => contextKey(one) === wanted) ??
    contexts.find(({ debitable }) => debtors.some((bban) => bban && debitable.includes(bban))) ??
    contexts[0]
  );
}

/** How a form names a context: the agreement, or PRIVATE. */
export function contextKey({ context, corporateId }: ActingContext): string {
  return corporateId ?? context;
}
