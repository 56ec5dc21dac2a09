import { Type } from 'typebox';
import { PAYMENT_STATUSES } from '../../codes/transaction-status.js';
import { Amount } from '../amount.js';
import { objectSchema } from '../object-schema.js';
import { linksTo } from './links.js';
import { remarks, remarksAndPsuMessage } from './messages.js';
import { oneOf, reply, text } from './reply.js';
import type { ReplyOf } from './reply.js';

/** Fees of a transaction (specification §2.2): an amount as in instructedAmount. */
const transactionFees = Type.Unsafe<Amount>(objectSchema(Amount));
export type TransactionFees = ReplyOf<typeof transactionFees>;

const transactionStatus = oneOf(PAYMENT_STATUSES, 'Status by ISO 20022.');

/** Answer to the creation of a payment (specification §2.2). */
export const PaymentCreated = reply('PaymentCreated', 'A payment was received.', {
  paymentId: text('Opaque; another TPP gets another id for the same payment.'),
  transactionStatus,
  transactionFees: Type.Optional(transactionFees),
  transactionFeeIndicator: Type.Optional(
    Type.Boolean({ description: "Whether fees apply by the bank's price list." }),
  ),
  ...remarksAndPsuMessage,
  _links: Type.Optional(linksTo('scaRedirect', 'self', 'status', 'scaStatus')),
});
export type PaymentCreated = ReplyOf<typeof PaymentCreated>;

/** What is said of a payment's status, alone or beside its details (specification §2.4, §4.4). */
export const paymentStatusMembers = {
  transactionStatus,
  fundsAvailable: Type.Optional(
    Type.Boolean({
      description: 'False if the payment was refused for lack of funds; its status may be ACCP.',
    }),
  ),
  ...remarksAndPsuMessage,
};

/** Answer to `GET …/status` of a payment (specification §2.4, §4.4). */
export const PaymentStatusReply = reply(
  'PaymentStatusReply',
  'Where a payment stands.',
  paymentStatusMembers,
);
export type PaymentStatusReply = ReplyOf<typeof PaymentStatusReply>;

/** A cancellation that the PSU has to approve (Berlin Group framework 1.3). */
export const CancellationReply = reply(
  'CancellationReply',
  'The PSU has to approve the cancellation.',
  { transactionStatus, ...remarks, _links: linksTo('scaRedirect', 'scaStatus') },
);
export type CancellationReply = ReplyOf<typeof CancellationReply>;
