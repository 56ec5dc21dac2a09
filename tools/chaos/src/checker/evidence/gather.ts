import { readFile } from 'node:fs/promises';
import type { PaymentsPicked } from '@nordgate/contracts/events';
import { dayInOslo } from '@nordgate/contracts/rules';
import type { TppClient } from '@nordgate/tpp-client';
import { defined } from '@nordgate/decider';
import type { AnyStreamType } from '@nordgate/decider';
import type { Database } from '@nordgate/event-store';
import { rebuild } from '@nordgate/event-store';
import { eventOf } from '@nordgate/messaging';
import type { ReceivedMessage } from '@nordgate/messaging';
import { readTopics } from '@nordgate/messaging/kafka';
import { createLog } from '@nordgate/telemetry';
import { readHistory } from '../../history/history.js';
import type { History } from '../../history/history.js';
import { versionFaults } from '../laws/versions.js';
import { answersFor } from './answers.js';
import { leftTheTable } from './ended-streams.js';
import { dueSql, openDatabases, streamTypesOf } from './databases.js';
import type { CheckedBank, Stores } from './databases.js';
import { services } from './evidence.js';
import { isPoison } from './poison.js';
import type {
  Evidence,
  OrderRow,
  PickedByRun,
  PublishedFact,
  Service,
  ServiceEvidence,
  Before,
  OldStreams,
  ParkedRow,
  Rebuilt,
  RegisterRow,
  StoredFact,
  StreamRow,
  UntouchedRow,
} from './evidence.js';

interface Witnesses {
  readonly cluster: CheckedBank;
  /** The history that the load has written. */
  readonly historyFile: string;
  /** The TPP of these requests. */
  readonly tpp: TppClient;
}

/** Reads all evidence of a run. The bank has to be at rest, as the sources are read one after another. */
export async function gatherEvidence({ cluster, historyFile, tpp }: Witnesses): Promise<Evidence> {
  const history = readHistory(await readFile(historyFile, 'utf8'));
  const published = await topicRecords(cluster.kafka.bootstrap);
  return evidenceOf({ stores: cluster, history, tpp }, published);
}

/** What a bank without Kafka is judged by. */
interface StoredWitnesses {
  readonly stores: Stores;
  readonly history: History;
  readonly tpp: TppClient;
}

/**
 * The evidence of a bank in one process, whose event tables are its topics. The bank has to be at rest.
 */
export async function evidenceInOneProcess(witnesses: StoredWitnesses): Promise<Evidence> {
  const evidence = await evidenceOf(witnesses, nothing);
  const seen = (service: Service): ServiceEvidence => {
    const { [service]: stored } = evidence.services;
    return {
      ...stored,
      published: stored.events.map((event, offset) => ({ ...event, partition: 0, offset })),
    };
  };
  const [payments, baskets, sca] = [seen('payments'), seen('baskets'), seen('sca')];
  const [accounts, batch] = [seen('accounts'), seen('batch')];
  return { ...evidence, services: { payments, baskets, sca, accounts, batch } };
}

async function evidenceOf(
  { stores, history: { requests, runs }, tpp }: StoredWitnesses,
  published: Published,
): Promise<Evidence> {
  const databases = await openDatabases(stores);
  try {
    const stored = await storedEvidence(databases, published);
    return { ...stored, requests, runs, answers: await answersFor(requests, tpp) };
  } finally {
    await databases.close();
  }
}

type Published = Readonly<Record<Service, readonly PublishedFact[]>>;
const nothing: Published = { payments: [], baskets: [], sca: [], accounts: [], batch: [] };

/** What is only read. */
interface ReadDatabases {
  readonly of: { readonly [Name in Service]: Pick<Database, 'pool' | 'archive'> };
}

/** The evidence in the databases, as of a bank that nobody has asked anything. */
export async function storedEvidence(
  databases: ReadDatabases,
  published: Published = nothing,
): Promise<Evidence> {
  const seen = (service: Service) => serviceEvidence(service, databases, published);
  const [payments, baskets, sca, accounts, batch] = [
    ...[await seen('payments'), await seen('baskets'), await seen('sca')],
    ...[await seen('accounts'), await seen('batch')],
  ] as const;
  return {
    ...{ requests: [], runs: [], answers: new Map() },
    services: { payments, baskets, sca, accounts, batch },
    register: await registerRows(databases.of.baskets),
    orders: await orderRows(databases.of.batch),
    untouched: await untouchedRows(databases.of.sca),
    picks: picksIn(batch.events),
    ledger: accounts,
    lasting: { payments, baskets, sca, accounts, batch },
  };
}

async function serviceEvidence(
  service: Service,
  databases: ReadDatabases,
  published: Published,
): Promise<ServiceEvidence> {
  const rows = await storeRows(databases.of[service], streamTypesOf(service));
  return { ...rows, published: published[service] };
}

/** The streams that exist now. */
export async function streamsOfNow(stores: Stores): Promise<Before> {
  const databases = await openDatabases(stores);
  try {
    const found = services.map(async (service) => {
      const { [service]: database } = databases.of;
      const rows = await storeRows(database, streamTypesOf(service));
      // With the tombstones of deleted streams, whose events are on topics.
      const { rows: ids } = await database.pool.query<{ id: string }>(
        'select stream_id as id from es.stream',
      );
      return [
        service,
        { all: new Set(ids.map(({ id }) => id)), damaged: damagedIn(rows) },
      ] as const;
    });
    return Object.fromEntries(await Promise.all(found)) as unknown as Before;
  } finally {
    await databases.close();
  }
}

function damagedIn(rows: Rows): OldStreams['damaged'] {
  return new Set([...versionFaults(rows).keys(), ...rows.rebuilt.flatMap((one) => one.drifted)]);
}

type Rows = Omit<ServiceEvidence, 'published'>;

/** The rows of one service, and a comparison of its views with their rebuild. */
async function storeRows(
  { pool, archive }: Pick<Database, 'pool' | 'archive'>,
  types: readonly AnyStreamType[],
): Promise<Rows> {
  const events = await pool.query<StoredFact>(
    `select stream_id as stream, version::int as version, type, id::text as id, data
       from es.event order by tx, position`,
  );
  const streams = await pool.query<StreamRow>(
    'select stream_id as stream, version::int as version, state from es.view',
  );
  const parked = await pool.query<ParkedRow>(
    'select consumer, key, reason from es.parked where discarded_at is null order by seq',
  );
  const { rows: used } = await pool.query<{ name: string }>(
    'select distinct stream_type as name from es.stream',
  );
  const rebuilt: Rebuilt[] = [];
  for (const streamType of types) {
    if (!used.some(({ name }) => name === streamType.name)) {
      rebuilt.push({ streamType: streamType.name, streams: 0, drifted: [] });
      continue;
    }
    const { streams: count, drifted } = await rebuild({
      database: { pool, ...defined({ archive }) },
      streamType,
      mode: 'compare',
    });
    rebuilt.push({ streamType: streamType.name, streams: count, drifted });
  }
  const left = await leftTheTable({ pool, archive });
  return {
    events: [...left.events, ...events.rows],
    streams: [...left.streams, ...streams.rows],
    parked: parked.rows,
    rebuilt,
    deleted: new Set(left.streams.map(({ stream }) => stream)),
  };
}

/** Baskets' register of payment statuses. */
async function registerRows({ pool }: Pick<Database, 'pool'>): Promise<RegisterRow[]> {
  const { rows } = await pool.query<RegisterRow>(
    `select payment_id as "paymentId", version::int as version, status from payment_register`,
  );
  return rows;
}

/** Batch's order book. */
async function orderRows({ pool }: Pick<Database, 'pool'>): Promise<OrderRow[]> {
  const { rows } = await pool.query<OrderRow>(
    `select payment_id as "paymentId", version::int as version, status, claimed_by as "claimedBy",
            ${dueSql} as "isDue" from order_book o`,
    [dayInOslo(new Date())],
  );
  return rows;
}

/** sca's authorisations that nobody has touched. */
async function untouchedRows({ pool }: Pick<Database, 'pool'>): Promise<UntouchedRow[]> {
  const { rows } = await pool.query<UntouchedRow>(
    `select 'authorisation-' || authorisation_id as stream,
            resource ->> 'kind' || '-' || coalesce(resource ->> 'paymentId', resource ->> 'basketId') as resource
       from untouched_authorisation`,
  );
  return rows;
}

function picksIn(events: readonly StoredFact[]): PickedByRun[] {
  return events.flatMap(({ stream: run, type, data }) => {
    if (type !== 'PaymentsPicked') return [];
    const { payments } = data as PaymentsPicked['data'];
    return payments.map(({ paymentId }) => ({ run, paymentId }));
  });
}

const eventsAmong = (records: readonly ReceivedMessage[]) =>
  records.filter(({ headers }) => !isPoison(headers));

const topicOf = (service: Service) => `${service}.events.v1` as const;

/** All records of the event topics, each topic from its first record to its end. */
async function topicRecords(brokers: readonly string[]): Promise<Published> {
  const settings = { brokers, clientId: 'nordgate-checker' };
  const log = createLog({ app: 'checker', level: 'error' });
  const read = await readTopics({ settings, log, topics: services.map(topicOf) });
  const factsOf = (service: Service) =>
    eventsAmong(read.get(topicOf(service)) ?? []).map((message): PublishedFact => {
      const { stream, version, event } = eventOf(message);
      const id = message.headers['ce_id'] ?? '';
      const { generation, partition, offset } = message;
      const place = { ...defined({ generation }), partition, offset: Number(offset) };
      return { stream, version, type: event.type, id, data: event['data'], ...place };
    });
  return {
    payments: factsOf('payments'),
    baskets: factsOf('baskets'),
    sca: factsOf('sca'),
    accounts: factsOf('accounts'),
    batch: factsOf('batch'),
  };
}
