import { textOf } from '@nordgate/contracts/texts';
import type { PaymentStatusReply } from '@nordgate/contracts/http';
import type { PaymentView } from '@nordgate/contracts/queries';
import type { TextKey } from '@nordgate/contracts/texts';
import type { Caller } from '../access/caller.js';
import { fault } from '../reply/refused.js';
import { tppMessageOf } from '../reply/tpp-messages.js';

/** The status of a payment. Before it is decided it is received: that much a 201 has said. */
export function paymentStatusOf(
  view: PaymentView | undefined,
  caller: Pick<Caller, 'language'>,
): PaymentStatusReply {
  if (view === undefined) return { transactionStatus: 'RCVD' };
  const { transactionStatus, fundsAvailable, rejection } = view;
  const forPsu = psuTextOf(view);
  return {
    transactionStatus,
    ...(fundsAvailable === undefined ? {} : { fundsAvailable }),
    ...(rejection === undefined ? {} : { tppMessages: [reasonOf(rejection, caller)] }),
    ...(forPsu === undefined
      ? {}
      : { psuMessage: textOf({ rule: forPsu, params: {} }, caller.language) }),
  };
}

function reasonOf(
  { code, reason }: NonNullable<PaymentView['rejection']>,
  caller: Pick<Caller, 'language'>,
) {
  return tppMessageOf(fault(code, `payment.${reason}`), 'ERROR', caller.language);
}

/** Why nothing is paid, in words for the PSU; of any other payment nothing. */
function psuTextOf({ rejection, fundsAvailable }: PaymentView): TextKey | undefined {
  if (rejection !== undefined) return `psuMessage.${rejection.reason}`;
  return fundsAvailable === false ? 'psuMessage.no-funds' : undefined;
}
