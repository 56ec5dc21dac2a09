import { isDeepStrictEqual } from 'node:util';
import {
  eventually,
  jsonWith,
  listedCustomers,
  runJourney,
  seeClock,
  setUpSandbox,
  strangerTpp,
} from '@nordgate/testing';
import pg from 'pg';
import { services } from './config.js';
import type { Service } from './config.js';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

/** Numbers that nothing else in a database has: what contains one is of that generation. */
const firstGeneration = 765_432_100;
const unused = 'PSDNO-FSA-77200';
/** Its identifier ends like a generation of the other: what is of the TPP and of no world must stay. */
const used = `PSDNO-FSA-77201.${String(firstGeneration + 2)}`;

/** What stays of a generation, and why. */
const kept: Readonly<Record<string, string>> = {
  'accounts es.event': 'which TPP had which world when: the streams of the sandbox and of the TPP',
  'accounts es.stream': 'the last generation, and the last moves of the TPP',
  'accounts es.inbox': 'commands to these streams',
  'batch es.event': 'how the clock of the TPP moved',
  'batch es.stream': 'how the clock of the TPP moved last',
};
/** Of these tables, only rows of streams that are of a TPP or of the sandbox stay. */
const keptStreams = /^(?:world|world-move|sandbox)-/;

const slowMs = 180_000;
/** A pass takes less: its leader is not lost in each. */
const within = { limitMs: 40_000, everyMs: 2_000 };

let test: TestBank;
const databases = new Map<Service, pg.Pool>();
beforeAll(async () => {
  test = await startTestBank();
  for (const service of services) {
    databases.set(service, new pg.Pool({ connectionString: test.databaseUrl(service), max: 2 }));
  }
  await sql(
    'accounts',
    `insert into es.stream (stream_id, stream_type, version, last_tx, state_version, state)
     values ('sandbox-default', 'sandbox', 1, pg_current_xact_id(), 3, '{"generation": ${String(firstGeneration)}}')`,
  );
});
afterAll(async () => {
  await Promise.all([...databases.values()].map((pool) => pool.end()));
  await test.stop();
});

async function sql<Row extends pg.QueryResultRow>(
  service: Service,
  text: string,
  values: unknown[] = [],
): Promise<readonly Row[]> {
  const pool = databases.get(service);
  if (pool === undefined) throw new Error(`no database of ${service}`);
  return (await pool.query<Row>(text, values)).rows;
}

/** Every table of a service, so that a new one cannot be forgotten. */
const tablesOf = async (service: Service) =>
  (
    await sql<{ name: string }>(
      service,
      `select table_schema || '.' || table_name as name from information_schema.tables
        where table_schema in ('public', 'es') and table_type = 'BASE TABLE' order by 1`,
    )
  ).map(({ name }) => name);

/** How many rows of each table contain one of the texts, and not that of `but`; tables without one are left out. */
async function rowsWith(
  texts: readonly string[],
  but: string,
): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const service of services) {
    for (const table of await tablesOf(service)) {
      const [row] = await sql<{ rows: number }>(
        service,
        `select count(*)::int as rows from ${table} t where t::text like any ($1) and position($2 in t::text) = 0`,
        [texts.map((text) => `%${text}%`), but],
      );
      if (row !== undefined && row.rows > 0) counts[`${service} ${table}`] = row.rows;
    }
  }
  return counts;
}

/** The sessions of those who lead work end, as by a kill of the process: each work begins again at once. */
const losingLeaders = () =>
  Promise.all(
    services.map((service) =>
      sql(
        service,
        `select pg_terminate_backend(pid) from pg_locks
          where locktype = 'advisory' and granted and objsubid = 1 and pid <> pg_backend_pid()
            and database = (select oid from pg_database where datname = current_database())`,
      ),
    ),
  );

const generationsOf = async (tpp: string) =>
  (
    await sql<{ generation: string }>(
      'accounts',
      `select data->>'generation' as generation from es.event
        where stream_id = 'world-' || $1 and type = 'WorldInitialised' order by position`,
      [tpp],
    )
  ).map(({ generation }) => generation);

/** A TPP does everything in its world: moves the clock, resets, pays, reads. */
async function live(organizationIdentifier: string): Promise<readonly string[]> {
  const world = { ...test.world(), tpp: await test.newTpp(organizationIdentifier) };
  await setUpSandbox(world);
  await seeClock(world);
  await runJourney(world, await strangerTpp(test.bank));
  return generationsOf(organizationIdentifier);
}

it(
  'a world that its TPP does not use is deleted from each table of each service, and no other world is touched',
  async () => {
    const own = await live(unused);
    const others = await live(used);
    expect(own.length).toBeGreaterThan(1);
    const before = await rowsWith(own, used);
    expect(Object.keys(before).length).toBeGreaterThan(15);
    let othersBefore: Readonly<Record<string, number>> = {};
    await eventually(
      'the last rows of the journeys are written',
      async () => {
        const last = othersBefore;
        othersBefore = await rowsWith(others.slice(-1), unused);
        return isDeepStrictEqual(last, othersBefore);
      },
      { ...within, everyMs: 1000 },
    );

    await sql('accounts', `update world_use set used_at = now() - interval '29 days 23 hours'`);
    await losingLeaders();
    await sql(
      'accounts',
      `update world_use set used_at = now() - interval '31 days' where tpp = $1`,
      [unused],
    );
    await eventually(
      'the world is deleted',
      async () => {
        await losingLeaders();
        const deleted = await sql('accounts', `select from es.event where type = 'WorldDeleted'`);
        return deleted.length === 1;
      },
      within,
    );
    let left: Readonly<Record<string, number>> = before;
    await eventually(
      'nothing of the world is left in any service',
      async () => {
        left = await rowsWith(own, used);
        if (Object.keys(left).every((table) => table in kept)) return true;
        for (const service of services) {
          await sql(service, `update ended_generation set since = since - interval '1 hour'`);
          await sql(service, `update es.stream set updated_at = updated_at - interval '1 hour'`);
        }
        await losingLeaders();
        return false;
      },
      within,
    ).catch((error: unknown) => {
      throw new Error(JSON.stringify(left), { cause: error });
    });
    for (const service of ['accounts', 'batch'] as const) {
      const having = (table: string) => `
        select stream_id from es.${table} t
         where t::text like any ($1) and position($2 in t::text) = 0`;
      const found = await sql<{ stream_id: string }>(
        service,
        ['event', 'stream', 'inbox'].map(having).join(' union '),
        [own.map((generation) => `%${generation}%`), used],
      );
      expect(found.filter((row) => !keptStreams.test(row.stream_id))).toEqual([]);
      const ofUsed = service === 'accounts' ? `world-${used}` : `world-move-${used}`;
      const there = await sql(service, 'select from es.stream where stream_id = $1', [ofUsed]);
      expect(there).toHaveLength(1);
    }
    expect(await rowsWith(others.slice(-1), unused)).toEqual(othersBefore);

    // The id of a first request is of its day, which is another one after 30 days.
    await sql('accounts', `delete from es.inbox where stream_id = 'sandbox-default'`);
    const tpp = await test.newTpp(unused);
    expect(await listedCustomers(tpp)).toHaveLength(8);
    await setUpSandbox({ ...test.world(), tpp });
    expect((await generationsOf(unused)).at(-1)).not.toBe(own.at(-1));
    jsonWith(await tpp.call({ method: 'GET', path: '/v1/sandbox/clock' }), 200);
  },
  slowMs,
);
