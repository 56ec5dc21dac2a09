import { findProduct, needsStructuredParties } from '@nordgate/contracts/http';
import type { KnownPayment } from './payment.js';

/** Whether the clearing takes the payment only with the debtor's name, town and country (specification §9). */
export function saysWhoPays({
  instruction,
  product,
  service,
  structuredAddresses,
}: KnownPayment): boolean {
  if (structuredAddresses !== true) return false;
  return needsStructuredParties(findProduct(service, product)?.product ?? {}, instruction);
}
