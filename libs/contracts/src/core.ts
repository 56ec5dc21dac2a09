export type {
  AccountReport,
  BookedTogether,
  CardAccountReport,
  CardEntryReport,
  CardPendingEndReport,
  CardPendingReport,
  CoreAccountReport,
  CreditLimitReport,
  EntryReport,
  Pending,
  PendingEndReport,
  PendingReport,
} from './core/core-accounts.v1.js';
export type {
  AgreementReport,
  CoreReport,
  CustomerReport,
  OrderApproval,
  SealedApproval,
  TransferOrdered,
  TransferReport,
} from './core/core-messages.v1.js';
export type {
  BalancesAnswer,
  CoreBooked,
  CoreFigures,
  CorePending,
  CoreTransaction,
  TransactionAnswer,
  TransactionsAnswer,
} from './core/core-reads.v1.js';
export { readAnswer } from './core/read-answer.js';
export { readReport } from './core/read-report.js';
