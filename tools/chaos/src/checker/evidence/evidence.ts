import type { Asked } from '../../history/asked.js';

/** The services with a store of their own. */
export const services = ['payments', 'baskets', 'sca', 'accounts'] as const;

export type Service = (typeof services)[number];

/** A row of es.event. */
export interface StoredFact {
  readonly stream: string;
  readonly version: number;
  readonly type: string;
  readonly id: string;
  readonly data: unknown;
}

/** A row of es.stream, which is the view. */
export interface StreamRow {
  readonly stream: string;
  readonly version: number;
  readonly state: unknown;
}

/** A record of an event topic. Records of one partition are in its order. */
export interface PublishedFact extends StoredFact {
  readonly partition: number;
}

/** A message that a service could not handle. */
export interface ParkedRow {
  readonly consumer: string;
  readonly key: string;
  readonly reason: string;
}

/** What a rebuild found in one type of stream. */
export interface Rebuilt {
  readonly streamType: string;
  readonly streams: number;
  readonly drifted: readonly string[];
}

/** All that was seen of one service. */
export interface ServiceEvidence {
  readonly events: readonly StoredFact[];
  readonly streams: readonly StreamRow[];
  readonly published: readonly PublishedFact[];
  readonly parked: readonly ParkedRow[];
  readonly rebuilt: readonly Rebuilt[];
}

/** A row of baskets' payment_register. */
export interface RegisterRow {
  readonly paymentId: string;
  readonly version: number;
  readonly status: string;
}

/** What the gateway answers a signed GET of a payment's status, or of a basket. */
export interface Answer {
  readonly status: number;
  readonly transactionStatus?: string;
  /** Public ids of a basket's members. */
  readonly payments?: readonly string[];
}

/** Everything that the laws look at: the TPP's history, and the bank at rest after it. */
export interface Evidence {
  readonly requests: readonly Asked[];
  readonly services: { readonly [Name in Service]: ServiceEvidence };
  /** By public id, for every id that was acknowledged. */
  readonly answers: ReadonlyMap<string, Answer>;
  readonly register: readonly RegisterRow[];
}
