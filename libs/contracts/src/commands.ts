export type {
  AccountCommands,
  SandboxReceipt,
  TppContactReceipt,
  TppStopReceipt,
} from './commands/account-commands.js';
export type { BasketApproval, BasketCommands, BasketReceipt } from './commands/basket-commands.js';
export type { BatchCommands, OpenRunReceipt } from './commands/batch-commands.js';
export { commandWays, travelsOver, typesOver } from './commands/command-ways.js';
export type { CommandOrigin, CommandSender, CommandWay } from './commands/command-ways.js';
export type { CommandContract } from './commands/command-contract.js';
export type { LedgerCommands } from './commands/ledger-commands.js';
export type {
  PartsProgress,
  PaymentApproval,
  PaymentCommands,
  PaymentReceipt,
  WholeProgress,
} from './commands/payment-commands.js';
export { openAuthorisationsMax } from './commands/sca-commands.js';
export type { AuthorisationReceipt, ScaCommands } from './commands/sca-commands.js';
export type {
  ByHand,
  SandboxCommands,
  SandboxEngagement,
  TransactionByHand,
} from './commands/sandbox-commands.js';
export type {
  CommandTopic,
  CommandTypeOn,
  ReceiptOf,
  SentCommand,
} from './commands/sent-command.js';
export type { CommandsOnTopic } from './messages.js';
export { isBatchRequest } from './operations/batch-request.js';
export type {
  BatchRequest,
  ContradictionEntry,
  HoldEntry,
  OverdueTransfer,
  RunEntry,
} from './operations/batch-request.js';
export { operatedBy, operatorRequestFrom } from './operations/operator-request.js';
export type {
  CancelPaymentRequest,
  ChangePaymentRequest,
  OperatorRequest,
  ReadOperatorRequest,
  ReleaseTppRequest,
  StopTppRequest,
} from './operations/operator-request.js';
export { operatedServices, parkedListMax } from './operations/service-request.js';
export type {
  CountParkedRequest,
  DiscardParkedRequest,
  ListParkedRequest,
  OperatedService,
  ParkedCount,
  ParkedDetails,
  ParkedEntry,
  ParkedPlace,
  ProjectionEntry,
  RetentionEntry,
  RebuildOutcome,
  RebuildProjectionRequest,
  RetriedEntry,
  RetriedNext,
  RetryNextParkedRequest,
  RetryParkedRequest,
  ServiceRequest,
  ShowParkedRequest,
  ShowStreamRequest,
  StreamDetails,
} from './operations/service-request.js';
