/** The services that an operator can look into. */
export const operatedServices = ['payments', 'baskets', 'sca', 'accounts', 'batch'] as const;

export type OperatedService = (typeof operatedServices)[number];

interface OfService {
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

interface Showing {
  /** true or false: whether account numbers, names and tokens are shown instead of masked */
  readonly reveal: boolean;
}

interface Changing {
  /** true or false: whether the request only tells what it would change */
  readonly dryRun: boolean;
}

/** Every service does these with its own database, whatever its domain is. */
export type ServiceRequest =
  | ListParkedRequest
  | ShowParkedRequest
  | RetryParkedRequest
  | DiscardParkedRequest
  | ListProjectionsRequest
  | RebuildProjectionRequest
  | ShowStreamRequest
  | ShowRetentionRequest;

export interface ListParkedRequest extends OfService {
  readonly name: 'ListParked';
}

export interface ShowParkedRequest extends OfParkedMessage, Showing {
  readonly name: 'ShowParked';
}

/** Retries the key of a message, from the first parked message of that key. */
export interface RetryParkedRequest extends OfParkedMessage, Changing {
  readonly name: 'RetryParked';
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

export interface RebuildProjectionRequest extends OfService, Changing {
  readonly name: 'RebuildProjection';
  /**
   * the name of a projection, or of a stream type for the inline view of its streams
   *
   * @pattern ^[^\p{C}]{1,200}$
   */
  readonly projection: string;
}

export interface ShowStreamRequest extends OfService, Showing {
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

/** What `ListParked` and `ShowParked` answer about a message. */
export interface ParkedEntry {
  readonly seq: string;
  readonly consumer: string;
  readonly key: string;
  readonly reason: string;
  readonly attempts: number;
  readonly parkedAt: string;
  readonly topic: string;
  readonly type: string;
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

export interface ProjectionEntry {
  readonly name: string;
  readonly kind: 'projection' | 'inline view';
  readonly version: number;
  /** The version that has filled the table; null before the first start. */
  readonly tableVersion: number | null;
  readonly state: string;
  /** Absent for an inline view, which is written together with its events. */
  readonly lagSeconds?: number;
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
}
