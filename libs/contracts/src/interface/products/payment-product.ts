import type { BodyType } from '../reading/body-type.js';
import type {
  PaymentInstruction,
  PaymentService,
} from '../../base/values/payment-instruction.v2.js';

/** A payment product: all that is specific to it, in one file (specification §4.4). */
export interface PaymentProduct {
  /** The name in paths. */
  readonly name: string;
  /** Other names in paths. */
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
  /** Nothing is shown before the PSU's approval: a known issue of specification §3. */
  readonly hiddenBeforeApproval?: boolean;
}
