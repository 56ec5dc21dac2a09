import type { TracedSpan } from '../base/message/trace-tree.js';
import type { FoundRequest } from '../sandbox/console-queries.js';
import type { ParkedCount, OfService, ProjectionEntry } from './service-request.js';

/** What an operator asks every service to see how the bank is, and what became of one request. Nothing is revealed. */
export type WatchRequest = ShowStatusRequest | ShowTraceRequest;

export interface ShowStatusRequest extends OfService {
  readonly name: 'ShowStatus';
}

/** Asks for the events of a trace, and for its spans where the service keeps spans. */
export interface ShowTraceRequest extends OfService {
  readonly name: 'ShowTrace';
  /**
   * the id of a trace: 32 hexadecimal digits in small letters
   *
   * @pattern ^[0-9a-f]{32}$
   */
  readonly traceId: string;
}

/** Asks accounts which requests the gateways of a sandbox keep under an X-Request-ID. */
export interface FindRequestsRequest {
  readonly name: 'FindRequests';
  /**
   * an X-Request-ID of 1 to 200 printable characters
   *
   * @pattern ^[^\p{C}]{1,200}$
   */
  readonly requestId: string;
}

/** Asks accounts for the world of a TPP: the ids of what the TPP makes end in its generation. Production has generation 0. */
export interface ShowWorldRequest {
  readonly name: 'ShowWorld';
  /**
   * the organizationIdentifier of the TPP, like PSDNO-FSA-123456789
   *
   * @pattern ^PSD[A-Z]{2}-[A-Z]{2,8}-[!-~]{1,64}$
   */
  readonly tppId: string;
}

/** What accounts answers to `FindRequests`. */
export interface FoundRequests {
  readonly requests: readonly FoundRequest[];
  /** Gateways that gave no answer. In production no gateway keeps requests, and none answers. */
  readonly silent: readonly string[];
}

/** How one service is. */
export interface ServiceStatus {
  readonly release: string;
  /** When the process that answers was started, ISO 8601. */
  readonly startedAt: string;
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, 'up' | 'down'>>;
  readonly lags: readonly ConsumerLagEntry[];
  readonly parked: ParkedCount;
  readonly projections: readonly ProjectionEntry[];
  readonly disk: DiskEntry;
}

/** What the members of one consumer group in the process that answers have not handled. */
export interface ConsumerLagEntry {
  readonly group: string;
  readonly messages: number;
  /** Age of the oldest message; 0 when none waits. */
  readonly seconds: number;
}

/** The database of a service. */
export interface DiskEntry {
  readonly bytes: number;
  /** How much it has grown since the process saw it first, an hour or longer ago; absent before. */
  readonly growth?: { readonly bytes: number; readonly seconds: number };
}

/** What one service knows of a trace. */
export interface TraceDetails {
  /** The newest events first looked at; older events are not searched. */
  readonly eventsSearched: number;
  readonly events: readonly TracedEvent[];
  /** Absent where the process keeps no spans, such as in production. */
  readonly spans?: readonly TracedSpan[];
}

/** An event that a command of the trace made. */
export interface TracedEvent {
  readonly stream: string;
  readonly version: number;
  readonly type: string;
  readonly at: string;
  readonly actor: string;
}
