import { Type } from 'typebox';
import { BASKET_STATUSES } from '../../codes/transaction-status.js';
import { basketPaymentCountMax } from '../signing-basket-creation.js';
import { linksTo } from './links.js';
import { remarks, remarksAndPsuMessage } from './messages.js';
import { oneOf, reply, text } from './reply.js';
import type { ReplyOf } from './reply.js';

const transactionStatus = oneOf(BASKET_STATUSES, "The worst case of the payments' statuses.");

/** Answer to the creation of a signing basket (specification §2.1); the id is always present here. */
export const BasketCreated = reply('BasketCreated', 'A signing basket was received.', {
  basketId: text('Opaque; another TPP gets another id for the same basket.'),
  transactionStatus,
  ...remarksAndPsuMessage,
  _links: Type.Optional(linksTo('scaRedirect', 'self', 'status', 'scaStatus')),
});
export type BasketCreated = ReplyOf<typeof BasketCreated>;

/** Answer to `GET` of a signing basket: its members and the worst case of their statuses (§3). */
export const BasketReply = reply('BasketReply', 'A signing basket with its payments.', {
  payments: Type.Array(text('Id of a payment.'), {
    description: 'In the order of its creation.',
    maxItems: basketPaymentCountMax,
  }),
  transactionStatus,
  ...remarks,
});
export type BasketReply = ReplyOf<typeof BasketReply>;

/** Answer to `GET …/status` of a signing basket (specification §2.1, §3). */
export const BasketStatusReply = reply('BasketStatusReply', 'Where a signing basket stands.', {
  transactionStatus,
  ...remarks,
});
export type BasketStatusReply = ReplyOf<typeof BasketStatusReply>;
