import { offeredProduct } from '@nordgate/contracts';
import type { BankProfile, OfferedProduct, PaymentService } from '@nordgate/contracts';
import type { ResourceKind } from '../ids/public-id.js';
import { fault, Refused } from '../reply/refused.js';

/** What the ids of a service's payments tell. */
export const idKindOf = {
  payments: 'payment',
  'periodic-payments': 'periodic',
  'bulk-payments': 'bulk',
} as const satisfies { readonly [Service in PaymentService]: ResourceKind };

/** The product of a route. Throws Refused with PRODUCT_UNKNOWN. */
export function productOf(
  profile: BankProfile,
  service: PaymentService,
  name: string,
): OfferedProduct {
  const offered = offeredProduct(profile, service, name);
  if (offered === undefined) throw new Refused([fault('PRODUCT_UNKNOWN', 'product.unknown')]);
  return offered;
}
