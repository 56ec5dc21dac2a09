import type { MessageCode } from '../codes/message-codes.js';
import type { BasketApproved, BasketCreated } from '../events/basket-events.v1.js';
import type { RegisteredStatus } from '../events/registered-status.v1.js';

/** Data of the commands on `baskets.commands.v1`, by type. Every stream is `basket-<id>`. */
export interface BasketCommandData {
  readonly CreateBasket: Omit<BasketCreated['data'], 'acceptedAt'> & {
    /** The members' statuses as the gateway read them: they enter the register, never the stream. */
    readonly facts: readonly RegisteredStatus[];
  };
  readonly FreezeBasket: { readonly by: string };
  readonly ApproveBasket: Omit<BasketApproved['data'], 'at' | 'signers'>;
  /** One of two signatures; the basket knows whether it is the first or the second. */
  readonly SignBasket: Omit<BasketApproved['data'], 'at' | 'signers'>;
  readonly RejectBasket: { readonly by: string };
  readonly DeleteBasket: { readonly by: string };
}

/** What the baskets service answers to a command of the gateway. */
export interface BasketReceipt {
  readonly fingerprint: string;
  /** Set when the basket was refused and recorded as such. */
  readonly refusal?: { readonly code: MessageCode; readonly path: string };
}
