import { readFile } from 'node:fs/promises';
import type { TppClient } from '@nordgate/tpp-client';
import type { Cluster } from '@nordgate/local/cluster';
import type { AnyStreamType } from '@nordgate/decider';
import type { Database } from '@nordgate/event-store';
import { rebuild } from '@nordgate/event-store';
import { eventOf } from '@nordgate/messaging';
import { readTopics } from '@nordgate/messaging/kafka';
import { createLog } from '@nordgate/telemetry';
import { readHistory } from '../../history/history.js';
import { answersFor } from './answers.js';
import { openDatabases, streamTypesOf } from './databases.js';
import type { Databases } from './databases.js';
import { services } from './evidence.js';
import type {
  Evidence,
  PublishedFact,
  Service,
  ServiceEvidence,
  Before,
  ParkedRow,
  Rebuilt,
  RegisterRow,
  StoredFact,
  StreamRow,
} from './evidence.js';

interface Witnesses {
  readonly cluster: Cluster;
  /** The history that the load has written. */
  readonly historyFile: string;
  /** The TPP of these requests. */
  readonly tpp: TppClient;
}

/** Reads all evidence of a run. The bank has to be at rest, as the sources are read one after another. */
export async function gatherEvidence({ cluster, historyFile, tpp }: Witnesses): Promise<Evidence> {
  const requests = readHistory(await readFile(historyFile, 'utf8'));
  const published = await topicRecords(cluster.kafka.bootstrap);
  const databases = await openDatabases(cluster);
  try {
    const seen = (service: Service) => serviceEvidence(service, databases, published);
    const [payments, baskets, sca, accounts] = [
      await seen('payments'),
      await seen('baskets'),
      await seen('sca'),
      await seen('accounts'),
    ];
    const register = await registerRows(databases.of.baskets);
    const answers = await answersFor(requests, tpp);
    return { requests, services: { payments, baskets, sca, accounts }, register, answers };
  } finally {
    await databases.close();
  }
}

async function serviceEvidence(
  service: Service,
  databases: Databases,
  published: Readonly<Record<Service, readonly PublishedFact[]>>,
): Promise<ServiceEvidence> {
  const rows = await storeRows(databases.of[service], streamTypesOf(service));
  return { ...rows, published: published[service] };
}

/** The streams that exist now. */
export async function streamsOfNow(cluster: Cluster): Promise<Before> {
  const databases = await openDatabases(cluster);
  try {
    const found = services.map(async (service) => {
      const { rows } = await databases.of[service].pool.query<{ id: string }>(
        'select stream_id as id from es.stream',
      );
      return [service, new Set(rows.map(({ id }) => id))] as const;
    });
    return Object.fromEntries(await Promise.all(found)) as unknown as Before;
  } finally {
    await databases.close();
  }
}

interface Rows {
  readonly events: readonly StoredFact[];
  readonly streams: readonly StreamRow[];
  readonly parked: readonly ParkedRow[];
  readonly rebuilt: readonly Rebuilt[];
}

/** The rows of one service, and a comparison of its views with their rebuild. */
async function storeRows(
  { pool }: Pick<Database, 'pool'>,
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
  const rebuilt: Rebuilt[] = [];
  for (const streamType of types) {
    const { streams: count, drifted } = await rebuild({
      database: { pool },
      streamType,
      mode: 'compare',
    });
    rebuilt.push({ streamType: streamType.name, streams: count, drifted });
  }
  return { events: events.rows, streams: streams.rows, parked: parked.rows, rebuilt };
}

/** Baskets' register of payment statuses. */
async function registerRows({ pool }: Pick<Database, 'pool'>): Promise<RegisterRow[]> {
  const { rows } = await pool.query<RegisterRow>(
    `select payment_id as "paymentId", version::int as version, status from payment_register`,
  );
  return rows;
}

const topicOf = (service: Service) => `${service}.events.v1` as const;

/** All records of the event topics, each topic from its first record to its end. */
async function topicRecords(
  brokers: readonly string[],
): Promise<Record<Service, readonly PublishedFact[]>> {
  const settings = { brokers, clientId: 'nordgate-checker' };
  const log = createLog({ app: 'checker', level: 'error' });
  const read = await readTopics({ settings, log, topics: services.map(topicOf) });
  const factsOf = (service: Service) =>
    (read.get(topicOf(service)) ?? []).map((message): PublishedFact => {
      const { stream, version, event } = eventOf(message);
      const id = message.headers['ce_id'] ?? '';
      const { partition } = message;
      return { stream, version, type: event.type, id, data: event['data'], partition };
    });
  return {
    payments: factsOf('payments'),
    baskets: factsOf('baskets'),
    sca: factsOf('sca'),
    accounts: factsOf('accounts'),
  };
}
