import type { CommandsOnTopic } from './messages.js';
import type { StreamId } from '../base/rules/streams.js';

/** A topic of commands. */
export type CommandTopic = keyof CommandsOnTopic;

/** A type of command that a topic takes. */
export type CommandTypeOn<Topic extends CommandTopic> = keyof CommandsOnTopic[Topic] & string;

type ContractOf<
  Topic extends CommandTopic,
  Type extends CommandTypeOn<Topic>,
> = CommandsOnTopic[Topic][Type] & {
  readonly stream: string;
  readonly data: unknown;
  readonly receipt: unknown;
};

/** A command as it is sent to a topic: of one of its types, to a stream of its category. */
export type SentCommand<
  Topic extends CommandTopic,
  Type extends CommandTypeOn<Topic> = CommandTypeOn<Topic>,
> = {
  readonly [One in Type]: {
    /** Makes repeats known. */
    readonly id: string;
    readonly type: One;
    readonly stream: StreamId<ContractOf<Topic, One>['stream']>;
    readonly data: ContractOf<Topic, One>['data'];
  };
}[Type];

/** What the sender of a command gets back. */
export type ReceiptOf<Topic extends CommandTopic, Type extends CommandTypeOn<Topic>> = ContractOf<
  Topic,
  Type
>['receipt'];

/** An app that sends commands over a topic. `console`: the console of a sandbox, in accounts. */
export type CommandSender = 'gateway' | 'console';

/**
 * Where a service sends a command to its own streams from, in its own process: the reaction to an event, work by the
 * clock, its web site, the door of the operator, or another decision whose part the command is.
 */
export type CommandOrigin = 'reaction' | 'work' | 'site' | 'operator' | 'decision';

/** Over which ways a command comes. */
export interface CommandWay {
  /** Who sends it over the topic; nobody: a message of the topic is parked. */
  readonly topic: readonly CommandSender[];
  /** From where the service sends it to itself. */
  readonly within: readonly CommandOrigin[];
  /** Over the topic in one form only: the decider's row says which data is refused there. */
  readonly isPartly?: true;
  /**
   * Who sends it over the topic of a sandbox besides, in the name of another channel of the bank. The composition of a
   * sandbox alone accepts this form: in production a message with it is parked.
   */
  readonly inSandbox?: readonly CommandSender[];
}

const over = (...topic: readonly CommandSender[]): CommandWay => ({ topic, within: [] });
const only = (...within: readonly CommandOrigin[]): CommandWay => ({ topic: [], within });

/**
 * Every command of a command topic: who sends it, and over which way. A test compares the table with the deciders, the
 * sources of the senders, the rights of the broker and the description of the topics.
 */
export const commandWays: {
  readonly [Topic in CommandTopic]: {
    readonly [Type in keyof CommandsOnTopic[Topic] & string]: CommandWay;
  };
} = {
  'payments.commands.v1': {
    InitiatePayment: over('gateway'),
    InitiateOwnTransfer: over('gateway'),
    ChangePayment: { ...only('operator'), inSandbox: ['gateway'] },
    SignPayment: only('reaction'),
    AuthorisePayment: only('reaction'),
    // A TPP cancels before the approval only.
    CancelPayment: {
      topic: ['gateway'],
      within: ['reaction', 'operator'],
      isPartly: true,
      inSandbox: ['gateway'],
    },
    ClaimPayment: only('reaction'),
    ProgressOccurrence: only('reaction'),
    ProgressPayment: only('reaction'),
    RejectPayment: only('reaction', 'work'),
    EnsureDecided: over('gateway'),
  },
  'baskets.commands.v1': {
    CreateBasket: over('gateway'),
    FreezeBasket: only('reaction'),
    ApproveBasket: only('reaction'),
    SignBasket: only('reaction'),
    RejectBasket: only('reaction'),
    DeleteBasket: over('gateway'),
    EnsureDecided: over('gateway'),
  },
  'sca.commands.v1': {
    OpenAuthorisation: { topic: ['gateway'], within: ['reaction', 'site'] },
    StartAuthorisation: over('gateway'),
    // A TPP withdraws its question; everything else is found out by sca.
    FailAuthorisation: { topic: ['gateway'], within: ['reaction', 'work', 'site'], isPartly: true },
    RevokeAccess: {
      topic: ['gateway'],
      within: ['site'],
      isPartly: true,
      inSandbox: ['gateway'],
    },
    EnsureDecided: over('gateway'),
  },
  'accounts.commands.v1': {
    InitialiseWorld: over('gateway', 'console'),
    BeginWorldMove: over('gateway', 'console'),
    SetWorldTime: only('reaction'),
    EndWorldMove: only('reaction'),
    DeleteWorld: only('work'),
    ReserveEntry: only('decision'),
    BookReservedEntry: only('decision'),
    BookEntry: only('decision'),
    ReleaseEntry: only('decision'),
    ReserveTransfer: only('reaction'),
    BookTransfer: only('reaction'),
    ConfirmTransfer: only('reaction'),
    FollowCustomer: only('reaction'),
    FollowAgreement: only('reaction'),
    FollowAccount: only('reaction'),
    FollowCardAccount: only('reaction'),
    FollowCreditLimit: only('reaction'),
    FollowEntry: only('reaction'),
    FollowPending: only('reaction'),
    FollowPendingEnd: only('reaction'),
    CarryForward: only('work'),
    StopTpp: only('operator'),
    ReleaseTpp: only('operator'),
    PlanMaintenance: only('operator'),
    EndMaintenance: only('operator'),
    RegisterTppContact: over('gateway'),
    RemoveTppContact: over('gateway'),
    RegisterSandboxCustomer: over('gateway'),
    ChangeSandboxCustomer: over('gateway'),
    RemoveSandboxCustomer: over('gateway'),
    OpenSandboxAccount: over('gateway'),
    ChangeSandboxAccount: over('gateway'),
    CloseSandboxAccount: over('gateway'),
    // Gateways of the release before send it during a rollout.
    AddSandboxTransaction: over('gateway'),
    AddSandboxTransactions: over('gateway'),
    ChangeSandboxTransaction: over('gateway'),
    RemoveSandboxTransaction: over('gateway'),
    OpenSandboxCardAccount: over('gateway'),
    ChangeSandboxCardAccount: over('gateway'),
    CloseSandboxCardAccount: over('gateway'),
    SignSandboxAgreement: over('gateway'),
    ChangeSandboxAgreement: over('gateway'),
    EndSandboxAgreement: over('gateway'),
    AddSandboxEngagement: over('gateway'),
    ChangeSandboxEngagement: over('gateway'),
    EndSandboxEngagement: over('gateway'),
    RefuseSandboxExecution: over('gateway'),
  },
  'batch.commands.v1': {
    // The slots of the profile are opened by the scheduler alone.
    OpenRun: { topic: ['gateway', 'console'], within: ['work', 'operator'], isPartly: true },
    CloseRun: only('work'),
    CarrySchedule: only('work'),
    StartRun: only('work'),
    PickPayments: only('work'),
    EndPicking: only('work'),
    CompleteRun: only('work'),
    InstructTransfer: only('reaction'),
    RecordOutcome: only('reaction'),
    RemindExecutor: only('work'),
    HoldExecution: only('operator'),
    ReleaseExecution: only('operator'),
    MoveWorldOn: only('work'),
    ArriveWorld: only('work'),
  },
};

/** The types of the commands that a topic may carry. */
export function typesOver(topic: CommandTopic): readonly string[] {
  const ways: Readonly<Record<string, CommandWay>> = commandWays[topic];
  return Object.keys(ways).filter((type) => ways[type]?.topic.length !== 0);
}

/** Whether a message of the topic may have a command of this type. A type that the table does not know may not. */
export function travelsOver(topic: CommandTopic, type: string): boolean {
  const ways: Readonly<Record<string, CommandWay>> = commandWays[topic];
  return Object.hasOwn(ways, type) && ways[type]?.topic.length !== 0;
}

/** The same for a topic of a sandbox, which carries a few types more. */
export function travelsOverSandbox(topic: CommandTopic, type: string): boolean {
  const ways: Readonly<Record<string, CommandWay>> = commandWays[topic];
  const isMore = Object.hasOwn(ways, type) && ways[type]?.inSandbox !== undefined;
  return isMore || travelsOver(topic, type);
}
