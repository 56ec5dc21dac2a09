export type { BodyType, ParsedBody } from './http/body-type.js';
export { BulkPaymentInitiation } from './http/bulk-payment-initiation.js';
export { CreditorInstruction } from './http/credit-transfer.js';
export { CrossBorderPaymentInitiation } from './http/cross-border-payment-initiation.js';
export type { Fault, FaultParams } from './http/fault.js';
export { parseJsonBody } from './http/json-body.js';
export type { JsonLimits, ParsedJson } from './http/json-body.js';
export { objectSchema } from './http/object-schema.js';
export type { BodyClass, JsonSchema } from './http/object-schema.js';
export { accountsParameters } from './http/parameters/account-parameters.js';
export { noParameters, queryFaults, queryParameters } from './http/parameters/query-parameters.js';
export type { QueryParameters } from './http/parameters/query-parameters.js';
export { PeriodicPaymentInitiation } from './http/periodic-payment-initiation.js';
export {
  AccountReply,
  AccountsReply,
  AgreementReply,
  AgreementsReply,
  ConsentCreated,
  ConsentedAccount,
  ConsentReply,
  ConsentStatusReply,
} from './http/replies/access-replies.js';
export {
  AuthorisationList,
  ScaStatusReply,
  StartedAuthorisation,
} from './http/replies/authorisation-replies.js';
export {
  BasketCreated as BasketCreationReply,
  BasketReply,
  BasketStatusReply,
} from './http/replies/basket-replies.js';
export { Link } from './http/replies/links.js';
export type { Links, LinkVerb } from './http/replies/links.js';
export { ErrorBody, TppMessage } from './http/replies/messages.js';
export { paymentDetailsSchemas } from './http/replies/payment-details.js';
export {
  CancellationReply,
  PaymentCreated,
  PaymentStatusReply,
} from './http/replies/payment-replies.js';
export type { TransactionFees } from './http/replies/payment-replies.js';
export { SandboxCustomersReply } from './http/replies/sandbox-replies.js';
export { UserReply } from './http/replies/user-reply.js';
export type { BodyContext } from './http/rules/rule.js';
export { needsStructuredParties } from './http/rules/structured-parties.js';
export { SepaPaymentInitiation } from './http/sepa-payment-initiation.js';
export { signingBasketCreation, SigningBasketCreation } from './http/signing-basket-creation.js';
export { SinglePaymentInitiation } from './http/single-payment-initiation.js';
export type { PaymentProduct, ProductOffer } from './products/payment-product.js';
export { findProduct, paymentProducts } from './products/payment-products.js';
