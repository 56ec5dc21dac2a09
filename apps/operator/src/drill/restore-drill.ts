import type { CopyFacts, ReadLimit } from '@nordgate/event-store';
import { OperationRefused } from '../operations-client.js';
import { copyName, drillCluster, isReady } from './drill-cluster.js';
import type { Cluster } from './drill-cluster.js';
import { DrillLimit } from './drill-limit.js';
import type { LimitPlace } from './drill-limit.js';
import type { KubernetesObjects } from './kubernetes-api.js';

/** What a drill has measured. */
export interface DrillResult {
  readonly service: string;
  readonly startedAt: string;
  /** From the request for the copy until its check has passed. */
  readonly rtoSeconds: number;
  /** The age of the newest event of the copy, when the database had a newer one: what a loss would have cost at most. */
  readonly rpoSeconds: number;
  readonly events: number;
  readonly streams: number;
}

/** Where a drill finds the cluster, the databases and the time. */
export interface DrillPlace extends LimitPlace {
  readonly kubernetes: KubernetesObjects;
  readonly copyFacts: (copy: CopyLogin, limit: ReadLimit) => Promise<CopyFacts>;
  /** The newest event of the database that the bank uses. */
  readonly newestEventAt: (limit: ReadLimit) => Promise<Date | null>;
}

/** How the owner logs in to the copy. */
export interface CopyLogin {
  readonly host: string;
  readonly user: string;
  readonly password: string;
  /** PEM of the authority of the copy. */
  readonly ca: string;
}

/**
 * Restores the newest backup and the archive of a service beside the bank, checks the copy, and removes it. A copy that an
 * earlier drill left is removed first. All steps together have one limit.
 *
 * @throws OperationRefused when there is no backup, at the limit, when the signal aborts, and when the copy fails its check
 * @throws Error of the API server or of a database
 */
export async function restoreDrill(service: string, place: DrillPlace): Promise<DrillResult> {
  const { kubernetes } = place;
  const limit = new DrillLimit(place);
  const source = await limit.answer('the database is not found', () =>
    kubernetes.get<Cluster>('clusters', `${service}-db`),
  );
  if (source === undefined) throw new OperationRefused(`there is no Cluster ${service}-db`);
  const copy = drillCluster(service, source);
  if (copy === undefined) throw new OperationRefused(`${service}-db archives nothing`);
  await removeCopy(service, place, limit);
  const outcome = await measured(service, copy, place, limit).then(
    (result) => ({ result }),
    (error: unknown) => ({ error: error as Error }),
  );
  await endCopy(service, place, 'error' in outcome ? outcome.error : undefined);
  if ('error' in outcome) throw outcome.error;
  return outcome.result;
}

async function measured(
  service: string,
  copy: object,
  place: DrillPlace,
  limit: DrillLimit,
): Promise<DrillResult> {
  const { kubernetes } = place;
  const started = place.now();
  await kubernetes.create('clusters', copy);
  await untilReady(service, place, limit);
  const login = await limit.answer('the log-in of the copy is not read', () =>
    loginOf(service, kubernetes),
  );
  const newest = await limit.read((rest) => place.newestEventAt(rest));
  const facts = await limit.read((rest) => place.copyFacts(login, rest));
  check(facts, newest);
  return {
    service,
    startedAt: started.toISOString(),
    events: facts.events,
    streams: facts.streams,
    rtoSeconds: secondsBetween(started, place.now()),
    rpoSeconds: secondsBetween(facts.newestEventAt, newest),
  };
}

/** The pod has time for these, also when it is told to end. */
const removals = 3;

/** @throws OperationRefused with the earlier fault, too, when the copy stays */
async function endCopy(
  service: string,
  { kubernetes, wait }: DrillPlace,
  earlier: Error | undefined,
): Promise<void> {
  const name = copyName(service);
  for (let left = removals - 1; ; left -= 1) {
    try {
      await kubernetes.remove('clusters', name);
      return;
    } catch (cause) {
      if (left > 0) {
        await wait();
        continue;
      }
      const before = earlier === undefined ? '' : `${earlier.message}; `;
      const why = `${before}${name} is not removed: ${(cause as Error).message}`;
      throw new OperationRefused(why, { cause });
    }
  }
}

async function removeCopy(service: string, { kubernetes }: DrillPlace, limit: DrillLimit) {
  const name = copyName(service);
  await kubernetes.remove('clusters', name);
  await limit.until(`${name} is not removed`, async () => {
    return (await kubernetes.get('clusters', name)) === undefined;
  });
}

const untilReady = (service: string, { kubernetes }: DrillPlace, limit: DrillLimit) => {
  const name = copyName(service);
  return limit.until(`${name} is not ready`, async () => {
    const copy = await kubernetes.get<Cluster>('clusters', name);
    return copy !== undefined && isReady(copy);
  });
};

/** CloudNativePG gives the owner of a recovered database a new password, and each Cluster has its authority. */
async function loginOf(service: string, kubernetes: KubernetesObjects): Promise<CopyLogin> {
  const name = copyName(service);
  const read = async (secret: string, key: string) => {
    const found = await kubernetes.get<Secret>('secrets', secret);
    const value = found?.data?.[key];
    if (value === undefined) throw new OperationRefused(`the Secret ${secret} has no ${key}`);
    return Buffer.from(value, 'base64').toString();
  };
  return {
    host: `${name}-rw`,
    user: `nordgate_${service}`,
    password: await read(`${name}-app`, 'password'),
    ca: await read(`${name}-ca`, 'ca.crt'),
  };
}

interface Secret {
  readonly data?: Readonly<Record<string, string>>;
}

function check({ events, tornStreams }: CopyFacts, newest: Date | null): void {
  if (events === 0 && newest !== null) throw new OperationRefused('the copy has no events');
  if (tornStreams === 0) return;
  throw new OperationRefused(`${String(tornStreams)} streams of the copy lack their newest event`);
}

/** Zero when there is nothing between them. */
const secondsBetween = (from: Date | null, to: Date | null) =>
  Math.max(0, Math.round(((to?.getTime() ?? 0) - (from?.getTime() ?? 0)) / 100) / 10);
