export type {
  AccessEvent,
  AccessGranted,
  AccessRevoked,
} from './authorisations/access-events.v1.js';
export type {
  AccountChanged,
  AccountClosed,
  AccountEvent,
  AccountOpened,
  AgreementChanged,
  AgreementEnded,
  AgreementEvent,
  AgreementRole,
  AgreementSigned,
  CardAccountChanged,
  CardAccountClosed,
  CardAccountEvent,
  CardAccountOpened,
  CardFacts,
  CustomerEvent,
  CustomerRegistered,
  CustomerRemoved,
  CustomerType,
  Engagement,
  EngagementAdded,
  EngagementChanged,
  EngagementsEnded,
  Signers,
} from './accounts/account-events.v1.js';
export type {
  BasketCreated,
  BasketApproved,
  BasketDeleted,
  BasketEvent,
  BasketFrozen,
  BasketMember,
  BasketRefused,
  BasketRejected,
  BasketSigned,
} from './baskets/basket-events.v1.js';
export type {
  BatchEvent,
  ExecutionHeld,
  ExecutionReleased,
  Held,
  HoldEvent,
} from './execution/batch-events.v1.js';
export type {
  OrderPosition,
  PaymentsPicked,
  PickedPayment,
  PickingEnded,
  RunClosed,
  RunCompleted,
  RunCounts,
  RunEvent,
  RunName,
  RunJoined,
  RunOpened,
  RunQueued,
  RunStarted,
  ScheduleEvent,
} from './execution/batch-run-events.v1.js';
export type {
  WorldArrived,
  WorldMovedOn,
  WorldMoveEvent,
  WorldMoveName,
} from './execution/world-move-events.v1.js';
export type { Debtor, PostalAddress } from './base/values/debtor.v1.js';
export type {
  DeclinedCredit,
  DeclineReason,
  ExecutionEvent,
  Executor,
  LedgerTransfer,
  Outcome,
  OutcomeContradicted,
  OutcomeMissed,
  Transfer,
  TransferCredit,
  TransferDebited,
  TransferDeclined,
  TransferApproval,
  TransferInstructed,
  TransferSettled,
  TransferStarted,
} from './execution/execution-events.v1.js';
export type { ExemptionEvent, PaymentExempted } from './payments/payment-events.v1.js';
export type {
  Initiator,
  LinkedAuthorisation,
  PsuContext,
  SigningCertificate,
} from './base/values/initiation.v1.js';
export type {
  AccountLedgerEvent,
  AmountReserved,
  CardAmountReserved,
  CardLedgerEvent,
  CardPostingsBooked,
  CardReservationReleased,
  ClearingBooked,
  ClearingEvent,
  EndedReservation,
  EntryBooked,
  EntryConfirmed,
  EntryEvent,
  EntryLine,
  EntryReleased,
  EntryRefused,
  EntryReserved,
  PostingsBooked,
  ReservationReleased,
  TransferDelay,
} from './accounts/ledger-events.v1.js';
export type {
  GenerationTaken,
  SandboxEvent,
  SandboxInitialised,
  WorldDeleted,
  WorldEvent,
  WorldInitialised,
  WorldMoveBegun,
  WorldMoveEnded,
  WorldTimeSet,
} from './sandbox/world-events.v1.js';
export type { MadeBy } from './accounts/ledger-events.v1.js';
export type {
  AskedOperation,
  OperationBegun,
  OperationConfirmed,
  OperationEnded,
  OperationEntry,
  OperationEvent,
  OperationProposed,
  OperationRefusal,
  OperationRefused,
  OperatorPerson,
} from './operations/operation-events.v1.js';
export type {
  PasskeyEnrolled,
  PasskeyEvent,
  PasskeyRemoved,
  PasskeyUsed,
} from './authorisations/passkey-events.v1.js';
export type {
  OccurrenceProgressed,
  PaymentAuthorised,
  PaymentCancelled,
  PaymentChanged,
  PaymentClaimed,
  PaymentEvent,
  PaymentInitiated,
  PaymentProgressed,
  PaymentRejected,
  PaymentSigned,
} from './payments/payment-events.v1.js';
export type {
  ApprovedOrder,
  ClaimedOrder,
  ExecutionStatus,
  OccurrenceOutcome,
  PartOutcome,
  PartProgressed,
  PartRejected,
  RejectionReason,
  ScaExemption,
  WholeStatus,
} from './payments/payment-facts.v1.js';
export { isBulk, isPeriodic } from './base/values/payment-instruction.v2.js';
export type {
  BulkInstruction,
  CreditInstruction,
  CrossBorderInstruction,
  DomesticInstruction,
  PaymentInstruction,
  PaymentService,
  PeriodicInstruction,
  SepaInstruction,
  TransferInstruction,
} from './base/values/payment-instruction.v2.js';
export type {
  CardUse,
  CurrencyExchange,
  PartyAccount,
  PendingPosting,
  Posting,
  PostingDetails,
  PostingTo,
  SignedAmount,
} from './base/values/posting.v1.js';
export type { QuotaEvent, QuotaReturned, QuotaTaken } from './sandbox/quota-events.v1.js';
export type { RefusalEvent, RefusalPlanned, RefusalUsed } from './sandbox/refusal-events.v1.js';
export type { RegisteredStatus } from './baskets/basket-commands.js';
export type {
  ApprovalSeal,
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
  ScaMethodName,
  SessionCompleted,
  SessionEvent,
  VisitEnded,
} from './authorisations/sca-events.v1.js';
export type {
  TppContactEvent,
  TppContactRegistered,
  TppContactRemoved,
} from './tpps/tpp-contact-events.v1.js';
export { handles, newestVersionOf } from './services/handled-events.js';
export type { EventTopic, Handled, HandledEvents } from './services/handled-events.js';
export type {
  MaintenanceEnded,
  MaintenanceEvent,
  MaintenancePlanned,
} from './operations/maintenance-events.v1.js';
export type { TppReleased, TppStopEvent, TppStopped } from './tpps/tpp-stop-events.v1.js';
