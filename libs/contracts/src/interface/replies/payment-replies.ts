import type { BasketStatus, PaymentStatus, ScaStatus } from '../../base/codes/statuses.js';
import type { Amount } from '../payments/amounts.js';
import type { LinksTo, Remarks, RemarksForPsu } from './message-replies.js';

/** A payment was received. */
export interface PaymentCreated extends RemarksForPsu {
  /** Opaque; another TPP gets another id for the same payment. */
  readonly paymentId: string;
  /** Status by ISO 20022. */
  readonly transactionStatus: PaymentStatus;
  readonly transactionFees?: Amount;
  /** Whether fees apply by the bank's price list. */
  readonly transactionFeeIndicator?: boolean;
  /**
   * What the account is probably debited with, fees included, in its currency; for a payment in another currency.
   * Of a periodic payment, each time.
   */
  readonly estimatedTotalAmount?: Amount;
  /** What is probably sent to the creditor's bank. */
  readonly estimatedInterbankSettlementAmount?: Amount;
  readonly _links?: LinksTo<'scaRedirect' | 'self' | 'status' | 'scaStatus'>;
}

/** The status of a payment. */
export interface PaymentStatusReply extends RemarksForPsu {
  /** Status by ISO 20022. */
  readonly transactionStatus: PaymentStatus;
  /** False if the payment was refused for lack of funds; its status may be ACCP. */
  readonly fundsAvailable?: boolean;
}

/** One occurrence of a periodic payment that the bank has begun to execute. */
export interface PaymentOccurrence extends PaymentStatusReply {
  /** The day of its execution by the order, YYYY-MM-DD. */
  readonly date: string;
}

/** The PSU has to approve the cancellation. */
export interface CancellationReply extends Remarks {
  /** Status by ISO 20022. */
  readonly transactionStatus: PaymentStatus;
  readonly _links: LinksTo<'scaRedirect' | 'status' | 'scaStatus'>;
}

/** A signing basket was received. */
export interface BasketCreated extends RemarksForPsu {
  /** Opaque; another TPP gets another id for the same basket. */
  readonly basketId: string;
  /** The worst case of the payments' statuses. */
  readonly transactionStatus: BasketStatus;
  readonly _links?: LinksTo<'scaRedirect' | 'self' | 'status' | 'scaStatus'>;
}

/** A signing basket with its payments. */
export interface BasketReply extends Remarks {
  /**
   * Ids of the payments, in the order of the basket's creation.
   *
   * @maxItems 10
   */
  readonly payments: readonly string[];
  /** The worst case of the payments' statuses. */
  readonly transactionStatus: BasketStatus;
}

/** The status of a signing basket. */
export interface BasketStatusReply extends Remarks {
  /** The worst case of the payments' statuses. */
  readonly transactionStatus: BasketStatus;
}

/** A new link for the PSU. */
export interface StartedAuthorisation extends Remarks {
  /** Opaque; another TPP gets another id. */
  readonly authorisationId: string;
  /** Step of the authorisation. */
  readonly scaStatus: ScaStatus;
  readonly _links: LinksTo<'scaRedirect' | 'status' | 'scaStatus'>;
}

/** The authorisations of a resource, the oldest first. */
export interface AuthorisationList extends Remarks {
  /** Opaque ids; another TPP gets other ids. */
  readonly authorisationIds: readonly string[];
}

/** The status of one authorisation. */
export interface ScaStatusReply extends Remarks {
  /** Step of the authorisation. */
  readonly scaStatus: ScaStatus;
  /** `scaStatus`: this authorisation. `status`: what the PSU approves. */
  readonly _links: LinksTo<'scaStatus' | 'status'>;
}
