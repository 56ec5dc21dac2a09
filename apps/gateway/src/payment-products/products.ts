import type { PaymentService } from '@nordgate/contracts';
import type { ResourceKind } from '../ids/public-id.js';
import { fault, Refused } from '../reply/refused.js';
import { domesticCreditTransfers } from './norwegian-domestic-credit-transfers.js';

/** A payment product as one of the services offers it. */
export interface PaymentProduct {
  readonly service: PaymentService;
  readonly product: string;
  readonly kind: Extract<ResourceKind, 'payment' | 'periodic' | 'bulk'>;
  readonly bodyType: 'SinglePaymentInitiation' | 'PeriodicPaymentInitiation';
  /** The specified known issue: nothing is shown before the PSU's approval (section 3). */
  readonly hiddenBeforeApproval: boolean;
}

/** A new product is one file and one line here. */
const products: readonly PaymentProduct[] = [...domesticCreditTransfers];

/** The product of a route. Throws Refused with PRODUCT_UNKNOWN. */
export function productOf(service: PaymentService, name: string): PaymentProduct {
  const product = products.find((one) => one.service === service && one.product === name);
  if (product === undefined) throw new Refused([fault('PRODUCT_UNKNOWN', 'product.unknown')]);
  return product;
}
