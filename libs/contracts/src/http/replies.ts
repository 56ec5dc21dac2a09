import type { Currency } from '../codes/currencies.js';
import type { MessageCode } from '../codes/message-codes.js';
import type { BasketStatus, PaymentStatus } from '../codes/transaction-status.js';

/** Methods a link may offer (specification §2.1). */
export const LINK_VERBS = ['GET', 'PUT', 'POST', 'DELETE'] as const;

/** One method of a link. */
export type LinkVerb = (typeof LINK_VERBS)[number];

/** Where a client may go next (specification §2.1). */
export interface Link {
  readonly href: string;
  readonly verbs: readonly LinkVerb[];
}

/** `_links`: from link name to link (specification §2.1). */
export type Links = Readonly<Record<string, Link>>;

/** An element of `tppMessages` (specification §7). */
export interface TppMessage {
  readonly category: 'ERROR' | 'WARNING';
  readonly code: MessageCode;
  /** JSON pointer into the body, or the name of a header or query parameter. */
  readonly path?: string;
  /** At most 512 characters, in the negotiated language. */
  readonly text?: string;
}

/** Body of every answer other than 2xx (specification §7); a 401 may carry a `scaRedirect` link. */
export interface ErrorBody {
  readonly tppMessages: readonly TppMessage[];
  readonly _links?: Links;
}

/** Fees of a transaction (specification §2.2): an amount as in instructedAmount. */
export interface TransactionFees {
  readonly amount: string;
  readonly currency: Currency;
}

/** Answer to the creation of a payment (specification §2.2). */
export interface PaymentCreated {
  readonly paymentId: string;
  readonly transactionStatus: PaymentStatus;
  readonly transactionFees?: TransactionFees;
  /** True if fees apply by the bank's price list or the agreement with the PSU. */
  readonly transactionFeeIndicator?: boolean;
  readonly tppMessages?: readonly TppMessage[];
  /** Text for the PSU, at most 512 characters. */
  readonly psuMessage?: string;
  /** Carries `scaRedirect` when the payment has to be approved. */
  readonly _links?: Links;
}

/** Answer to `GET …/status` of a payment (specification §2.4, §4.4). */
export interface PaymentStatusReply {
  readonly transactionStatus: PaymentStatus;
  /** False if the payment was refused for lack of funds; its status may then read ACCP (§3). */
  readonly fundsAvailable?: boolean;
  readonly tppMessages?: readonly TppMessage[];
  readonly psuMessage?: string;
  readonly _links?: Links;
}

/** Answer to the creation of a signing basket (specification §2.1); the id is always present here. */
export interface BasketCreated {
  readonly basketId: string;
  readonly transactionStatus: BasketStatus;
  readonly tppMessages?: readonly TppMessage[];
  readonly psuMessage?: string;
  readonly _links?: Links;
}

/** Answer to `GET` of a signing basket: its members and the worst case of their statuses (§3). */
export interface BasketReply {
  /** Ids of the payments in the basket, in the order of its creation. */
  readonly payments: readonly string[];
  readonly transactionStatus: BasketStatus;
  readonly tppMessages?: readonly TppMessage[];
  readonly _links?: Links;
}

/** Answer to `GET …/status` of a signing basket (specification §2.1, §3). */
export interface BasketStatusReply {
  readonly transactionStatus: BasketStatus;
  readonly tppMessages?: readonly TppMessage[];
  readonly _links?: Links;
}
