import type { TopicName } from '@nordgate/contracts/topics';

/** A message as CloudEvent 1.0 in binary mode: a JSON value, `ce_*` headers and trace headers. */
export interface Message {
  /** The stream id. Messages with the same key keep their order. */
  readonly key: string;
  readonly value: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A message with its place in the topic. */
export interface ReceivedMessage extends Message {
  /** The topic of the brokers that has the message, where it is a later generation of its topic. */
  readonly generation?: string;
  readonly partition: number;
  readonly offset: string;
}

/**
 * The messages that are handled in one transaction, within `sliceBounds`. Messages of one partition
 * keep their order. A slice may hold messages of several partitions, because few full transactions
 * cost less than many small ones.
 */
export interface Slice {
  readonly topic: TopicName;
  readonly messages: readonly ReceivedMessage[];
}

/** One purpose that reads a topic. */
export interface Consumer {
  readonly topic: TopicName;
  /** The consumer group. Every group receives every message. */
  readonly group: string;
  /** Event topics only: the event types to deliver. Default: all. */
  readonly eventTypes?: readonly string[];
  /**
   * Resolves when the effects of the whole slice are committed; then the group's position moves on.
   * Rejects when the infrastructure failed: after a delay the same messages are delivered again,
   * before any other message of their keys. More messages may follow behind them.
   */
  handle(slice: Slice): Promise<void>;
}

/** Whether a group has handled all messages that its topic had at a moment. Once true, it stays true. */
export type CaughtUp = () => Promise<boolean>;

export interface Consumption {
  /** Takes no new messages and finishes those in flight. */
  stop(): Promise<void>;
}

/** Receives the replies to the commands of this instance. */
export interface ReplyChannel {
  /** The return address that commands carry. */
  readonly address: string;
  close(): Promise<void>;
}

/** The outcome of a command, for the instance that sent it. It may get lost; the view is reliable. */
export interface Reply {
  readonly commandId: string;
  readonly outcome: unknown;
}

/**
 * The outcome of a command that its service has parked, or that waits behind a parked one. Nothing of it
 * took effect, and it may still take effect when an operator retries it.
 */
export const undecidable = { undecidable: true } as const;

/** Whether an outcome says that the command could not be decided. */
export function isUndecidable(outcome: unknown): outcome is typeof undecidable {
  return typeof outcome === 'object' && outcome !== null && 'undecidable' in outcome;
}

/**
 * The transport between the apps. Every implementation passes `testing/bus-contract.ts`: order per
 * key, at least once, durable when `publish` resolves, and a failing consumer of one key does not
 * delay other keys.
 */
export interface Bus {
  /** The name of the transport in spans (OpenTelemetry `messaging.system`). */
  readonly system: 'memory' | 'kafka';
  /** Resolves when the messages can no longer get lost. Rejects when that is not known. */
  publish(topic: TopicName, messages: readonly Message[]): Promise<void>;
  consume(consumer: Consumer): Promise<Consumption>;
  /**
   * Notes which messages an event topic has now, and resolves with the question whether a group that this bus consumes has
   * handled all of them. Members in other processes count. Both reject when the infrastructure fails.
   */
  noteEnd(of: Pick<Consumer, 'topic' | 'group'>): Promise<CaughtUp>;
  openReplies(receive: (reply: Reply) => void): Promise<ReplyChannel>;
  /** Best effort: the reply is lost when its receiver has gone. */
  reply(address: string, reply: Reply): void;
  close(): Promise<void>;
}
