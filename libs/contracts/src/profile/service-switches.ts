import { Description, Optional } from '../base/fields/field.js';
import { DistinctTexts, ListOf } from '../base/fields/lists.js';
import { paymentProducts } from '../interface/products/payment-products.js';

/** More than the interface has. */
const operationCountMax = 200;
/** The longest operationId is shorter. */
const operationLengthMax = 80;

/** What the bank does not serve for the time being. */
export class ProfileSwitches {
  @Optional()
  @ListOf(paymentProducts.map(({ name }) => name))
  @Description(
    'Products of which no payment can be initiated: PRODUCT_UNKNOWN. Payments that the bank has received go on.',
  )
  products?: string[];

  @Optional()
  @DistinctTexts(operationCountMax, operationLengthMax)
  @Description(
    'Signed operations, by their operationId in the description, that are answered 503 with Retry-After.',
  )
  operations?: string[];
}
