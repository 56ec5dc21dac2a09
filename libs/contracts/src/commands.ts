export type { AccountCommandData } from './commands/account-commands.js';
export type { BasketCommandData, BasketReceipt } from './commands/basket-commands.js';
export type {
  PaymentApproval,
  PaymentCommandData,
  PaymentReceipt,
} from './commands/payment-commands.js';
export type { ScaCommandData } from './commands/sca-commands.js';
export { operatedBy, operatorRequestFrom } from './operations/operator-request.js';
export type {
  ChangePaymentRequest,
  OperatorRequest,
  ReadOperatorRequest,
} from './operations/operator-request.js';
export { operatedServices } from './operations/service-request.js';
export type {
  DiscardParkedRequest,
  OperatedService,
  ParkedDetails,
  ParkedEntry,
  ProjectionEntry,
  RebuildOutcome,
  RebuildProjectionRequest,
  RetriedEntry,
  RetryParkedRequest,
  ServiceRequest,
  ShowParkedRequest,
  ShowStreamRequest,
  StreamDetails,
} from './operations/service-request.js';
