import type { RequestRecord } from '../../history/history.js';

/** The services that have a store. */
export const services = ['payments', 'baskets', 'sca', 'accounts', 'batch'] as const;

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
  /** The generation of the topic, where it is a later one: all of its records follow those of the one before. */
  readonly generation?: string;
  readonly partition: number;
  /** Its place in the partition, from 0. */
  readonly offset: number;
}

/** A message that a service could not handle. */
export interface ParkedRow {
  readonly consumer: string;
  readonly key: string;
  readonly reason: string;
}

/** The result of comparing the views of one stream type with their rebuild. */
export interface Rebuilt {
  readonly streamType: string;
  readonly streams: number;
  readonly drifted: readonly string[];
}

/** The evidence of one service. */
export interface ServiceEvidence {
  readonly events: readonly StoredFact[];
  readonly streams: readonly StreamRow[];
  readonly published: readonly PublishedFact[];
  readonly parked: readonly ParkedRow[];
  readonly rebuilt: readonly Rebuilt[];
  /** Streams whose retention is over. Their events were kept before they were deleted (`ended-streams.ts`). */
  readonly deleted: ReadonlySet<string>;
}

/** A row of baskets' payment_register. */
export interface RegisterRow {
  readonly paymentId: string;
  readonly version: number;
  readonly status: string;
}

/** A row of batch's order_book. */
export interface OrderRow extends RegisterRow {
  /** The stream of the run that has claimed it. */
  readonly claimedBy: string | null;
  /** A run of today would pick it. */
  readonly isDue: boolean;
}

/** A row of sca's untouched_authorisation. */
export interface UntouchedRow {
  /** The stream that a touch opens. */
  readonly stream: string;
  /** The stream of the payment or basket. */
  readonly resource: string;
}

/** A payment that a run has picked. */
export interface PickedByRun {
  readonly run: string;
  readonly paymentId: string;
}

/** The answer to a signed GET of a payment's status or of a basket. */
export interface Answer {
  readonly status: number;
  readonly transactionStatus?: string;
  readonly fundsAvailable?: boolean;
  /** Public ids of a basket's members. */
  readonly payments?: readonly string[];
}

/** The input of all laws: the TPP's history, and the bank at rest after it. */
export interface Evidence {
  readonly requests: readonly RequestRecord[];
  /** The ids of the runs that a request was answered with. */
  readonly runs: readonly string[];
  readonly services: { readonly [Name in Service]: ServiceEvidence };
  /** By public id, for every id that was acknowledged. */
  readonly answers: ReadonlyMap<string, Answer>;
  readonly register: readonly RegisterRow[];
  readonly orders: readonly OrderRow[];
  /** Authorisations that nobody has touched. Events that were read again may bring back the row of a touched one. */
  readonly untouched: readonly UntouchedRow[];
  /** What all runs have picked. The run of instant payments goes on from run to run of the checker. */
  readonly picks: readonly PickedByRun[];
  /** All of accounts since the cluster was started, as money that is there stays there. */
  readonly ledger: Pick<ServiceEvidence, 'events' | 'streams'>;
  /** All streams that were sound before the run: an account is older than what is booked on it. */
  readonly lasting: { readonly [Name in Service]: Lasting };
}

/** What streams are judged by, however old they are. */
export type Lasting = Pick<ServiceEvidence, 'events' | 'streams' | 'rebuilt' | 'deleted'>;

/** The streams of a service that were there before a run. */
export interface OldStreams {
  readonly all: ReadonlySet<string>;
  /** Those that were damaged already: a gap in their versions, or a view that is not their fold. */
  readonly damaged: ReadonlySet<string>;
}

/** The streams that were there before a run, by service. */
export type Before = { readonly [Name in Service]: OldStreams };

/**
 * The evidence of this run only: without the streams of before, and of those that last without the damaged ones. One cluster serves
 * several runs, and the damage of an earlier run is not a violation in a later one.
 */
export function since(before: Before, evidence: Evidence): Evidence {
  const all = new Set(services.flatMap((name) => [...before[name].all]));
  const kept = (name: Service) => withoutStreams(evidence.services[name], all);
  const sound = (name: Service) => withoutOld(evidence.lasting[name], before[name].damaged);
  const isNew = ({ paymentId }: { readonly paymentId: string }) =>
    !before.payments.all.has(`payment-${paymentId}`);
  return {
    ...evidence,
    services: {
      payments: kept('payments'),
      baskets: kept('baskets'),
      sca: kept('sca'),
      accounts: kept('accounts'),
      batch: kept('batch'),
    },
    lasting: {
      payments: sound('payments'),
      baskets: sound('baskets'),
      sca: sound('sca'),
      accounts: sound('accounts'),
      batch: sound('batch'),
    },
    register: evidence.register.filter(isNew),
    orders: evidence.orders.filter(isNew),
    untouched: evidence.untouched.filter(({ resource }) => !all.has(resource)),
    picks: evidence.picks.filter(isNew),
  };
}

function withoutStreams(seen: ServiceEvidence, old: ReadonlySet<string>): ServiceEvidence {
  return {
    ...withoutOld(seen, old),
    published: seen.published.filter(({ stream }) => !old.has(stream)),
    parked: seen.parked.filter(({ key }) => !old.has(key)),
  };
}

function withoutOld(seen: Lasting, old: ReadonlySet<string>): Lasting {
  const isNew = ({ stream }: { readonly stream: string }) => !old.has(stream);
  return {
    deleted: seen.deleted,
    events: seen.events.filter(isNew),
    streams: seen.streams.filter(isNew),
    rebuilt: seen.rebuilt.map((one) => ({
      ...one,
      drifted: one.drifted.filter((stream) => !old.has(stream)),
    })),
  };
}
