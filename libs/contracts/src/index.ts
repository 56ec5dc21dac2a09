export { dayReceived } from './calendar/day-received.js';
export { nextExecutionDates } from './calendar/execution-dates.js';
export type { PeriodicOrder } from './calendar/periodic-order.js';
export { ACCOUNT_KINDS, type AccountKind } from './codes/account-kinds.js';
export { ACCEPT_FIXES, FIXES, type AcceptFix, type Fix } from './codes/accept-fixes.js';
export { isEndedPayment, type PaymentStanding } from './codes/ended-payment.js';
export { MESSAGE_CODES, type MessageCode } from './codes/message-codes.js';
export { CONSENT_STATUSES, type ConsentStatus } from './codes/consent-statuses.js';
export { SCA_STATUSES, type ScaStatus } from './codes/sca-statuses.js';
export { BASKET_STATUSES, PAYMENT_STATUSES } from './codes/transaction-status.js';
export type { BasketStatus, PaymentStatus } from './codes/transaction-status.js';
export type { AccountCommandData } from './commands/account-commands.js';
export type { BasketCommandData, BasketReceipt } from './commands/basket-commands.js';
export type {
  PaymentApproval,
  PaymentCommandData,
  PaymentReceipt,
} from './commands/payment-commands.js';
export type { ScaCommandData } from './commands/sca-commands.js';
export type {
  AccountClosed,
  AccountEvent,
  AccountOpened,
  AgreementEnded,
  AgreementEvent,
  AgreementRole,
  AgreementSigned,
  CardAccountClosed,
  CardAccountEvent,
  CardAccountOpened,
  CustomerEvent,
  CustomerRegistered,
  CustomerRemoved,
  CustomerType,
  Engagement,
  SandboxEvent,
  SandboxInitialised,
  Signers,
} from './events/account-events.v1.js';
export type { TppReleased, TppStopEvent, TppStopped } from './events/tpp-stop-events.v1.js';
export type * from './events/basket-events.v1.js';
export type * from './events/access-events.v1.js';
export type { Debtor, PostalAddress } from './events/debtor.v1.js';
export type { Initiator, LinkedAuthorisation, PsuContext } from './events/initiation.v1.js';
export type {
  ExecutionStatus,
  PaymentAuthorised,
  PaymentCancelled,
  PaymentChanged,
  PaymentEvent,
  PaymentInitiated,
  PaymentProgressed,
  PaymentRejected,
  PaymentSigned,
  RejectionReason,
  ScaExemption,
} from './events/payment-events.v1.js';
export { isBulk, isPeriodic } from './events/payment-instruction.v1.js';
export type {
  PaymentInstruction,
  PaymentService,
  TransferInstruction,
} from './events/payment-instruction.v1.js';
export { paymentStatusAfter } from './events/payment-status-after.js';
export type { RegisteredStatus } from './events/registered-status.v1.js';
export type {
  ApprovedPayment,
  AuthorisationEvent,
  AuthorisationFailed,
  AuthorisationFailure,
  AuthorisationFinalised,
  AuthorisationOpened,
  AuthorisationRefused,
  AuthorisedResource,
  ChallengeShown,
  CodeRefused,
  PsuEvent,
  PsuIdentified,
  PsuRecognised,
  ScaEvent,
  SessionCompleted,
  SessionEvent,
} from './events/sca-events.v1.js';
export { defaultFixes, type FixDate } from './fixes/default-fixes.js';
export { fixedAnswers } from './fixes/fixed-answers.js';
export type { ScaMethodName } from './events/sca-events.v1.js';
export type {
  PasskeyEnrolled,
  PasskeyEvent,
  PasskeyRemoved,
  PasskeyUsed,
} from './events/passkey-events.v1.js';
export type { BodyType, ParsedBody } from './http/body-type.js';
export { BulkPaymentInitiation } from './http/bulk-payment-initiation.js';
export { CreditorInstruction } from './http/credit-transfer.js';
export { CrossBorderPaymentInitiation } from './http/cross-border-payment-initiation.js';
export { objectSchema, type BodyClass, type JsonSchema } from './http/object-schema.js';
export type { Fault, FaultParams } from './http/fault.js';
export { parseJsonBody, type JsonLimits, type ParsedJson } from './http/json-body.js';
export { accountsParameters } from './http/parameters/account-parameters.js';
export { noParameters, queryFaults, queryParameters } from './http/parameters/query-parameters.js';
export type { QueryParameters } from './http/parameters/query-parameters.js';
export { PeriodicPaymentInitiation } from './http/periodic-payment-initiation.js';
export {
  AccountsReply,
  AgreementsReply,
  ConsentCreated,
  ConsentReply,
  ConsentStatusReply,
} from './http/replies/access-replies.js';
export type {
  AccountReply,
  AgreementReply,
  ConsentedAccount,
} from './http/replies/access-replies.js';
export { paymentDetailsSchemas } from './http/replies/payment-details.js';
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
export { Link, type Links, type LinkVerb } from './http/replies/links.js';
export { ErrorBody, TppMessage } from './http/replies/messages.js';
export {
  CancellationReply,
  PaymentCreated,
  PaymentStatusReply,
} from './http/replies/payment-replies.js';
export type { TransactionFees } from './http/replies/payment-replies.js';
export { SandboxCustomersReply } from './http/replies/sandbox-replies.js';
export { UserReply } from './http/replies/user-reply.js';
export { needsStructuredParties } from './http/rules/structured-parties.js';
export type { BodyContext } from './http/rules/rule.js';
export { SepaPaymentInitiation } from './http/sepa-payment-initiation.js';
export { SigningBasketCreation, signingBasketCreation } from './http/signing-basket-creation.js';
export { SinglePaymentInitiation } from './http/single-payment-initiation.js';
export { BankProfile, ENVIRONMENTS, ProfileAppLinks } from './profile/bank-profile.js';
export type { Environment } from './profile/bank-profile.js';
export { offeredProduct, type OfferedProduct } from './profile/offered-product.js';
export { defaultProfile, parseProfile, ProfileFault, readProfile } from './profile/read-profile.js';
export { defaultTimers, timersOf, type Timers } from './profile/timers.js';
export type { PaymentProduct, ProductOffer } from './products/payment-product.js';
export { findProduct, paymentProducts } from './products/payment-products.js';
export { operatedBy, operatorRequestFrom } from './operations/operator-request.js';
export type {
  ChangePaymentRequest,
  OperatorRequest,
  ReadOperatorRequest,
} from './operations/operator-request.js';
export { GetAccess, GetConsent } from './queries/access-queries.js';
export type {
  AccessAnswer,
  AccessNeed,
  AccessRefusal,
  ConsentView,
  SessionRefusal,
} from './queries/access-queries.js';
export {
  GetActingCustomer,
  GetSandboxCustomers,
  GetSandboxGeneration,
} from './queries/account-queries.js';
export type {
  ActingContext,
  ActingCustomer,
  SandboxAccount,
  SandboxCustomer,
  ViewableAccount,
} from './queries/account-queries.js';
export { ListStoppedTpps, type StoppedTpp } from './queries/stop-queries.js';
export { GetBasket, GetOpenBaskets, type BasketView } from './queries/basket-queries.js';
export {
  GetPayment,
  GetPayments,
  GetPaymentsToSign,
  type PaymentView,
} from './queries/payment-queries.js';
export { queryFromJson, type ReadQuery } from './queries/query-from-json.js';
export { queryTypeOf, queryTypes, type QueryType } from './queries/query-types.js';
export { ServiceQuery, type QueriedService } from './queries/query.js';
export {
  GetAuthorisation,
  GetAuthorisations,
  GetCustomerOfPsu,
  GetSession,
} from './queries/sca-queries.js';
export type { AuthorisableKind, AuthorisationView, SessionAnswer } from './queries/sca-queries.js';
export type { TextKey } from './texts/en.js';
export { LANGUAGES, textOf, type Language } from './texts/text-of.js';
export { topics, type Topic, type TopicName } from './topics.js';
