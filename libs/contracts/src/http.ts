export { BulkPaymentInitiation } from './interface/payments/bulk-payment.js';
export { CreditorInstruction } from './interface/payments/credit-transfer.js';
export { PeriodicPaymentInitiation } from './interface/payments/periodic-payment.js';
export {
  sandboxAccountChange,
  SandboxAccountChange,
  sandboxAccountCreation,
  SandboxAccountCreation,
  sandboxAccountOpening,
  SandboxAccountOpening,
  sandboxAccountReplacement,
  sandboxCurrency,
} from './interface/sandbox/sandbox-account.js';
export {
  sandboxAgreementChange,
  SandboxAgreementChange,
  sandboxAgreementCreation,
  SandboxAgreementCreation,
  sandboxEngagement,
  SandboxEngagementBody,
} from './interface/sandbox/sandbox-agreement.js';
export { openingAmountOf } from './interface/sandbox/sandbox-balance.js';
export {
  sandboxCardAccountChange,
  SandboxCardAccountChange,
  sandboxCardAccountCreation,
  SandboxCardAccountCreation,
  sandboxCardAccountOpening,
  SandboxCardAccountOpening,
  sandboxCardAccountReplacement,
} from './interface/sandbox/sandbox-card-account.js';
export {
  sandboxCardTransaction,
  SandboxCardTransactionBody,
} from './interface/sandbox/sandbox-card-transaction.js';
export {
  sandboxCustomerChange,
  SandboxCustomerChange,
  sandboxCustomerCreation,
  SandboxCustomerCreation,
} from './interface/sandbox/sandbox-customer.js';
export {
  clockTarget,
  sandboxClockChange,
  SandboxClockChange,
} from './interface/sandbox/sandbox-clock.js';
export {
  declineReasons,
  sandboxExecutionRefusal,
  SandboxExecutionRefusal,
  sandboxPaymentChange,
  SandboxPaymentChange,
} from './interface/sandbox/other-channels.js';
export { SandboxMovement } from './interface/sandbox/sandbox-movement.js';
export {
  sandboxTransaction,
  SandboxTransactionBody,
} from './interface/sandbox/sandbox-transaction.js';
export { fundsConfirmation, FundsConfirmation } from './interface/accounts/funds-confirmation.js';
export {
  signingBasketCreation,
  SigningBasketCreation,
} from './interface/baskets/signing-basket.js';
export {
  CrossBorderPaymentInitiation,
  SepaPaymentInitiation,
  SinglePaymentInitiation,
} from './interface/payments/single-payments.js';
export { tppContactRegistration, TppContactRegistration } from './interface/tpps/tpp-contact.js';
export type { BodyType, ParsedBody } from './interface/reading/body-type.js';
export { sentSchema } from './interface/reading/sent-schema.js';
export { firstFaults } from './interface/reading/fault.js';
export type { Fault } from './interface/reading/fault.js';
export {
  defaultJsonLimits,
  parseJsonBody,
  parseSandboxJson,
} from './interface/reading/json-body.js';
export type { JsonLimits, ParsedJson, ParsedSandboxJson } from './interface/reading/json-body.js';
export { exactNumber } from './base/json/exact-numbers.js';
export { decimalMembersOf } from './base/fields/decimal.js';
export { isJsonObject } from './base/json/json-value.js';
export {
  AccountsParameters,
  DescriptionParameters,
  InitiationParameters,
  NoParameters,
  queryFaults,
  queryWarnings,
  sandboxAgreementsPerPage,
  SandboxAgreementsParameters,
  sandboxCustomersPerPage,
  SandboxCustomersParameters,
  skippedTransactionsMax,
  TransactionsParameters,
  transactionsPerPage,
} from './interface/reading/query-parameters.js';
export type { DescribedHeaders, ParametersClass } from './interface/reading/query-parameters.js';
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
} from './interface/replies/account-data-replies.js';
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
} from './interface/replies/account-replies.js';
export type {
  HeldAccountReply,
  HeldCardAccountReply,
  ListedCustomer,
  SandboxAccount,
  SandboxAgreement,
  SandboxAgreementsReply,
  SandboxCardAccount,
  SandboxClock,
  SandboxCustomer,
  SandboxCustomersReply,
  SandboxEngagement,
  SandboxConsentReply,
  SandboxPaymentReply,
  SandboxRefusalReply,
} from './interface/replies/sandbox-replies.js';
export type {
  SandboxBatchRun,
  SandboxBatchRunFailure,
  SandboxBatchRunStarted,
} from './interface/replies/batch-replies.js';
export type { BankWork, StatusReply } from './interface/replies/status-reply.js';
export type {
  ErrorBody,
  Link,
  Links,
  LinkVerb,
  TppMessage,
} from './interface/replies/message-replies.js';
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
} from './interface/replies/payment-replies.js';
export type {
  CardTransactionDetailsReply,
  CardTransactionReply,
  CardTransactionsReply,
  SandboxCardTransaction,
  SandboxTransaction,
  TransactionDetailsReply,
  TransactionReply,
  TransactionsReply,
} from './interface/replies/transaction-replies.js';
export { replySchema } from './interface/replies/replies.js';
export type { Replies, ReplyName } from './interface/replies/replies.js';
export { rulesOfTheMoment } from './interface/reading/rule.js';
export type { BodyContext } from './interface/reading/rule.js';
export { doubtfulNumbersIn, numbersInDoubt } from './interface/reading/sandbox-accounts.js';
export { pathOfPointer } from './base/json/json-value.js';
export {
  hasStructuredCreditors,
  needsStructuredParties,
} from './interface/payments/structured-address.js';
export { paymentDetailsSchemas } from './interface/products/payment-details.js';
export type { PaymentProduct, ProductOffer } from './interface/products/payment-product.js';
export { findProduct, paymentProducts } from './interface/products/payment-products.js';
export type { TextParams as FaultParams } from './base/texts/text-of.js';
