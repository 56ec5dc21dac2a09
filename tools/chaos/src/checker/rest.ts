import { setTimeout as sleep } from 'node:timers/promises';
import { dayInOslo } from '@nordgate/contracts/rules';
import { groupLag } from '@nordgate/messaging/kafka';
import { createLog } from '@nordgate/telemetry';
import { dueSql, openDatabases } from './evidence/databases.js';
import type { CheckedBank, Databases, Stores } from './evidence/databases.js';
import { services } from './evidence/evidence.js';

const lookEveryMs = 400;
/** The bank is at rest after this many consecutive looks without a change. */
const quietLooks = 3;
const quietLooksOfStores = 5;
/** After this many while batch has work: its leader may wait 6 s for the session of a killed one to end, or rest for 5 s after a slow look. */
const quietLooksAtWork = 18;

/**
 * Waits until the bank is at rest: every relay has sent all stored events and every consumer group has
 * handled all its records. Several looks are needed, as handling a record may create new events.
 *
 * @param isLast false for a short look, after which the bank is awaited again
 * @throws Error with everything that is still in motion when the bank does not come to rest, and at once
 * when an app has ended by itself
 */
export async function awaitRest(cluster: CheckedBank, isLast = true): Promise<void> {
  await awaitQuiet(cluster, isLast ? quietLooks : 1, {
    requireRunning: () => requireRunning(cluster),
    look: (databases) => look(cluster, databases),
    liveness: () => livenessOf(cluster),
  });
}

/**
 * Waits until a bank in one process is at rest: its readers follow the tables without a relay, so that all
 * that shows is that nothing more is written.
 *
 * @throws Error when the bank does not come to rest
 */
export async function awaitRestOfStores(stores: Stores): Promise<void> {
  await awaitQuiet(stores, quietLooksOfStores, {
    requireRunning: () => undefined,
    look: async (databases) => {
      const stored = await Promise.all(services.map((service) => storedIn(service, databases)));
      return { moving: [], marks: stored.map(({ marks }) => marks).join(', ') };
    },
    liveness: () => Promise.resolve([]),
  });
}

interface Watched {
  readonly requireRunning: () => void;
  readonly look: (databases: Databases) => Promise<Look>;
  readonly liveness: () => Promise<readonly string[]>;
}

async function awaitQuiet(stores: Stores, looks: number, watched: Watched): Promise<void> {
  const deadline = performance.now() + limitMs;
  const databases = await openDatabases(stores);
  try {
    let before = '';
    for (let [quiet, needed] = [0, looks]; quiet < needed;) {
      watched.requireRunning();
      const { moving, marks } = await watched.look(databases);
      needed = (await hasWork(databases)) ? quietLooksAtWork : looks;
      quiet = moving.length === 0 && marks === before ? quiet + 1 : 0;
      before = marks;
      if (performance.now() > deadline) {
        const lines = [moving.join('; ') || marks, ...(await watched.liveness())];
        throw new Error(`the bank does not come to rest: ${lines.join('\n')}`);
      }
      await sleep(lookEveryMs);
    }
  } finally {
    await databases.close();
  }
}

const limitMs = 60_000;

/** What batch knows to be open: a run that has not ended, or an instant payment that none has picked. */
const workLook = `
select exists (select from known_run where not is_completed and run not like '%-instant%')
    or exists (select from es.stream
                where stream_type = 'schedule' and state->'open' is not null)
    or exists (select from order_book o where o.is_instant and ${dueSql}) as is`;

/** Whether batch has work, or waits for an outcome that was lost. */
async function hasWork({ of: { batch } }: Databases): Promise<boolean> {
  const { rows } = await batch.pool.query<{ is: boolean }>(workLook, [dayInOslo(new Date())]);
  return rows[0]?.is === true;
}

/** Whether a run would find a payment to pick, or that many. */
export async function isAnythingDue(stores: Stores, atLeast = 1): Promise<boolean> {
  const databases = await openDatabases(stores);
  const sql = `select count(*) >= ${String(atLeast)} as is from order_book o where ${dueSql}`;
  try {
    const { pool } = databases.of.batch;
    const { rows } = await pool.query<{ is: boolean }>(sql, [dayInOslo(new Date())]);
    return rows[0]?.is === true;
  } finally {
    await databases.close();
  }
}

/** @throws Error with the log of every app that has ended by itself */
function requireRunning(cluster: CheckedBank): void {
  const ended = cluster.apps.flatMap(({ unexpectedEnd }) => unexpectedEnd ?? []);
  if (ended.length > 0) throw new Error(ended.join('\n'));
}

function livenessOf(cluster: CheckedBank): Promise<string[]> {
  return Promise.all(cluster.apps.map(async (app) => `${app.name}: ${await app.liveness()}`));
}

interface Look {
  /** Everything that is still in motion. */
  readonly moving: readonly string[];
  /** Changes whenever something is written. */
  readonly marks: string;
}

async function look(cluster: CheckedBank, databases: Databases): Promise<Look> {
  const stored = await Promise.all(services.map((service) => storedIn(service, databases)));
  // After the relays: an event that a relay had not sent was seen there, any other is seen here.
  const behind = await groupsBehind(cluster);
  return {
    moving: [...stored.flatMap(({ moving }) => moving), ...behind],
    marks: stored.map(({ marks }) => marks).join(', '),
  };
}

const log = createLog({ app: 'chaos', level: 'silent' });

async function groupsBehind(cluster: CheckedBank): Promise<string[]> {
  const settings = { brokers: cluster.kafka.bootstrap, clientId: 'nordgate-chaos' };
  // A broker that has just come back may not know its groups yet.
  const lags = await groupLag({ settings, log }).catch((error: unknown) => String(error));
  if (typeof lags === 'string') return [`the groups cannot be read: ${lags}`];
  return lags
    .filter(({ behind, isAssigned }) => behind > 0 || !isAssigned)
    .map(({ group, topic, behind, isAssigned }) => {
      const whose = isAssigned ? '' : ', and nobody reads it';
      return `${group} is ${String(behind)} behind on ${topic}${whose}`;
    });
}

/** The stored events that the service's relay has not read. */
const storeLook = `
select count(*) filter (where not pg_visible_in_snapshot(e.tx, c.prev))::int as unsent,
       count(*)::text || '/' || coalesce(max(e.position), 0)::text as marks
  from es.event e left join es.checkpoint c on c.name = 'relay'`;

async function storedIn(service: (typeof services)[number], databases: Databases): Promise<Look> {
  const { rows } = await databases.of[service].pool.query<{ unsent: number; marks: string }>(
    storeLook,
  );
  const { unsent = 0, marks = '' } = rows[0] ?? {};
  const moving = unsent > 0 ? [`${service} has ${String(unsent)} events to send`] : [];
  return { moving, marks: `${service} ${marks}` };
}
