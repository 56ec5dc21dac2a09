import type { Command, Decide, Decision, DomainEvent, Facts, Refusal } from './decider.js';
import type { RowWrite } from './reaction.js';
import type { AnyStreamType, StreamType } from './stream-type.js';

/** What a contract says of one command: the category of its stream, its data, its sender's receipt. */
export interface CommandContract {
  readonly stream: string;
  readonly data: unknown;
  readonly receipt: unknown;
}

/** The contracts of a service's commands, by type. */
export type CommandContracts<Commands> = { readonly [Type in keyof Commands]: CommandContract };

/** The command of a type, as its decider receives it. */
export type CommandOf<
  Commands extends CommandContracts<Commands>,
  Type extends keyof Commands & string = keyof Commands & string,
> = { readonly [One in Type]: Command<One, Commands[One]['data']> }[Type];

/** How a service decides commands of one type, each on its own stream. */
export interface OneStreamRow<C extends Command, Category extends string, Receipt> {
  readonly over: 'one stream';
  readonly stream: AnyStreamType & { readonly name: Category };
  readonly decide: (command: C, state: never, facts: Facts) => Decision<DomainEvent>;
  /** The sender's receipt, from the state afterwards: a repeat gets the receipt of today. */
  readonly receipt: (state: never, command: C) => Receipt;
  readonly createsStream: boolean;
  readonly isInternal: (command: C) => boolean;
  readonly rows?: ((command: C) => readonly RowWrite[]) | undefined;
}

/** How a service decides commands of one type, each on several streams at once. */
export interface ManyStreamsRow<C extends Command, Category extends string, Receipt> {
  readonly over: 'many streams';
  /** The types that the command's own stream may have. */
  readonly streams: readonly (AnyStreamType & { readonly name: Category })[];
  readonly find: (command: C, state: never) => Promise<readonly string[]> | readonly string[];
  readonly decide: (command: C, found: FoundStreams) => readonly StreamDecision[];
  readonly receipt: (state: never) => Receipt;
  readonly earlier?: EarlierEvent<C> | undefined;
  readonly createsStream: false;
  readonly isInternal: (command: C) => boolean;
}

/** How a service decides commands of one type. */
export type DeciderRow<
  C extends Command = never,
  Category extends string = string,
  Receipt = unknown,
> = OneStreamRow<C, Category, Receipt> | ManyStreamsRow<C, Category, Receipt>;

/**
 * The deciders of a service, by command. The compiler checks the table against the contracts: each
 * command has a decider of its data, on its stream, with its receipt.
 */
export type DeciderTable<Commands extends CommandContracts<Commands>> = {
  readonly [Type in keyof Commands & string]: DeciderRow<
    CommandOf<Commands, Type>,
    Commands[Type]['stream'],
    Commands[Type]['receipt']
  >;
};

/** The table of any service. */
export type AnyDeciderTable = Readonly<Record<string, DeciderRow>>;

/** What a row may say besides its decider and its receipt. */
export interface RowOptions<C extends Command> {
  /**
   * The command normally creates its stream: it is decided without a load first, and again with the
   * stream where the stream exists. Its decider must recognise a repeat by the state, because the ids
   * of such commands are not kept. Default false.
   */
  readonly createsStream?: boolean;
  /**
   * Only the service itself sends the command: from a reaction, its own site or its operations. Such a
   * command on the command topic is parked, because nothing proves what it claims. Default false.
   */
  readonly isInternal?: boolean | ((command: C) => boolean);
  /** Rows that are written together with the events, for a repeat as well, and none for a refused command. */
  readonly rows?: (command: C) => readonly RowWrite[];
}

/** The receipt of a row's command, from the state after it. */
export interface ReceiptOption<C extends Command, State, Receipt> {
  readonly receipt: (state: State, command: C) => Receipt;
}

const noReceipt = (): null => null;

/** A row whose command is decided on its own stream; without `receipt` its sender gets null. */
export function on<
  C extends Command,
  State,
  Event extends DomainEvent,
  Category extends string,
  Receipt,
>(
  stream: StreamType<State, Event, Category>,
  decide: Decide<C, State, Event>,
  options: RowOptions<C> & ReceiptOption<C, State, Receipt>,
): OneStreamRow<C, Category, Receipt>;
export function on<C extends Command, State, Event extends DomainEvent, Category extends string>(
  stream: StreamType<State, Event, Category>,
  decide: Decide<C, State, Event>,
  options?: RowOptions<C>,
): OneStreamRow<C, Category, null>;
export function on<C extends Command, State, Event extends DomainEvent, Category extends string>(
  stream: StreamType<State, Event, Category>,
  decide: Decide<C, State, Event>,
  options: RowOptions<C> & Partial<ReceiptOption<C, State, unknown>> = {},
): OneStreamRow<C, Category, unknown> {
  const { receipt = noReceipt, createsStream = false, isInternal = false, rows } = options;
  return {
    over: 'one stream',
    stream,
    decide,
    receipt,
    createsStream,
    rows,
    isInternal: asTest(isInternal),
  };
}

function asTest<C extends Command>(is: boolean | ((command: C) => boolean)) {
  return typeof is === 'function' ? is : () => is;
}

/**
 * How a command finds the event of its stream that has already done what the command asks for, where the state is too small
 * to tell. At most one event has.
 */
export interface EarlierEvent<C extends Command> {
  /** Whether this event of the command's own stream has done it. */
  readonly isIt: (command: C, event: DomainEvent) => boolean;
  /** Reads it from the stored events; undefined without one. */
  readonly read: (command: C) => Promise<DomainEvent | undefined>;
}

/** The streams that a row has found, in memory. */
export interface FoundStreams {
  /** The ids that `find` answered with. */
  readonly ids: readonly string[];
  readonly facts: Facts;
  /** The event that `EarlierEvent` tells, stored or decided before in this slice; undefined without one. */
  readonly earlier?: DomainEvent | undefined;
  /** The state of the command's own stream or of a found one. Throws for any other. */
  readonly stateOf: <State, Event extends DomainEvent>(
    type: StreamType<State, Event>,
    stream: string,
  ) => State;
}

/** The decision on one of several streams. */
export interface StreamDecision {
  readonly type: AnyStreamType;
  readonly stream: string;
  readonly decision: Decision<DomainEvent>;
}

/** Names the stream that a decision is for; exists for inference. */
export function decisionOn<State, Event extends DomainEvent>(
  type: StreamType<State, Event>,
  stream: string,
  decision: Decision<Event>,
): StreamDecision {
  return { type, stream, decision };
}

/** How the streams of a command are found and decided. */
export interface ManyStreams<C extends Command, State, Receipt> {
  /** The other streams of the command; `state` is that of the command's stream. May read. */
  readonly find: (command: C, state: State) => Promise<readonly string[]> | readonly string[];
  /** The decisions on all streams, the command's stream included. One refusal refuses the whole command. */
  readonly decide: (command: C, found: FoundStreams) => readonly StreamDecision[];
  readonly receipt: (state: State) => Receipt;
  /** Default: the states tell what was done before. */
  readonly earlier?: EarlierEvent<C>;
}

/** The state of any of some stream types. */
type StateOfAny<Streams extends readonly AnyStreamType[]> = Streams[number]['initial'];

/** A row whose command appends to several streams, all together or none. */
export function onMany<
  C extends Command,
  State,
  Event extends DomainEvent,
  Category extends string,
  Receipt,
>(
  stream: StreamType<State, Event, Category>,
  many: ManyStreams<C, State, Receipt>,
  options: Pick<RowOptions<C>, 'isInternal'> = {},
): ManyStreamsRow<C, Category, Receipt> {
  return onAnyOf([stream], many, options);
}

/** As `onMany`, for a command whose own stream is of one of several types. */
export function onAnyOf<C extends Command, const Streams extends readonly AnyStreamType[], Receipt>(
  streams: Streams,
  { find, decide, receipt, earlier }: ManyStreams<C, StateOfAny<Streams>, Receipt>,
  { isInternal = false }: Pick<RowOptions<C>, 'isInternal'> = {},
): ManyStreamsRow<C, Streams[number]['name'], Receipt> {
  return {
    over: 'many streams',
    streams,
    find,
    decide,
    receipt,
    earlier,
    createsStream: false,
    isInternal: asTest(isInternal),
  };
}

/** The row of a command; undefined for a type that the service does not know. */
export function rowOf(table: AnyDeciderTable, type: string): DeciderRow | undefined {
  return Object.hasOwn(table, type) ? table[type] : undefined;
}

/** Whether only the service itself sends this command. A command without a row is not internal. */
export function isInternal(table: AnyDeciderTable, command: Command): boolean {
  const row = rowOf(table, command.type);
  return row?.isInternal(command as never) ?? false;
}

/** The refusal among the decisions on several streams, if there is one. */
export function refusalIn(decisions: readonly StreamDecision[]): Refusal | undefined {
  return decisions.map(({ decision }) => decision).find((one) => 'refused' in one);
}
