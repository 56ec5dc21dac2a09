import type { MessageCode } from '../base/codes/message-codes.js';
import type { BasketApproved, BasketCreated, BasketRejected } from './basket-events.v1.js';
import type { CommandContract } from '../base/message/command-contract.js';
import type { PaymentStatus } from '../base/codes/statuses.js';

/** The latest known status of one payment: the register of a basket's member, max by version. */
export interface RegisteredStatus {
  readonly paymentId: string;
  /** Version of the payment's stream that shows this status. */
  readonly version: number;
  readonly status: PaymentStatus;
  readonly fundsAvailable?: boolean;
}

/** The commands on `baskets.commands.v1`, by type. */
export interface BasketCommands {
  readonly CreateBasket: OnBasket<
    Omit<BasketCreated['data'], 'acceptedAt'> & {
      /** The members' statuses as the gateway read them: they enter the register, never the stream. */
      readonly facts: readonly RegisteredStatus[];
    },
    BasketReceipt
  >;
  readonly FreezeBasket: OnBasket<{ readonly by: string }>;
  /** Internal: only baskets itself sends it, because of a sealed approval. */
  readonly ApproveBasket: OnBasket<BasketApproval>;
  /** Internal. One of two signatures; the basket knows whether it is the first or the second. */
  readonly SignBasket: OnBasket<BasketApproval>;
  readonly RejectBasket: OnBasket<Pick<BasketRejected['data'], 'by' | 'reason'>>;
  readonly DeleteBasket: OnBasket<{ readonly by: string }>;
  /** Decides nothing: its outcome says that every command to the basket before it is decided (ADR 89). */
  readonly EnsureDecided: OnBasket<Record<string, never>>;
}

type OnBasket<Data, Receipt = null> = CommandContract<'basket', Data, Receipt>;

/** A PSU's approval of a basket, alone or as one of two. */
export type BasketApproval = Omit<BasketApproved['data'], 'at' | 'signers'>;

/** The receipt of a creation. */
export interface BasketReceipt {
  readonly fingerprint: string;
  /** Set when the basket was refused and recorded as such. */
  readonly refusal?: { readonly code: MessageCode; readonly path: string };
}
