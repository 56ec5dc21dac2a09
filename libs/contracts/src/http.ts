export type { BodyType, ParsedBody } from './http/body-type.js';
export { BulkPaymentInitiation } from './http/bulk-payment-initiation.js';
export { CreditorInstruction } from './http/credit-transfer.js';
export { CrossBorderPaymentInitiation } from './http/cross-border-payment-initiation.js';
export type { Fault, FaultParams } from './http/fault.js';
export { parseJsonBody } from './http/json-body.js';
export type { JsonLimits, ParsedJson } from './http/json-body.js';
export { objectSchema } from './http/object-schema.js';
export type { BodyClass, JsonSchema } from './http/object-schema.js';
export {
  AccountsParameters,
  NoParameters,
  queryFaults,
} from './http/parameters/query-parameters.js';
export type { ParametersClass } from './http/parameters/query-parameters.js';
export { PeriodicPaymentInitiation } from './http/periodic-payment-initiation.js';
export type {
  AccountReply,
  AccountsReply,
  AgreementReply,
  AgreementsReply,
  ConsentCreated,
  ConsentedAccount,
  ConsentReply,
  ConsentStatusReply,
  SandboxCustomersReply,
  UserReply,
} from './http/replies/account-replies.js';
export type {
  ErrorBody,
  Link,
  Links,
  LinkVerb,
  TppMessage,
} from './http/replies/message-replies.js';
export { paymentDetailsSchemas } from './http/replies/payment-details.js';
export type {
  AuthorisationList,
  BasketCreated as BasketCreationReply,
  BasketReply,
  BasketStatusReply,
  CancellationReply,
  PaymentCreated,
  PaymentStatusReply,
  ScaStatusReply,
  StartedAuthorisation,
} from './http/replies/payment-replies.js';
export { replySchema } from './http/replies/replies.js';
export type { Replies, ReplyName } from './http/replies/replies.js';
export type { BodyContext } from './http/rules/rule.js';
export { needsStructuredParties } from './http/rules/structured-parties.js';
export { SepaPaymentInitiation } from './http/sepa-payment-initiation.js';
export { signingBasketCreation, SigningBasketCreation } from './http/signing-basket-creation.js';
export { SinglePaymentInitiation } from './http/single-payment-initiation.js';
export type { PaymentProduct, ProductOffer } from './products/payment-product.js';
export { findProduct, paymentProducts } from './products/payment-products.js';
