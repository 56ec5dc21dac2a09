export {
  GetAccess,
  GetAccountAccess,
  GetConsent,
  GetConsentInForce,
  GiveBackRead,
} from './queries/access-queries.js';
export type {
  AccessAnswer,
  AccessNeed,
  AccessRefusal,
  AccountAccessAnswer,
  AccountRead,
  ConsentInForce,
  ConsentView,
  ExceededReads,
  SessionRefusal,
} from './queries/access-queries.js';
export {
  GetActingCustomer,
  GetSandboxAgreements,
  GetSandboxCustomer,
  GetSandboxCustomers,
  GetSandboxGeneration,
  GetTppContact,
  IdentifyCustomer,
  ListStoppedTpps,
  ListTppContacts,
} from './queries/account-queries.js';
export type {
  ActingContext,
  ActingCustomer,
  IdentifiedCustomer,
  SandboxAccount,
  SandboxAgreement,
  SandboxCardAccount,
  SandboxCustomer,
  StoppedTpp,
  TppContact,
  ViewableAccount,
  ViewableCardAccount,
} from './queries/account-queries.js';
export { GetBatchRun, GetUnseenOrders } from './queries/batch-queries.js';
export type { BatchRunFailure, BatchRunView } from './queries/batch-queries.js';
export { GetBasket, GetOpenBaskets } from './queries/basket-queries.js';
export type { BasketView } from './queries/basket-queries.js';
export {
  GetTppBaskets,
  GetTppPayments,
  GetTppRequests,
  KeepConsoleCode,
} from './queries/console-queries.js';
export type {
  AnsweredMessage,
  KeptRequest,
  RefusalVerdict,
  ShownEvent,
  ShownPayment,
  ShownStream,
} from './queries/console-queries.js';
export {
  GetFunds,
  GetReadableAccounts,
  GetSandboxTransaction,
  GetTransaction,
  GetTransactions,
} from './queries/ledger-queries.js';
export type {
  AccountBalances,
  ClosingBalance,
  AccountNumber,
  AccountReader,
  PagePlace,
  ReadableAccount,
  ReadableCardAccount,
  SandboxTransactionView,
  TransactionFilter,
  TransactionPage,
  TransactionPosition,
  TransactionView,
} from './queries/ledger-queries.js';
export {
  FindSandboxCustomer,
  FindSandboxNumbers,
  GetSandboxAccount,
  GetSandboxCardAccount,
  ListSandboxCustomers,
} from './queries/sandbox-queries.js';
export type {
  HeldSandboxAccount,
  HeldSandboxCardAccount,
  ListedSandboxCustomer,
} from './queries/sandbox-queries.js';
export {
  GetApprovedPayments,
  GetPayment,
  GetPayments,
  GetPaymentsToSign,
} from './queries/payment-queries.js';
export type { FirstSigner, PaymentProgress, PaymentView } from './queries/payment-queries.js';
export { queryFromJson } from './queries/query-from-json.js';
export type { ReadQuery } from './queries/query-from-json.js';
export { queryTypeOf, queryTypes } from './queries/query-types.js';
export { ServiceQuery } from './queries/query.js';
export type { EventSourcedService, QueriedService, QueryType } from './queries/query.js';
export {
  GetAuthorisation,
  GetAuthorisations,
  GetCompletedContexts,
  GetCustomerOfPsu,
  GetSession,
} from './queries/sca-queries.js';
export type { AuthorisableKind, AuthorisationView, SessionAnswer } from './queries/sca-queries.js';
