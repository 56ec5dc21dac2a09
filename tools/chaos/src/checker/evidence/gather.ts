import { readFile } from 'node:fs/promises';
import type { TppClient } from '@nordgate/tpp-client';
import type { Cluster } from '@nordgate/local/cluster';
import { readHistory } from '../../history/asked.js';
import { answersFor } from './answers.js';
import { openDatabases, streamTypesOf } from './databases.js';
import type { Databases } from './databases.js';
import { services } from './evidence.js';
import type { Evidence, PublishedFact, Service, ServiceEvidence } from './evidence.js';
import type { Before } from './since.js';
import { registerRows, storeRows } from './store-rows.js';
import { topicRecords } from './topic-records.js';

export interface Witnesses {
  readonly cluster: Cluster;
  /** What the load has noted. */
  readonly historyFile: string;
  /** The TPP whose requests these are. */
  readonly tpp: TppClient;
}

/** Everything that can be seen of a run. The bank has to be at rest, for nothing is read at once. */
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

/** The streams that are there now. */
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
