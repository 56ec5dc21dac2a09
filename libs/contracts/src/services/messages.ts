import type { BatchCommands } from '../execution/batch-commands.js';
import type { BasketCommands } from '../baskets/basket-commands.js';
import type { PaymentCommands } from '../payments/payment-commands.js';
import type { ScaCommands } from '../authorisations/sca-commands.js';
import type { CoreAccountReport } from '../core/core-accounts.v1.js';
import type {
  AgreementReported,
  CustomerReported,
  TransferOrdered,
  TransferReported,
} from '../core/core-messages.v1.js';
import type {
  AccountEvent,
  AgreementEvent,
  CardAccountEvent,
  CustomerEvent,
} from '../accounts/account-events.v1.js';
import type { BatchEvent } from '../execution/batch-events.v1.js';
import type { BasketEvent } from '../baskets/basket-events.v1.js';
import type { ClearingEvent, EntryEvent } from '../accounts/ledger-events.v1.js';
import type { OperationEvent } from '../operations/operation-events.v1.js';
import type { PaymentEvent, ExemptionEvent } from '../payments/payment-events.v1.js';
import type { ScaEvent } from '../authorisations/sca-events.v1.js';
import type { TppContactEvent, TppStopEvent } from '../tpps/tpp-events.v1.js';
import type {
  QuotaEvent,
  RefusalEvent,
  SandboxEvent,
  WorldEvent,
} from '../sandbox/sandbox-events.v1.js';
import type { MaintenanceEvent } from '../operations/maintenance-events.v1.js';
import type { Topic, TopicName, topics } from './topics.js';
import type { LedgerCommands } from '../accounts/ledger-commands.js';
import type { ReportCommands } from '../core/report-commands.js';
import type { MaintenanceCommands } from '../operations/maintenance-commands.js';
import type { SandboxCommands, WorldCommands } from '../sandbox/sandbox-commands.js';
import type { TppCommands } from '../tpps/tpp-commands.js';

/** The commands on `accounts.commands.v1`, by type. */
export interface AccountCommands
  extends
    LedgerCommands,
    ReportCommands,
    SandboxCommands,
    WorldCommands,
    TppCommands,
    MaintenanceCommands {}

/** The topics that carry one kind of message. */
export type TopicCarrying<Kind extends Topic['carries']> = {
  [Name in TopicName]: (typeof topics)[Name]['carries'] extends Kind ? Name : never;
}[TopicName];

/** Requires exactly the topics of one kind: a new topic does not compile until it stands here. */
type Complete<Kind extends Topic['carries'], Table extends Record<TopicCarrying<Kind>, unknown>> =
  Exclude<keyof Table, TopicCarrying<Kind>> extends never ? Table : never;

/** What travels on each topic of events. */
export interface EventsOnTopic {
  readonly 'payments.events.v1': PaymentEvent | ExemptionEvent | OperationEvent;
  readonly 'baskets.events.v1': BasketEvent | OperationEvent;
  readonly 'sca.events.v1': ScaEvent | OperationEvent;
  readonly 'accounts.events.v1':
    | CustomerEvent
    | AccountEvent
    | CardAccountEvent
    | AgreementEvent
    | EntryEvent
    | ClearingEvent
    | SandboxEvent
    | WorldEvent
    | TppContactEvent
    | QuotaEvent
    | RefusalEvent
    | TppStopEvent
    | MaintenanceEvent
    | OperationEvent;
  readonly 'batch.events.v1': BatchEvent | OperationEvent;
}

/** What travels on each topic between the bank and its core system. */
export interface CoreMessagesOnTopic {
  readonly 'core.instructions.v1': TransferOrdered;
  readonly 'core.outcomes.v1': TransferReported;
  readonly 'core.customers.v1': CustomerReported | AgreementReported;
  readonly 'core.entries.v1': CoreAccountReport;
}

/** What travels on each topic of commands: a contract by type. */
export interface CommandsOnTopic {
  readonly 'payments.commands.v1': PaymentCommands;
  readonly 'baskets.commands.v1': BasketCommands;
  readonly 'sca.commands.v1': ScaCommands;
  readonly 'accounts.commands.v1': AccountCommands;
  readonly 'batch.commands.v1': BatchCommands;
}

/** Every message of the system, by topic. */
export interface Messages {
  readonly events: Complete<'events', EventsOnTopic & Record<never, never>>;
  readonly commands: Complete<'commands', CommandsOnTopic & Record<never, never>>;
  readonly core: Complete<'core', CoreMessagesOnTopic & Record<never, never>>;
}
