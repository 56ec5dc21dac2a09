import { textOf } from '@nordgate/contracts/texts';
import type { PaymentStatusReply } from '@nordgate/contracts/http';
import type { PaymentProgress, PaymentView } from '@nordgate/contracts/queries';
import type { TextKey } from '@nordgate/contracts/texts';
import { defined } from '@nordgate/decider';
import type { Caller } from '../../access/caller.js';
import { fault } from '../../reply/request-error.js';
import { tppMessageOf } from '../../reply/tpp-messages.js';

/** How far a payment is, and who was asked to approve it. */
export type ShownProgress = PaymentProgress & Partial<Pick<PaymentView, 'initiator' | 'signedBy'>>;

/** The status of a payment or sub-payment. A payment that is not decided yet is RCVD, as in its 201. */
export function paymentStatusOf(
  view: ShownProgress | undefined,
  caller: Pick<Caller, 'language' | 'psuId'>,
): PaymentStatusReply {
  if (view === undefined) return { transactionStatus: 'RCVD' };
  const { transactionStatus, fundsAvailable, rejection } = view;
  const forPsu = psuTextOf(view, caller);
  return {
    transactionStatus,
    ...defined({
      fundsAvailable,
      tppMessages: rejection && [reasonOf(rejection, caller)],
      psuMessage: forPsu && textOf({ rule: forPsu, params: {} }, caller.language),
    }),
  };
}

function reasonOf(
  { code, reason }: NonNullable<PaymentProgress['rejection']>,
  caller: Pick<Caller, 'language'>,
) {
  return tppMessageOf(fault(code, `payment.${reason}`), 'ERROR', caller.language);
}

/** The reason why nothing is paid, as a text for the PSU. Undefined for all other payments. */
function psuTextOf(view: ShownProgress, caller: Pick<Caller, 'psuId'>): TextKey | undefined {
  const { rejection, fundsAvailable } = view;
  if (fundsAvailable === false) return 'psuMessage.no-funds';
  if (rejection === undefined) return undefined;
  if (rejection.reason === 'refused-by-psu') return refusalFor(view, caller);
  return `psuMessage.${rejection.reason}`;
}

/**
 * After a first signature it is the other signer who refused. A reader whom the payment was not made for
 * may be that signer, or not.
 */
function refusalFor({ initiator, signedBy }: ShownProgress, { psuId }: Pick<Caller, 'psuId'>) {
  const owner = initiator?.psuId;
  if (owner !== undefined && psuId !== undefined && psuId !== owner) {
    return 'psuMessage.refused-by-signer';
  }
  return signedBy === undefined
    ? 'psuMessage.refused-by-psu'
    : 'psuMessage.refused-by-other-signer';
}
