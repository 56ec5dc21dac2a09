import type { ScaMethodName } from '../authorisations/sca-events.v1.js';
import { Description, Optional } from '../base/fields/field.js';
import { DistinctTexts, ListOf } from '../base/fields/lists.js';
import { Nested, NestedList } from '../base/fields/nested.js';
import { OneOf, Pattern, Text, WholeNumber } from '../base/fields/values.js';
import { Amount } from '../interface/payments/amounts.js';
import { paymentProducts } from '../interface/products/payment-products.js';

/** The SCA methods that a profile may list. */
export const SCA_METHOD_NAMES = ['oidc', 'passkey', 'sandbox-code'] as const;

/** How an approval at the identity provider is bound to amount and payee. */
export const DYNAMIC_LINKINGS = ['authorization-details', 'signed-request-object'] as const;

/** An address without user info, query and fragment; https, or http on this machine. */
export const issuerForm =
  /^(?:https:\/\/[a-z0-9.-]+|http:\/\/(?:localhost|127\.0\.0\.1))(?::\d{1,5})?(?:\/[\w.~/-]*)?$/u;
const originForm = /^(?:https:\/\/[a-z0-9.-]+|http:\/\/(?:localhost|127\.0\.0\.1))(?::\d{1,5})?$/u;
/** A word of a protocol: no blank, which separates words there. */
export const wordForm = /^[!-~]{1,200}$/u;

const secondsMax = 3600;

/** The identity provider of the bank's customers (OpenID Connect). */
export class ProfileIdentityProvider {
  @Text({ min: 1, max: 40 })
  @Description('Its name, as customers know it.')
  name!: string;

  @Pattern(issuerForm, 'profile.issuer')
  @Description('Its issuer identifier; the metadata are at the well-known address below it.')
  issuer!: string;

  @Pattern(wordForm, 'profile.word')
  @Description("The bank's client id there.")
  clientId!: string;

  @DistinctTexts(10, 200)
  @Description('The values of acr that are strong enough, the preferred one first.')
  acrValues!: string[];

  @Optional()
  @DistinctTexts(10, 40)
  @Description('Values that amr has to contain, all of them. Without it amr is not checked.')
  amr?: string[];

  @WholeNumber(1, secondsMax)
  @Description(
    'Seconds since the log-in there after which it is too old. An approval needs a new one.',
  )
  maxAgeSeconds!: number;

  @Pattern(wordForm, 'profile.word')
  @Description('The claim of the ID token that says who the person is, such as pid or sub.')
  customerClaim!: string;

  @OneOf(['customer-number', 'identifier'])
  @Description(
    'What the claim holds: the customer number, or an identifier that the core reports with the customer.',
  )
  customerClaimHolds!: 'customer-number' | 'identifier';

  @OneOf(DYNAMIC_LINKINGS)
  @Description(
    'How an approval is bound to amount and payee: authorization-details (RFC 9396), or signed-request-object (RFC 9101) for a provider that grants no details.',
  )
  dynamicLinking!: (typeof DYNAMIC_LINKINGS)[number];

  @Pattern(wordForm, 'profile.word')
  @Description('The type of the details that an approval asks for.')
  detailsType!: string;

  @Optional()
  @DistinctTexts(10, 40)
  @Description('Scopes beside openid that the claim needs.')
  scopes?: string[];

  @Optional()
  @DistinctTexts(10, 200)
  @Description('Other origins over which the pages of the provider lead, for form-action.')
  origins?: string[];
}

/** Which payments need which methods. */
export class ProfileScaRule {
  @Optional()
  @OneOf(paymentProducts.map(({ name }) => name))
  @Description('Only for payments of this product.')
  product?: string;

  @Optional()
  @Nested(Amount)
  @Description(
    'Only for approvals of more than this amount: the sum of the payments in its currency. Payments in another currency count as more.',
  )
  amountAbove?: Amount;

  @Optional()
  @Pattern(wordForm, 'profile.word')
  @Description('Only for what this TPP asks for, by its organizationIdentifier.')
  tpp?: string;

  @ListOf(SCA_METHOD_NAMES)
  @Description(
    'The methods that such an approval accepts. All rules that fit have to accept a method.',
  )
  methods!: ScaMethodName[];
}

/** How PSUs prove who they are and what they approve. */
export class ProfileSca {
  @ListOf(SCA_METHOD_NAMES)
  @Description('The methods, the usual one first. With oidc, PSUs log in at the provider.')
  methods!: ScaMethodName[];

  @Optional()
  @Nested(ProfileIdentityProvider)
  @Description('The identity provider. Required with the method oidc.')
  provider?: ProfileIdentityProvider;

  @Optional()
  @NestedList(ProfileScaRule, 50)
  @Description('Approvals that not every method is enough for.')
  rules?: ProfileScaRule[];
}

/** The methods of a sandbox whose profile lists none. */
const sandboxMethods: readonly ScaMethodName[] = ['sandbox-code', 'passkey'];

/** The SCA of a bank, as its processes read it. */
export interface ScaTerms {
  readonly methods: readonly ScaMethodName[];
  readonly provider?: ProfileIdentityProvider | undefined;
  readonly rules: readonly ProfileScaRule[];
}

/** The SCA of a profile. A profile for production has no method until it lists one. */
export function scaTermsOf({
  environment,
  sca,
}: {
  readonly environment: 'sandbox' | 'production';
  readonly sca?: ProfileSca;
}): ScaTerms {
  const methods = environment === 'sandbox' ? sandboxMethods : [];
  return { methods: sca?.methods ?? methods, provider: sca?.provider, rules: sca?.rules ?? [] };
}

/** Whether a text is the origin of an address. */
export function isOrigin(text: string): boolean {
  return originForm.test(text);
}
