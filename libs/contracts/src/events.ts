export type { AccessEvent, AccessGranted, AccessRevoked } from './events/access-events.v1.js';
export type {
  AccountChanged,
  AccountClosed,
  AccountEvent,
  AccountOpened,
  AgreementEnded,
  AgreementEvent,
  AgreementRole,
  AgreementSigned,
  CardAccountChanged,
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
} from './events/basket-events.v1.js';
export type { Debtor, PostalAddress } from './events/debtor.v1.js';
export type { ExemptionEvent, PaymentExempted } from './events/exemption-events.v1.js';
export type {
  Initiator,
  LinkedAuthorisation,
  PsuContext,
  SigningCertificate,
} from './events/initiation.v1.js';
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
  EntryEvent,
  EntryLine,
  EntryReleased,
  EntryReserved,
  PostingsBooked,
  ReservationReleased,
} from './events/ledger-events.v1.js';
export type { MadeBy } from './events/made-by.v1.js';
export type {
  PasskeyEnrolled,
  PasskeyEvent,
  PasskeyRemoved,
  PasskeyUsed,
} from './events/passkey-events.v1.js';
export type {
  ExecutionStatus,
  PartOutcome,
  PartProgressed,
  PartRejected,
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
  WholeStatus,
} from './events/payment-events.v1.js';
export { isBulk, isPeriodic } from './events/payment-instruction.v2.js';
export type {
  PaymentInstruction,
  PaymentService,
  TransferInstruction,
} from './events/payment-instruction.v2.js';
export type {
  CardUse,
  CurrencyExchange,
  PartyAccount,
  PendingPosting,
  Posting,
  PostingDetails,
  PostingTo,
  SignedAmount,
} from './events/posting.v1.js';
export type { RegisteredStatus } from './events/registered-status.v1.js';
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
} from './events/sca-events.v1.js';
export type {
  TppContactEvent,
  TppContactRegistered,
  TppContactRemoved,
} from './events/tpp-contact-events.v1.js';
export type { TppReleased, TppStopEvent, TppStopped } from './events/tpp-stop-events.v1.js';
