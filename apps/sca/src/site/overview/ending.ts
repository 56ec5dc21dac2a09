import type { BasketView, ApprovablePayment } from '@nordgate/contracts/queries';
import type { Failed, Finalised } from '../../authorisation/authorisation.js';
import { waitsFor } from '../leave/outcome.js';
import type { TextKey } from '../language/texts.js';

/** What a decision did to its payment or basket: it counted, is on its way, or came too late. */
export type Effect = 'taken' | 'pending' | 'late';

/** The effect of an authorisation on a payment. `stream` is the stream of the authorisation. */
export function effectOnPayment(
  view: ApprovablePayment,
  { psu, is }: Pick<Finalised | Failed, 'psu' | 'is'>,
  stream: string,
): Effect {
  if (waitsFor(view, psu?.customerId)) return 'pending';
  const isTaken =
    is === 'finalised' ? view.authorisedBy === stream : view.transactionStatus === 'RJCT';
  return isTaken ? 'taken' : 'late';
}

/** The effect of an authorisation on a basket. `stream` is the stream of the authorisation. */
export function effectOnBasket({ isOpen, settledBy }: BasketView, stream: string): Effect {
  if (isOpen) return 'pending';
  return settledBy === stream ? 'taken' : 'late';
}

/** The notice for the PSU when an authorisation that the bank itself opened is over. */
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
