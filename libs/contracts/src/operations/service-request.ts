import type { Explained } from './operation-fields.js';

/** The services that an operator can look into. */
export const operatedServices = ['payments', 'baskets', 'sca', 'accounts', 'batch'] as const;

export type OperatedService = (typeof operatedServices)[number];

export interface OfService {
  /** the name of a service: payments, baskets, sca, accounts or batch */
  readonly service: OperatedService;
}

interface OfParkedMessage extends OfService {
  /**
   * the number of a parked message in the list
   *
   * @pattern ^[1-9]\d{0,17}$
   */
  readonly seq: string;
}

interface OfConsumer extends OfService {
  /**
   * the name of a consumer, like payments or baskets.members; absent for all of the service
   *
   * @pattern ^[\w.-]{1,100}$
   */
  readonly consumer?: string;
}

interface Showing {
  /** true or false: whether account numbers, names and tokens are shown instead of masked */
  readonly reveal: boolean;
}

export interface Changing {
  /** true or false: whether the request only tells what it would change */
  readonly dryRun: boolean;
}

/** Every service does these with its own database, whatever its domain is. */
export type ServiceRequest =
  | ListParkedRequest
  | CountParkedRequest
  | ShowParkedRequest
  | RetryParkedRequest
  | RetryNextParkedRequest
  | DiscardParkedRequest
  | ListProjectionsRequest
  | RebuildProjectionRequest
  | ShowStreamRequest
  | ShowRetentionRequest;

/** Lists the oldest {@link parkedListMax} messages. */
export interface ListParkedRequest extends OfConsumer {
  readonly name: 'ListParked';
  /**
   * the number of a message; only later ones are listed
   *
   * @pattern ^[1-9]\d{0,17}$
   */
  readonly after?: string;
}

/** The messages in one list at most. */
export const parkedListMax = 500;

export interface CountParkedRequest extends OfConsumer {
  readonly name: 'CountParked';
}

export interface ShowParkedRequest extends OfParkedMessage, Showing, Explained {
  readonly name: 'ShowParked';
}

/** Retries the key of a message, from the first parked message of that key. */
export interface RetryParkedRequest extends OfParkedMessage, Changing, Explained {
  readonly name: 'RetryParked';
}

/**
 * Retries one message: the oldest of those between two numbers that is the first one of its key. So a caller that goes
 * on with the number in each answer keeps the order of every key, and leaves a key alone once a message of it has
 * failed again. A dry run reads the next message, whether or not it is the first one.
 */
export interface RetryNextParkedRequest extends OfConsumer, Changing, Explained {
  readonly name: 'RetryNextParked';
  /**
   * the number of the message before, or 0
   *
   * @pattern ^(0|[1-9]\d{0,17})$
   */
  readonly after: string;
  /**
   * the number of the last message to retry
   *
   * @pattern ^[1-9]\d{0,17}$
   */
  readonly upTo: string;
}

export interface DiscardParkedRequest extends OfParkedMessage, Changing {
  readonly name: 'DiscardParked';
  /**
   * a text of 1 to 200 printable characters
   *
   * @pattern ^[^\p{C}]{1,200}$
   */
  readonly reason: string;
}

export interface ListProjectionsRequest extends OfService {
  readonly name: 'ListProjections';
}

export interface RebuildProjectionRequest extends OfService, Changing, Explained {
  readonly name: 'RebuildProjection';
  /**
   * the name of a projection, or of a stream type for the inline view of its streams
   *
   * @pattern ^[^\p{C}]{1,200}$
   */
  readonly projection: string;
}

export interface ShowStreamRequest extends OfService, Showing, Explained {
  readonly name: 'ShowStream';
  /**
   * the id of a stream
   *
   * @pattern ^[^\p{C}]{1,200}$
   */
  readonly stream: string;
}

export interface ShowRetentionRequest extends OfService {
  readonly name: 'ShowRetention';
}

/** The place of a parked message. */
export interface ParkedPlace {
  readonly seq: string;
  readonly consumer: string;
  readonly key: string;
  readonly type: string;
  readonly topic: string;
  readonly partition: number;
  /** Position in the partition, as decimal digits. */
  readonly offset: string;
}

/** What `ListParked` and `ShowParked` answer about a message. */
export interface ParkedEntry extends ParkedPlace {
  readonly reason: string;
  readonly attempts: number;
  readonly parkedAt: string;
}

/** How much is parked now. */
export interface ParkedCount {
  readonly messages: number;
  readonly keys: number;
  /** The number of the newest message; 0 when nothing is parked. */
  readonly upTo: string;
}

export interface ParkedDetails extends ParkedEntry {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly payload: unknown;
}

/** What became of one message of a retried key. A dry run only reads the messages. */
export interface RetriedEntry {
  readonly seq: string;
  readonly result: 'done' | 'parked' | 'readable';
  readonly reason?: string;
}

/** What became of the message of `RetryNextParked`, which answers null when there is none. */
export interface RetriedNext extends ParkedPlace, RetriedEntry {}

export interface ProjectionEntry {
  readonly name: string;
  readonly kind: 'projection' | 'inline view';
  readonly version: number;
  /** The version that has filled the table; null before the first start. */
  readonly tableVersion: number | null;
  readonly state: string;
  /** Absent for an inline view, which is written together with its events. */
  readonly lagSeconds?: number;
  /** While it is rebuilt: how much of the events or streams was read. */
  readonly percent?: number;
  /** While it is rebuilt, at the rate so far. */
  readonly secondsLeft?: number;
  readonly fault?: string;
}

/** A rebuild that was asked for, or the streams whose inline view was not the fold of its events. */
export interface RebuildOutcome {
  readonly kind: ProjectionEntry['kind'];
  readonly streams?: number;
  readonly drifted?: readonly string[];
  readonly rewritten?: number;
}

export interface StreamDetails {
  readonly stream: string;
  /** The attribute `nordgate.correlation` of all spans about the stream. */
  readonly correlation: string;
  readonly events: readonly {
    readonly version: number;
    readonly type: string;
    readonly at: string;
    readonly actor: string;
    /** The trace of the command that made the event; absent when it was not traced. */
    readonly traceId?: string;
    readonly data: unknown;
  }[];
}

/** The streams of a type that the next sweep would find. */
export interface RetentionEntry {
  readonly streamType: string;
  /** Calendar months after the last event of a stream. */
  readonly months: number;
  readonly deletable: number;
  /** Past their months, but a reader or a parked message still needs them. */
  readonly heldBack: number;
  /** Streams whose events are in the archive.. */
  readonly archived?: number;
}
