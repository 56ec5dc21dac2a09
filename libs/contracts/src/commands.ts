export type { AccountCommands } from './services/messages.js';
export type { MaintenanceCommands, MaintenanceReceipt } from './operations/maintenance-commands.js';
export type { TppCommands, TppContactReceipt, TppStopReceipt } from './tpps/tpp-commands.js';
export type { BasketApproval, BasketCommands, BasketReceipt } from './baskets/basket-commands.js';
export type { BatchCommands, OpenRunReceipt } from './execution/batch-commands.js';
export { commandWays, travelsOver, typesOver } from './services/command-ways.js';
export type {
  CommandOrigin,
  CommandSender,
  CommandWay,
  CommandTopic,
  CommandTypeOn,
  ReceiptOf,
  SentCommand,
} from './services/command-ways.js';
export type { CommandContract } from './base/message/command-contract.js';
export type { LedgerCommands } from './accounts/ledger-commands.js';
export type {
  PartsProgress,
  PaymentApproval,
  PaymentCommands,
  PaymentReceipt,
  WholeProgress,
} from './payments/payment-commands.js';
export { openAuthorisationsMax } from './authorisations/sca-commands.js';
export type { AuthorisationReceipt, ScaCommands } from './authorisations/sca-commands.js';
export type {
  ByHand,
  SandboxCommands,
  SandboxEngagement,
  TransactionByHand,
  WorldCommands,
  WorldMoveReceipt,
} from './sandbox/sandbox-commands.js';
export type { CommandsOnTopic } from './services/messages.js';
export {
  chainStart,
  entryHash,
  hashOf,
  nextHead,
  auditListMax,
} from './operations/audit-request.js';
export type {
  ChainHead,
  Unhashed,
  AuditEntry,
  AuditPage,
  AuditRequest,
  ConfirmOperationRequest,
  ListAuditRequest,
  PendingOperation,
} from './operations/audit-request.js';
export {
  isDryRun,
  isRecorded,
  operationVerbs,
  operatorRoles,
  secondPersonActs,
} from './operations/operation-verbs.js';
export type { OperationVerb, OperatorRole, SecondPersonAct } from './operations/operation-verbs.js';
export { isBatchRequest } from './operations/batch-request.js';
export type {
  BatchRequest,
  ContradictionEntry,
  HoldEntry,
  OverdueTransfer,
  RunEntry,
  StartedBatchRuns,
} from './operations/batch-request.js';
export { operatedBy, operatorRequestFrom } from './operations/operator-request.js';
export type {
  CancelPaymentRequest,
  ChangePaymentRequest,
  OperatorRequest,
  ReadOperatorRequest,
  ReleaseTppRequest,
  EndMaintenanceRequest,
  PlanMaintenanceRequest,
  StopTppRequest,
} from './operations/operator-request.js';
export type {
  EraseSubjectRequest,
  ErasedKind,
  ErasedRecord,
  KeptCopy,
  KeptKind,
  KeptRecord,
  SubjectErasure,
} from './operations/erasure-request.js';
export type {
  ShowSubjectRequest,
  SubjectEvent,
  SubjectPage,
  SubjectRecipient,
  SubjectRecord,
  SubjectSection,
  SubjectTerm,
} from './operations/subject-request.js';
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
export type {
  ConsumerLagEntry,
  DiskEntry,
  FindRequestsRequest,
  FoundRequests,
  ServiceStatus,
  ShowStatusRequest,
  ShowTraceRequest,
  ShowWorldRequest,
  TracedEvent,
  TraceDetails,
  WatchRequest,
} from './operations/watch-request.js';
export type { TracedSpan } from './base/message/trace-tree.js';
