import type { Command, DomainEvent } from '@nordgate/decider';
import type { SubjectTerm } from '@nordgate/contracts/commands';
import type { SubjectKey, SubjectKeys } from './subject-keys.js';

/** A kind of data that names customers and is shown to them. */
export interface ShownData {
  readonly purpose: string;
  readonly source: string;
  readonly held: SubjectTerm;
  /**
   * What an erasure does (ADR 66): deletes it now; ends what is open, and keeps it for its term; or keeps it for its
   * term.
   */
  readonly erase: 'goes' | 'ends' | 'kept';
}

/** A kind of data that is not shown: it names no customer, or it repeats what is shown. */
export type UnshownData = UnnamedData | RepeatedData;

/** A kind of data that names no customer. */
export interface UnnamedData {
  /** Why it is not shown. */
  readonly unshown: string;
  readonly erase: 'nobody';
}

/** A kind of data that repeats what is shown, or has ids of customers. An erasure keeps it. */
export interface RepeatedData {
  /** Why it is not shown. */
  readonly unshown: string;
  readonly erase: 'kept';
  /** When it is deleted, in words. */
  readonly until: string;
}

/** A type of streams whose events are shown. */
export interface ShownStreams extends ShownData {
  /** The streams are those of an account and may be long: pages show the events that they have reached. */
  readonly isLong?: true;
  /**
   * Fields that are about the holder of the account: hidden where the account at none of `accountPaths` is the
   * customer's.
   */
  readonly ofHolder?: readonly string[];
  /** Whether an event does not count as one that names the customer. */
  readonly isLeftOut?: (data: unknown) => boolean;
}

/** A table whose rows are shown. */
export interface ShownTable extends ShownData {
  /** SQL over the row `t`: `$1` are ids of the customer, `$2` are patterns of texts of JSON that have one of them. */
  readonly isOf: string;
  /** Columns that are not shown. */
  readonly without?: readonly string[];
}

/** What a service holds of customers: every type of its streams, and every table of its database. */
export interface SubjectRules {
  readonly streams: Readonly<Record<string, ShownStreams | UnshownData>>;
  readonly tables: Readonly<Record<string, ShownTable | UnshownData>>;
  /** Places in the data of events with the number of an account that is debited, as paths of PostgreSQL. */
  readonly accountPaths?: readonly string[];
  /** Patterns of ids of streams whose events do not name the customer. */
  readonly streamsOf?: (likeId: { readonly bare: string; readonly suffix: string }) => string[];
  /** What an event that names the customer tells about further keys. */
  readonly keysIn?: (event: DomainEvent, customerId: string) => readonly SubjectKey[];
  /**
   * The commands by which a stream of the customer ends and is forgotten, in their order; none where nothing is left to
   * do. Undefined: the stream names the customer and is somebody else's.
   */
  readonly ends?: (stream: SubjectStream, keys: SubjectKeys) => readonly Ending[] | undefined;
}

/** A stream that names the customer. */
export interface SubjectStream {
  /** The name of its type. */
  readonly kind: string;
  readonly state: unknown;
  /** The time in its world, ISO 8601. */
  readonly now: string;
}

/** A command of an erasure. */
export type Ending = Pick<Command, 'type' | 'data'>;

/** Whether a kind of data is shown. */
export function isShown<Shown extends ShownData>(rule: Shown | UnshownData): rule is Shown {
  return !('unshown' in rule);
}

const asItsStream = 'as its stream';
const always = 'without a limit';
const technical: UnshownData = { unshown: 'It names no customer.', erase: 'nobody' };

/** The tables of every service. */
export const everyTable: SubjectRules['tables'] = {
  'es.event': {
    unshown: 'Its rows are the events of the streams, which are shown by their kinds.',
    erase: 'kept',
    until: asItsStream,
  },
  'es.stream': {
    unshown:
      'It repeats the events of the streams. Of a stream that is erased it has the id, so that no event gets a number twice.',
    erase: 'kept',
    until: `${asItsStream}; the id ${always}`,
  },
  'es.claim': {
    unshown: 'It repeats the events of the streams.',
    erase: 'kept',
    until: asItsStream,
  },
  'es.inbox': {
    unshown: 'It has ids of messages and streams, so that no message counts twice.',
    erase: 'kept',
    until: 'as the events of the message',
  },
  'es.checkpoint': technical,
  'es.projection': technical,
  'es.export': technical,
  'es.export_pass': technical,
  'es.rebuild': technical,
  'es.rebuild_range': technical,
  'es.archive': technical,
  'es.archive_month': technical,
  'es.parked': {
    purpose: 'A message that could not be handled waits for an operator.',
    source: 'another service of the bank',
    held: { rule: 'until it is retried; 90 days after it was discarded' },
    erase: 'kept',
    isOf: `t.payload #>> '{}' like any ($2)`,
    without: ['headers', 'reason'],
  },
  ended_generation: technical,
  world_time: technical,
  schema_migration: technical,
};

/** The streams of every service. */
export const everyStream: SubjectRules['streams'] = {
  operation: {
    purpose: 'The record of what operators of the bank did about the customer.',
    source: 'the operators of the bank',
    held: { rule: 'without a limit: the chain of the record has no gap' },
    erase: 'kept',
    isLong: true,
    // An operator is no recipient, and the search itself is not what the customer asks about.
    ofHolder: ['by'],
    isLeftOut: (data) => (data as { asked?: { name?: string } }).asked?.name === 'ShowSubject',
  },
};
