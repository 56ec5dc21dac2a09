import type { TopicName } from '@nordgate/contracts/topics';

/** A message in CloudEvents binary mode: JSON value, `ce_*` and trace headers. */
export interface Message {
  /** The stream id: messages of one key keep their order. */
  readonly key: string;
  readonly value: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A message as a consumer sees it, with its place in the topic. */
export interface ReceivedMessage extends Message {
  readonly partition: number;
  readonly offset: string;
}

/**
 * What is handled in one transaction, bounded (design: write path). Messages of one partition are in
 * its order; a slice may hold several partitions, for few and full transactions cost least.
 */
export interface Slice {
  readonly topic: TopicName;
  readonly messages: readonly ReceivedMessage[];
}

/** One purpose that reads a topic. */
export interface Consumer {
  readonly topic: TopicName;
  /** Consumer group: every group sees every message. */
  readonly group: string;
  /** Of an event topic: the types that this purpose is about; the others are passed over. */
  readonly eventTypes?: readonly string[];
  /**
   * Resolves when the effects of the whole slice are committed; only then the position moves on.
   * Rejects when the infrastructure failed: the same messages come again after a pause, before
   * anything else of their keys; more may have joined behind them.
   */
  handle(slice: Slice): Promise<void>;
}

export interface Consumption {
  /** Takes nothing new, finishes what is in flight. */
  stop(): Promise<void>;
}

/** Where the answers to this instance's commands arrive. */
export interface ReplyChannel {
  readonly address: string;
  close(): Promise<void>;
}

/** The outcome of a command for the instance that asked: a hint, the view is the truth. */
export interface Reply {
  readonly commandId: string;
  readonly outcome: unknown;
}

/**
 * The transport between the apps. Both implementations pass `testing/bus-contract.ts`: order per
 * key, at least once, durable when `publish` resolves, a failing consumer of one key never keeps
 * another key waiting.
 */
export interface Bus {
  /** What the spans call this transport. */
  readonly system: 'memory' | 'kafka';
  /** Resolves when the messages can no longer be lost; rejects when that is not known. */
  publish(topic: TopicName, messages: readonly Message[]): Promise<void>;
  consume(consumer: Consumer): Promise<Consumption>;
  openReplies(receive: (reply: Reply) => void): Promise<ReplyChannel>;
  /** Best effort: an asker that is gone misses its hint. */
  reply(address: string, reply: Reply): void;
  close(): Promise<void>;
}

/** At most so many messages, or so many bytes of values, make one slice. */
export const sliceBounds = { messagesMax: 100, bytesMax: 256 * 1024 } as const;
