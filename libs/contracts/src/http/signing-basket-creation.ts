import { DistinctTexts } from './fields/distinct-texts.js';

/** Most payments in one basket (specification §2.1 and §8). */
export const basketPaymentCountMax = 10;

/** Payment ids are opaque; a longer string cannot be one of ours. */
const paymentIdLengthMax = 255;

/** Body of the creation of a signing basket (specification §2.1 and §4.1). */
export class SigningBasketCreation {
  @DistinctTexts(basketPaymentCountMax, paymentIdLengthMax)
  paymentIds!: string[];
}
