import { offeredProduct } from '@nordgate/contracts/profile';
import type { BankProfile, OfferedProduct } from '@nordgate/contracts/profile';
import type { PaymentService } from '@nordgate/contracts/events';
import type { ResourceKind } from '@nordgate/contracts/rules';
import { fault, RequestError } from '../../reply/request-error.js';

/** The kind of public id of each service. */
export const idKindOf = {
  payments: 'payment',
  'periodic-payments': 'periodic',
  'bulk-payments': 'bulk',
} as const satisfies { readonly [Service in PaymentService]: ResourceKind };

const services = Object.keys(idKindOf) as PaymentService[];

/**
 * The product of a route. Throws RequestError: PRODUCT_INVALID when the bank offers it only in another
 * service, PRODUCT_UNKNOWN when the bank does not offer it.
 */
export function productOf(
  profile: BankProfile,
  service: PaymentService,
  name: string,
): OfferedProduct {
  const offered = offeredProduct(profile, service, name);
  if (offered !== undefined) return offered;
  const isElsewhere = services.some((one) => offeredProduct(profile, one, name) !== undefined);
  const reported = isElsewhere
    ? fault('PRODUCT_INVALID', 'product.otherService')
    : fault('PRODUCT_UNKNOWN', 'product.unknown');
  throw new RequestError([reported]);
}
