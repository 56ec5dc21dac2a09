export type {
  AccountReport,
  AgreementReport,
  CoreReport,
  CustomerReport,
  EntryReport,
  OrderApproval,
  SealedApproval,
  TransferOrdered,
  TransferReport,
} from './core/core-messages.v1.js';
export { readReport } from './core/read-report.js';
