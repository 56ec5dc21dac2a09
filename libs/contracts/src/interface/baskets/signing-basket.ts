import { Optional } from '../../base/fields/field.js';
import { WithoutEffect } from '../../base/fields/framework.js';
import { DistinctTexts, EmptyList } from '../../base/fields/lists.js';
import { bodyType } from '../reading/body-type.js';

/** Most payments in one basket (specification §2.1 and §8). */
export const basketPaymentCountMax = 10;

/** Payment ids are opaque; a longer string cannot be one of ours. */
const paymentIdLengthMax = 255;

/** Members of the framework's basket that change nothing here. */
class BasketMembersWithoutEffect {
  @Optional()
  @EmptyList('basket.consents')
  consentIds?: string[];
}

/** Body of the creation of a signing basket (specification §2.1 and §4.1). */
@WithoutEffect(BasketMembersWithoutEffect)
export class SigningBasketCreation {
  @DistinctTexts(basketPaymentCountMax, paymentIdLengthMax)
  paymentIds!: string[];
}

/** The body of POST /v1/signing-baskets. */
export const signingBasketCreation = bodyType({
  bodyClass: SigningBasketCreation,
  example: {
    paymentIds: ['ApTg8cLTtaaXiHlqW0w9Lh8AECAwQFBgcI', 'ApDx4tPEtaaXiHlqW0w9Lh8AECAwQFBgcI'],
  },
  faults: () => [],
});
