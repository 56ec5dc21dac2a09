import { textOf } from '@nordgate/contracts/texts';
import type { PaymentStatusReply } from '@nordgate/contracts/http';
import type { PaymentProgress } from '@nordgate/contracts/queries';
import type { TextKey } from '@nordgate/contracts/texts';
import { defined } from '@nordgate/decider';
import type { Caller } from '../../access/caller.js';
import { fault } from '../../reply/request-error.js';
import { tppMessageOf } from '../../reply/tpp-messages.js';

/** The status of a payment or sub-payment. A payment that is not decided yet is RCVD, as in its 201. */
export function paymentStatusOf(
  view: PaymentProgress | undefined,
  caller: Pick<Caller, 'language'>,
): PaymentStatusReply {
  if (view === undefined) return { transactionStatus: 'RCVD' };
  const { transactionStatus, fundsAvailable, rejection } = view;
  const forPsu = psuTextOf(view);
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
function psuTextOf({ rejection, fundsAvailable }: PaymentProgress): TextKey | undefined {
  if (fundsAvailable === false) return 'psuMessage.no-funds';
  return rejection && `psuMessage.${rejection.reason}`;
}
