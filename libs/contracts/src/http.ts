export { Optional } from './fields/field.js';
export { objectSchema } from './fields/object-schema.js';
export type { BodyClass, JsonSchema } from './fields/object-schema.js';
export { BulkPaymentInitiation } from './http/bodies/bulk-payment.js';
export { CreditorInstruction } from './http/bodies/credit-transfer.js';
export { PeriodicPaymentInitiation } from './http/bodies/periodic-payment.js';
export {
  sandboxAccountChange,
  SandboxAccountChange,
  sandboxAccountCreation,
  SandboxAccountCreation,
  sandboxAccountOpening,
  SandboxAccountOpening,
  sandboxAccountReplacement,
  sandboxCurrency,
} from './http/bodies/sandbox-account.js';
export {
  sandboxAgreementChange,
  SandboxAgreementChange,
  sandboxAgreementCreation,
  SandboxAgreementCreation,
  sandboxEngagement,
  SandboxEngagementBody,
} from './http/bodies/sandbox-agreement.js';
export { openingAmountOf } from './http/bodies/sandbox-balance.js';
export {
  sandboxCardAccountChange,
  SandboxCardAccountChange,
  sandboxCardAccountCreation,
  SandboxCardAccountCreation,
  sandboxCardAccountOpening,
  SandboxCardAccountOpening,
  sandboxCardAccountReplacement,
} from './http/bodies/sandbox-card-account.js';
export {
  sandboxCardTransaction,
  SandboxCardTransactionBody,
} from './http/bodies/sandbox-card-transaction.js';
export {
  sandboxCustomerChange,
  SandboxCustomerChange,
  sandboxCustomerCreation,
  SandboxCustomerCreation,
} from './http/bodies/sandbox-customer.js';
export { SandboxMovement } from './http/bodies/sandbox-movement.js';
export { sandboxTransaction, SandboxTransactionBody } from './http/bodies/sandbox-transaction.js';
export { fundsConfirmation, FundsConfirmation } from './http/bodies/funds-confirmation.js';
export { signingBasketCreation, SigningBasketCreation } from './http/bodies/signing-basket.js';
export {
  CrossBorderPaymentInitiation,
  SepaPaymentInitiation,
  SinglePaymentInitiation,
} from './http/bodies/single-payments.js';
export { tppContactRegistration, TppContactRegistration } from './http/bodies/tpp-contact.js';
export type { BodyType, ParsedBody } from './http/body-type.js';
export { sentSchema } from './http/sent-schema.js';
export { firstFaults } from './http/fault.js';
export type { Fault } from './http/fault.js';
export { parseJsonBody, parseSandboxJson } from './http/json-body.js';
export type { JsonLimits, ParsedJson, ParsedSandboxJson } from './http/json-body.js';
export { exactNumber } from './json/exact-numbers.js';
export { decimalMembersOf } from './fields/decimal.js';
export { isJsonObject } from './json/json-value.js';
export {
  AccountsParameters,
  InitiationParameters,
  NoParameters,
  queryFaults,
  queryWarnings,
  sandboxCustomersPerPage,
  SandboxCustomersParameters,
  skippedTransactionsMax,
  TransactionsParameters,
  transactionsPerPage,
} from './http/query-parameters.js';
export type { ParametersClass } from './http/query-parameters.js';
export type {
  AccountNumbers,
  AccountReply,
  AccountsReply,
  Balance,
  BalancesReply,
  CardAccountNumber,
  CardAccountReply,
  CardAccountsReply,
  CardBalancesReply,
  FundsReply,
  OneAccountReply,
  OneCardAccountReply,
} from './http/replies/account-data-replies.js';
export type {
  AgreementReply,
  AgreementsReply,
  ConsentCreated,
  ConsentedAccount,
  ConsentReply,
  ConsentsReply,
  ConsentStatusReply,
  ConsoleCodeReply,
  ListedConsent,
  TppContactReply,
  UserReply,
} from './http/replies/account-replies.js';
export type {
  HeldAccountReply,
  HeldCardAccountReply,
  ListedCustomer,
  SandboxAccount,
  SandboxAgreement,
  SandboxAgreementsReply,
  SandboxCardAccount,
  SandboxCustomer,
  SandboxCustomersReply,
  SandboxEngagement,
} from './http/replies/sandbox-replies.js';
export type {
  SandboxBatchRun,
  SandboxBatchRunFailure,
  SandboxBatchRunStarted,
} from './http/replies/batch-replies.js';
export type {
  ErrorBody,
  Link,
  Links,
  LinkVerb,
  TppMessage,
} from './http/replies/message-replies.js';
export type {
  AuthorisationList,
  BasketCreated as BasketCreationReply,
  BasketReply,
  BasketStatusReply,
  CancellationReply,
  PaymentCreated,
  PaymentOccurrence,
  PaymentStatusReply,
  ScaStatusReply,
  StartedAuthorisation,
} from './http/replies/payment-replies.js';
export type {
  CardTransactionDetailsReply,
  CardTransactionReply,
  CardTransactionsReply,
  SandboxCardTransaction,
  SandboxTransaction,
  TransactionDetailsReply,
  TransactionReply,
  TransactionsReply,
} from './http/replies/transaction-replies.js';
export { replySchema } from './http/replies/replies.js';
export type { Replies, ReplyName } from './http/replies/replies.js';
export type { BodyContext } from './http/rules/rule.js';
export { doubtfulNumbersIn, numbersInDoubt } from './http/rules/sandbox-accounts.js';
export { pathOfPointer } from './json/json-value.js';
export { hasStructuredCreditors, needsStructuredParties } from './http/rules/structured-address.js';
export { paymentDetailsSchemas } from './products/payment-details.js';
export type { PaymentProduct, ProductOffer } from './products/payment-product.js';
export { findProduct, paymentProducts } from './products/payment-products.js';
export type { TextParams as FaultParams } from './texts/text-of.js';
