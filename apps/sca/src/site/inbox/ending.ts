import type { BasketView, PaymentView } from '@nordgate/contracts/queries';
import type { Failed, Finalised } from '../../domain/authorisation.js';
import { waitsFor } from '../approval/second-signature.js';
import type { TextKey } from '../language/en.js';

/** What became of a PSU's answer, as the payment or basket has it. */
export type Effect = 'taken' | 'pending' | 'late';

/** Whether a payment follows the answer of this authorisation; `stream` is the authorisation's. */
export function effectOnPayment(
  view: PaymentView,
  { psu, is }: Pick<Finalised | Failed, 'psu' | 'is'>,
  stream: string,
): Effect {
  if (waitsFor(view, psu?.customerId)) return 'pending';
  const isTaken =
    is === 'finalised' ? view.authorisedBy === stream : view.transactionStatus === 'RJCT';
  return isTaken ? 'taken' : 'late';
}

/** Whether a basket does. */
export function effectOnBasket({ isOpen, settledBy }: BasketView, stream: string): Effect {
  if (isOpen) return 'pending';
  return settledBy === stream ? 'taken' : 'late';
}

/** What the PSU is told when an authorisation of the bank's own is over. */
export function endingText(authorisation: Finalised | Failed, effect: Effect): TextKey {
  const isRefused = authorisation.is === 'failed' && authorisation.failure.reason === 'refused';
  if (authorisation.is === 'failed' && !isRefused) {
    const { reason } = authorisation.failure;
    return reason === 'other-customer' ? 'inbox.after.other-customer' : `failed.${reason}`;
  }
  if (effect === 'pending') return 'inbox.after.recorded';
  if (effect === 'late') return 'inbox.after.late';
  return isRefused ? 'inbox.after.refused' : 'inbox.after.done';
}
