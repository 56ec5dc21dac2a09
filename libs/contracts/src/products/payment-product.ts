import type { BodyType } from '../http/body-type.js';
import type { PaymentInstruction, PaymentService } from '../events/payment-instruction.v1.js';

/** A payment product: everything that tells it from the others, in one file (specification §4.4). */
export interface PaymentProduct {
  /** As it stands in paths. */
  readonly name: string;
  /** Further spellings that paths may have. */
  readonly aliases?: readonly string[];
  /** Between accounts of Norwegian banks only. */
  readonly isDomestic?: true;
  /** The services it is offered in. */
  readonly services: { readonly [Service in PaymentService]?: ProductOffer };
  /** Instant products are executed right after approval, the others by the next batch run. */
  readonly execution: 'instant' | 'batch';
}

/** A product as one service offers it. */
export interface ProductOffer {
  readonly body: BodyType<PaymentInstruction>;
  /** The specified known issue: nothing is shown before the PSU's approval (specification §3). */
  readonly hiddenBeforeApproval?: boolean;
}
