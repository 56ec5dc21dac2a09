import type { PaymentService } from '../base/values/payment-instruction.v2.js';
import type { Amount } from '../interface/payments/amounts.js';
import type { PaymentProduct, ProductOffer } from '../interface/products/payment-product.js';
import { findProduct } from '../interface/products/payment-products.js';
import type { BankProfile, ProfileProduct } from './bank-profile.js';

/** A product as this bank offers it in one service. */
export interface OfferedProduct extends ProductOffer, Pick<ProfileProduct, 'price' | 'cutOff'> {
  readonly service: PaymentService;
  readonly product: PaymentProduct;
  /** The most that one payment may be, one amount for each currency; empty without a limit. */
  readonly limits: readonly Amount[];
  readonly isHiddenBeforeApproval: boolean;
}

/** The product of a path, by any of its names; undefined where this bank does not offer it. */
export function offeredProduct(
  { products }: Pick<BankProfile, 'products'>,
  service: PaymentService,
  name: string,
): OfferedProduct | undefined {
  const found = findProduct(service, name);
  const terms = products.find((one) => one.name === found?.product.name);
  if (found === undefined || !terms?.services.includes(service)) return undefined;
  return {
    ...found.offer,
    service,
    product: found.product,
    isHiddenBeforeApproval: terms.hidesBeforeApproval?.includes(service) ?? false,
    price: terms.price,
    limits: [
      ...(terms.amountMax === undefined ? [] : [terms.amountMax]),
      ...(terms.furtherAmountMax ?? []),
    ],
    cutOff: terms.cutOff,
  };
}
