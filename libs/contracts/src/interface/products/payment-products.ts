import type { PaymentService } from '../../base/values/payment-instruction.v2.js';
import { crossBorderCreditTransfers } from './cross-border-credit-transfers.js';
import { instantNorwegianDomesticCreditTransfers } from './instant-norwegian-domestic-credit-transfers-straks.js';
import { norwegianDomesticCreditTransfers } from './norwegian-domestic-credit-transfers.js';
import type { PaymentProduct, ProductOffer } from './payment-product.js';
import { sepaCreditTransfers } from './sepa-credit-transfers.js';

/** Every payment product. A new one is one file and one line here. */
export const paymentProducts: readonly PaymentProduct[] = [
  norwegianDomesticCreditTransfers,
  instantNorwegianDomesticCreditTransfers,
  crossBorderCreditTransfers,
  sepaCreditTransfers,
];

const byName = new Map(
  paymentProducts.flatMap((product) =>
    [product.name, ...(product.aliases ?? [])].map((name) => [name, product] as const),
  ),
);

/** The product of a path, and its offer in a service; undefined for an unknown product. */
export function findProduct(
  service: PaymentService,
  name: string,
): { readonly product: PaymentProduct; readonly offer: ProductOffer } | undefined {
  const product = byName.get(name);
  const offer = product?.services[service];
  return product === undefined || offer === undefined ? undefined : { product, offer };
}
