/** The services that an operator can look into. */
export const operatedServices = ['payments', 'baskets', 'sca', 'accounts'] as const;

export type OperatedService = (typeof operatedServices)[number];

interface OfService {
  readonly service: OperatedService;
}

/** Every service does these with its own database, whatever its domain is. */
export type ServiceRequest =
  | ListParkedRequest
  | ShowParkedRequest
  | RetryParkedRequest
  | DiscardParkedRequest
  | ListProjectionsRequest
  | RebuildProjectionRequest
  | ShowStreamRequest;

export interface ListParkedRequest extends OfService {
  readonly name: 'ListParked';
}

export interface ShowParkedRequest extends OfService {
  readonly name: 'ShowParked';
  /** The number of the message in the list. */
  readonly seq: string;
  /** Shows the payload as it is; without it account numbers, names and tokens are masked. */
  readonly reveal: boolean;
}

export interface RetryParkedRequest extends OfService {
  readonly name: 'RetryParked';
  /** The message whose key is retried, from the first message of that key. */
  readonly seq: string;
  readonly dryRun: boolean;
}

export interface DiscardParkedRequest extends OfService {
  readonly name: 'DiscardParked';
  readonly seq: string;
  readonly reason: string;
  readonly dryRun: boolean;
}

export interface ListProjectionsRequest extends OfService {
  readonly name: 'ListProjections';
}

export interface RebuildProjectionRequest extends OfService {
  readonly name: 'RebuildProjection';
  /** A projection, or a stream type for the inline view of its streams. */
  readonly projection: string;
  readonly dryRun: boolean;
}

export interface ShowStreamRequest extends OfService {
  readonly name: 'ShowStream';
  readonly stream: string;
  readonly reveal: boolean;
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
  readonly events: readonly {
    readonly version: number;
    readonly type: string;
    readonly at: string;
    readonly actor: string;
    readonly data: unknown;
  }[];
}
