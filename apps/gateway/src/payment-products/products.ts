import { offeredProduct } from '@nordgate/contracts/profile';
import type { BankProfile, OfferedProduct } from '@nordgate/contracts/profile';
import type { PaymentService } from '@nordgate/contracts/events';
import type { ResourceKind } from '@nordgate/contracts/rules';
import { fault, Refused } from '../reply/refused.js';

/** What the ids of a service's payments tell. */
export const idKindOf = {
  payments: 'payment',
  'periodic-payments': 'periodic',
  'bulk-payments': 'bulk',
} as const satisfies { readonly [Service in PaymentService]: ResourceKind };

const services = Object.keys(idKindOf) as PaymentService[];

/**
 * The product of a route. Throws Refused: PRODUCT_INVALID where the bank offers it in another service
 * only, PRODUCT_UNKNOWN where it does not offer it at all.
 */
export function productOf(
  profile: BankProfile,
  service: PaymentService,
  name: string,
): OfferedProduct {
  const offered = offeredProduct(profile, service, name);
  if (offered !== undefined) return offered;
  const isElsewhere = services.some((one) => offeredProduct(profile, one, name) !== undefined);
  const complaint = isElsewhere
    ? fault('PRODUCT_INVALID', 'product.otherService')
    : fault('PRODUCT_UNKNOWN', 'product.unknown');
  throw new Refused([complaint]);
}
