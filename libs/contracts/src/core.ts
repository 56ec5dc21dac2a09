export type {
  AccountReport,
  CardAccountReport,
  CardEntryReport,
  CardPendingEndReport,
  CardPendingReport,
  CoreAccountReport,
  CreditLimitReport,
  EntryReport,
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
export { readReport } from './core/read-report.js';
