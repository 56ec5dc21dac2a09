import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Cluster } from '@nordgate/local/cluster';
import type { Chance } from './chance.js';
import { keptEvents, retentionMonths } from './checker/evidence/ended-streams.js';
import type { Fault } from './fault.js';
import { archiveMonths } from './machine/archive.js';

/** The services whose streams end, with the types of these streams. */
const endingStreams = {
  payments: ['payment'],
  batch: ['execution', 'batch-run'],
  baskets: ['basket'],
  sca: ['authorisation'],
} as const;
type Ending = keyof typeof endingStreams;
const services = Object.keys(endingStreams) as Ending[];
const archiving: readonly Ending[] = ['payments', 'batch'];

/** Months by which a third of the streams each become older; the last third stays young. */
const archivedAt = archiveMonths + 6;
const deletedAt = retentionMonths + 8;

/** The services have reacted to the last event of a stream by then: a real one is more than a year old. */
const settledSeconds = 8;
const awayMs = { min: 200, max: 900 };
const lookMs = 1000;
/** A reader of rare events saves its place once a minute, and holds everything back until then. */
const readersMs = 90_000;
const sweepMs = 20_000;
const freeMin = 8;

/**
 * Copies the events of streams that stood still for a moment, and makes them old. Whether a stream has ended is for the bank to
 * see. $1: types of streams.
 */
const makeOld = `
with old as materialized (
  select s.stream_id, case abs(hashtext(s.stream_id)) % 3 when 0 then ${String(archivedAt)} else ${String(deletedAt)} end as months
    from es.stream s join es.event last on last.stream_id = s.stream_id and last.version = s.version
   where s.stream_type = any ($1) and s.archive is null and abs(hashtext(s.stream_id)) % 3 < 2
     and last.at < clock_timestamp() - make_interval(secs => ${String(settledSeconds)})
     and not exists (select from chaos.kept k where k.stream_id = s.stream_id and k.version = s.version)),
kept as (
  insert into chaos.kept (stream_id, version, id, type, data, months)
  select e.stream_id, e.version, e.id, e.type, e.data, old.months from es.event e join old using (stream_id)
  on conflict do nothing)
update es.event e set at = e.at - make_interval(months => old.months) from old
 where e.stream_id = old.stream_id and e.at > clock_timestamp() - interval '1 month'`;

/** The next leader sweeps at once. */
const endLeaders = `
select pg_terminate_backend(pid) from pg_locks
 where locktype = 'advisory' and pid <> pg_backend_pid()
   and database = (select oid from pg_database where datname = current_database())`;

/** Streams that are old enough to be archived or deleted, and that no reader of their database holds back. */
const countFree = `
select count(*)::int as free
  from es.stream s join es.event last on last.stream_id = s.stream_id and last.version = s.version
 where last.at < clock_timestamp() - interval '1 year' and s.stream_type <> 'tombstone' and s.archive is null
   and exists (select from chaos.kept k where k.stream_id = s.stream_id
                  and (k.months >= ${String(retentionMonths)} or s.stream_type in ('payment', 'execution')))
   and not exists (select from es.checkpoint c where not pg_visible_in_snapshot(s.last_tx, c.prev))`;

const countGone = `
select (select count(*)::int from es.stream where archive is not null) as archived,
       (select count(*)::int from es.stream s
         where s.stream_type = 'tombstone' and exists (select from chaos.kept k where k.stream_id = s.stream_id)) as deleted`;

/** Streams that have left the table, and are too young for that by what chaos has made of them. */
const tooYoung = `
select s.stream_id as id from es.stream s
 where (s.archive is not null and not exists (
          select from chaos.kept k where k.stream_id = s.stream_id and k.months >= ${String(archiveMonths)}))
    or (s.stream_type = 'tombstone' and exists (
          select from chaos.kept k where k.stream_id = s.stream_id and k.months < ${String(retentionMonths)}))`;

interface Gone {
  readonly archived: number;
  readonly deleted: number;
}

/**
 * A part of what the load has ended is suddenly 20 months old, and another part 80 months. The sweeps of four services move the first
 * part into the archive and delete the second one, and a service is killed while it does. It fails when nothing was archived or deleted.
 */
export const endStreams: Fault = {
  name: 'end-streams',
  lastsSeconds: 75,
  needs: ['archive'],
  async inflict(cluster, chance) {
    await inEach(cluster, (client) => client.query(keptEvents));
    const before = await inEach(cluster, goneIn);
    await until(readersMs, async () => {
      await makeStreamsOld(cluster);
      return [...(await inEach(cluster, freeIn)).values()].every((free) => free >= freeMin);
    });
    await inEach(cluster, (client) => client.query(endLeaders));
    const lackNow = async () => lackOf(before, await inEach(cluster, goneIn));
    await until(sweepMs, async () => (await lackNow()).length === 0);
    await killAtWork(cluster, chance);
    const young = await inEach(cluster, youngIn);
    return [...(await lackNow()), ...[...young.values()].flat()];
  },
};

/** Looks until something is so, or the time is over. */
async function until(limitMs: number, look: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await look()) && performance.now() < deadline) await sleep(lookMs);
}

async function makeStreamsOld(cluster: Cluster): Promise<void> {
  await inEach(cluster, (client, service) => client.query(makeOld, [endingStreams[service]]));
}

/** More streams become old, and a service is killed while it sweeps them. */
async function killAtWork(cluster: Cluster, chance: Chance): Promise<void> {
  const [victim] = cluster.of(chance.pick(services));
  await makeStreamsOld(cluster);
  await inEach(cluster, (client) => client.query(endLeaders));
  await sleep(chance.between(awayMs.min, awayMs.max));
  await victim?.kill9();
  await sleep(chance.between(awayMs.min, awayMs.max));
  await victim?.start();
}

async function freeIn(client: Client): Promise<number> {
  const { rows } = await client.query<{ free: number }>(countFree);
  return rows[0]?.free ?? 0;
}

async function goneIn(client: Client): Promise<Gone> {
  const { rows } = await client.query<Gone>(countGone);
  return rows[0] ?? { archived: 0, deleted: 0 };
}

async function youngIn(client: Client, service: Ending): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(tooYoung);
  return rows.map(({ id }) => `${id} of ${service} is young, and is not in the table of events`);
}

/** What the services have not done, though there was something to do. */
function lackOf(before: ReadonlyMap<Ending, Gone>, now: ReadonlyMap<Ending, Gone>): string[] {
  const rose = (service: Ending, what: keyof Gone) =>
    (now.get(service)?.[what] ?? 0) > (before.get(service)?.[what] ?? 0);
  return services.flatMap((service) => [
    ...(rose(service, 'deleted') ? [] : [`${service} has deleted nothing`]),
    ...(rose(service, 'archived') || !archiving.includes(service)
      ? []
      : [`${service} has archived nothing`]),
  ]);
}

/** Runs work with a connection of the superuser to the database of each service. */
async function inEach<T>(
  cluster: Cluster,
  work: (client: Client, service: Ending) => Promise<T>,
): Promise<ReadonlyMap<Ending, T>> {
  const found = new Map<Ending, T>();
  for (const service of services) {
    const client = new Client({ connectionString: cluster.databaseUrl(service) });
    await client.connect();
    try {
      found.set(service, await work(client, service));
    } finally {
      await client.end();
    }
  }
  return found;
}
