import type { MessageCode } from '../base/codes/message-codes.js';
import type { BasketStatus } from '../base/codes/statuses.js';
import type { Initiator } from '../base/values/initiation.v1.js';
import type { FirstSigner } from '../payments/payment-queries.js';
import { ServiceQuery } from '../base/message/query.js';

/** A basket with its status, folded over its members when read. */
export interface BasketView {
  readonly basketId: string;
  readonly version: number;
  readonly initiator: Initiator;
  readonly fingerprint: string;
  readonly paymentIds: readonly string[];
  readonly transactionStatus: BasketStatus;
  readonly authorisationId?: string;
  /** Whether the PSU can still decide on it. */
  readonly isOpen: boolean;
  /** The first of two signers, and the agreement. */
  readonly signedBy?: FirstSigner;
  /** The authorisation, as `authorisation-<id>`, that approved or refused it. */
  readonly settledBy?: string;
  /** The request that deleted the basket. From then on the TPP sees an unknown basket. */
  readonly deletedBy?: string;
  /** Why the basket itself was refused. */
  readonly refusal?: { readonly code: MessageCode; readonly path: string };
}

/** One basket of a TPP, or null when that TPP has none with this id. */
export class GetBasket extends ServiceQuery<BasketView | null> {
  static readonly service = 'baskets';
  constructor(
    readonly tpp: string,
    readonly basketId: string,
  ) {
    super();
  }
}

/** Which of these baskets were deleted, as their retention is over. Their ids answer as unknown ones. */
export class GetDeletedBaskets extends ServiceQuery<readonly string[]> {
  static readonly service = 'baskets';
  constructor(readonly basketIds: readonly string[]) {
    super();
  }
}

/** Which of these payments are members of an open basket: payment id to basket id. */
export class GetOpenBaskets extends ServiceQuery<Readonly<Record<string, string>>> {
  static readonly service = 'baskets';
  constructor(readonly paymentIds: readonly string[]) {
    super();
  }
}
