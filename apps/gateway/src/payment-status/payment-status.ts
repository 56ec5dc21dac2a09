import type { PaymentStatusReply, PaymentView } from '@nordgate/contracts';
import type { Caller } from '../access/caller.js';
import { fault } from '../reply/refused.js';
import { tppMessageOf } from '../reply/tpp-messages.js';

/** The status of a payment. Before it is decided it is received: that much a 201 has said. */
export function paymentStatusOf(view: PaymentView | undefined, caller: Caller): PaymentStatusReply {
  if (view === undefined) return { transactionStatus: 'RCVD' };
  const { transactionStatus, fundsAvailable, rejection } = view;
  return {
    transactionStatus,
    ...(fundsAvailable === undefined ? {} : { fundsAvailable }),
    ...(rejection === undefined ? {} : { tppMessages: [reasonOf(rejection, caller)] }),
  };
}

function reasonOf({ code, reason }: NonNullable<PaymentView['rejection']>, caller: Caller) {
  return tppMessageOf(fault(code, `payment.${reason}`), 'ERROR', caller.language);
}
