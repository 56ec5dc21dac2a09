import { setTimeout as pause } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { moveClock } from '@nordgate/testing';
import pg from 'pg';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

/** Readers that find nothing rest longer and longer. */
const quietAfterMs = 10_000;
const watchedMs = 5_000;
/**
 * An idle bank sends about seven statements a second: heartbeats of leaders, looks for due work, gauges, and the rare
 * look of each reader. One reader that polled four times a second in each of five databases would be 20 more.
 */
const statementsMax = 15 * (watchedMs / 1_000);

/** How often each statement was sent, by its database, its name and the first value, e.g. the name of a reader. */
function countsOf(
  query: jest.SpiedFunction<typeof pg.Client.prototype.query>,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [sent, [statement, given]] of query.mock.calls.entries()) {
    const { database = '' } = query.mock.contexts[sent] as pg.Client & {
      readonly database?: string;
    };
    const config = statement as unknown as string | pg.QueryConfig<unknown[]>;
    const [text, values]: readonly unknown[] =
      typeof config === 'string' ? [config, given] : [config.name ?? config.text, config.values];
    const key = [database, text, JSON.stringify(Array.isArray(values) ? values[0] : '')].join(' ');
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** What a bank sends that comes to rest, and then what it sends at rest. */
async function watched() {
  const query = jest.spyOn(pg.Client.prototype, 'query');
  await pause(quietAfterMs);
  const worlds = worldsLookedAt(query);
  query.mockClear();
  await pause(watchedMs);
  const sent = query.mock.calls.length;
  const frequent = [...countsOf(query)].filter(([, count]) => count >= watchedMs / 1_000);
  query.mockRestore();
  return { worlds, sent, frequent };
}

/** How many worlds with a moved clock the batch has looked at for something to execute. */
function worldsLookedAt(query: jest.SpiedFunction<typeof pg.Client.prototype.query>): number {
  const looks = query.mock.calls
    .map(([sent]) => sent as unknown as pg.QueryConfig<unknown[]>)
    .filter(({ name }) => name === 'batch.busy-worlds');
  return Math.max(0, ...looks.map(({ values = [] }) => (values[3] as readonly unknown[]).length));
}

/** Worlds as their TPPs left them: each is ahead of the clocks by another time, and has a standing order of next year. */
const worldsMade = 1_000;
const some = `from generate_series(5000001, ${String(5_000_000 + worldsMade)}) n`;
const tppOf = `'PSDNO-FSA-' || n`;
const worldTime = `
  insert into world_time select n, ${tppOf}, make_interval(hours => (n - 5000000)::int), now() ${some}`;
const madeWorlds = {
  sca: [worldTime],
  payments: [worldTime],
  batch: [
    worldTime,
    `insert into known_generation select n, now(), ${tppOf} ${some}`,
    `insert into world_move select ${tppOf}, 1, n, null, null, '[]' ${some}`,
    `insert into order_book (payment_id, generation, version, status, service, tpp, is_instant,
                             terms_version, standing_day)
     select 'payment-' || n || '.' || n, n, 1, 'ACTC', 'periodic-payments', ${tppOf}, false, 1,
            current_date + 365 ${some}`,
  ],
  accounts: [
    `insert into world_use select ${tppOf}, now() - interval '2 days' ${some}`,
    `insert into es.stream (stream_id, stream_type, version, last_tx, state_version, state)
     select 'world-' || ${tppOf}, 'world', 1, pg_current_xact_id(), 1,
            jsonb_build_object('is', 'initialised', 'tpp', ${tppOf}, 'generation', n,
                               'at', '2026-01-01T00:00:00.000Z',
                               'aheadMs', (n - 5000000) * 3600000::bigint) ${some}`,
  ],
} as const;

async function makeWorlds(test: TestBank): Promise<void> {
  for (const service of ['sca', 'payments', 'batch', 'accounts'] as const) {
    const client = new pg.Client({ connectionString: test.databaseUrl(service) });
    await client.connect();
    for (const statement of madeWorlds[service]) await client.query(statement);
    await client.end();
  }
}

describe('a bank that nobody uses', () => {
  let test: TestBank;
  let without: Awaited<ReturnType<typeof watched>>;
  beforeAll(async () => {
    test = await startTestBank();
    without = await watched();
  });
  afterAll(() => test.stop());

  it('sends its databases few statements, because its writes wake its readers', () => {
    expect(without.frequent).toEqual([]);
    expect(without.sent).toBeGreaterThan(0);
    expect(without.sent).toBeLessThan(statementsMax);
  });

  it('sends no more statements with 1,000 worlds whose clocks were moved', async () => {
    await makeWorlds(test);
    // A process that is alone with its databases reads the worlds again after a move.
    await moveClock(test.world(), { advance: 'PT1H' });
    const { worlds, sent } = await watched();
    expect([without.worlds, worlds]).toEqual([0, worldsMade + 1]);
    // A look of seconds catches some rare statements, or none: one for each world would be a thousand.
    expect(sent).toBeLessThan(without.sent + worldsMade / 10);
  });
});
