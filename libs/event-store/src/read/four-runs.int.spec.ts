import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Pool, type PoolClient } from 'pg';
import { appendStreams } from '../write/append.js';
import { openReader } from './snapshot-delta-reader.js';
import { emptyTestDatabase, testDatabase } from '../testing/test-database.js';
import type { TestDatabase } from '../testing/test-database.js';

/*
 * Three ways to read the event table while the same concurrent writers append: by position, by
 * (tx, position) below the oldest running transaction (xmin), and by snapshot delta. The first two
 * show that the harness detects lost and disordered events.
 */

const runMs = 4_000;
const writerCount = 16;
const hotStreams = 8;
const rollbackShare = 0.1;
/** Transactions that draw their id, and then outlast others that draw theirs later. */
const slowShare = 0.1;
const attemptsMax = 3;
/** Longer than transactions of other tests on this server delay the reader below xmin. */
const quietMs = 2_000;

interface Scenario {
  readonly guard: boolean;
  /** The transaction draws its id some time before it loads the stream, as after an inbox insert. */
  readonly inboxFirst: boolean;
  /**
   * A write transaction in another database of the cluster: it begins before the first append, and ends
   * when the snapshot-delta reader has every event.
   */
  readonly foreign?: true;
}

interface Seen {
  readonly streamId: string;
  readonly version: number;
  /** The foreign transaction was open. */
  readonly isHeld: boolean;
}

/** The result of one reader in a run. */
interface Verdict {
  readonly read: number;
  readonly lost: number;
  /** Events of a stream that arrived out of order, repeats not counted. */
  readonly breaks: number;
  /** Events that arrived while the foreign transaction was open. */
  readonly readWhileHeld: number;
}

interface Outcome {
  readonly events: number;
  /** Appends that the order guard refused. */
  readonly guarded: number;
  readonly byPosition: Verdict;
  readonly belowXmin: Verdict;
  readonly snapshotDelta: Verdict;
}

/** Pseudo-random numbers from 0 to 1, the same in every run. */
function numbers(seed: number): () => number {
  let state = seed * 2654435761;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

/** Replaces the append by one without the order guard: the tests must find that the order breaks. */
async function dropGuard(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ guarded: string }>(
    `select pg_get_functiondef('es.append_slice'::regproc) as guarded`,
  );
  const unguarded = String(rows[0]?.guarded)
    .replace('and s.last_tx > me', 'and false')
    .replace('and s.last_tx <= me', '');
  expect(unguarded).toMatch(/^create or replace function/i);
  expect(unguarded).not.toMatch(/last_tx (>|<=) me/);
  await pool.query(unguarded);
}

/** What the writers of a run share. */
interface Writing {
  readonly pool: Pool;
  readonly scenario: Scenario;
  readonly deadline: number;
  commits: number;
}

/** One writer: load, append 1 to 3 events, wait, commit or roll back. */
class Writer {
  guarded = 0;
  readonly #next: () => number;

  constructor(
    private readonly writing: Writing,
    seed: number,
  ) {
    this.#next = numbers(seed);
  }

  async write(): Promise<void> {
    const { pool, deadline } = this.writing;
    while (Date.now() < deadline) {
      const client = await pool.connect();
      try {
        await client.query('begin');
        const kept = (await this.#append(client)) && this.#next() >= rollbackShare;
        await sleep(this.#next() * 6);
        await client.query(kept ? 'commit' : 'rollback');
        if (kept) this.writing.commits += 1;
      } catch (error) {
        await client.query('rollback');
        const { code } = error as { code?: string };
        if (code !== '40001' && code !== '40P01') throw error;
        if (code === '40001') this.guarded += 1;
      } finally {
        client.release();
      }
    }
  }

  async #append(client: PoolClient): Promise<boolean> {
    if (this.writing.scenario.inboxFirst) {
      await client.query('select pg_current_xact_id()');
      await this.#waitBeforeLoad();
    }
    const streamId = `tally-${Math.floor(this.#next() * hotStreams)}`;
    const stream = 'select version from es.stream where stream_id = $1';
    const { rows } = await client.query<{ version: string }>(stream, [streamId]);
    const meta = { commandId: 'c', actor: 'run', requestedAt: '2026-03-01T10:00:00Z' };
    const event = { type: 'Counted', schemaVersion: 1, data: { by: 1 }, meta };
    const refused = await appendStreams(client, {
      consumer: 'run',
      streams: [
        {
          streamId,
          streamType: 'tally',
          expected: Number(rows[0]?.version ?? 0),
          events: Array.from({ length: 1 + Math.floor(this.#next() * 3) }, () => event),
          state: {},
          stateVersion: 1,
          take: [],
          release: [],
          group: 1,
        },
      ],
      inbox: [],
      rows: [],
    });
    return refused.length === 0;
  }

  /** A slow one waits for commits and not for a time: on a slow machine, too, later transactions overtake it. */
  async #waitBeforeLoad(): Promise<void> {
    if (this.#next() >= slowShare) return sleep(this.#next() * 8);
    const enough = this.writing.commits + 2 * writerCount;
    while (this.writing.commits < enough && Date.now() < this.writing.deadline) await sleep(2);
  }
}

type Position = Pick<Seen, 'streamId' | 'version'>;

/** What a reader adds to, and the state of its run. */
interface Reading {
  readonly seen: Seen[];
  readonly isHeld: () => boolean;
  /** How many events there are, once the writers have stopped. */
  readonly events: () => number | undefined;
}

/** A transaction of another test in the cluster may hold back a reader below xmin for so long. */
const patienceMs = 30_000;

/** Reads until the writers have stopped, and it has as many events or no event has arrived for `idleMsMax`. */
async function readAll(
  next: () => Promise<readonly Position[]>,
  { seen, isHeld, events }: Reading,
  idleMsMax: number,
): Promise<Seen[]> {
  for (let idleSince = Date.now(); ;) {
    const page = await next();
    const now = Date.now();
    const held = isHeld();
    for (const { streamId, version } of page) seen.push({ streamId, version, isHeld: held });
    if (page.length > 0) idleSince = now;
    const all = events();
    if (all !== undefined && (seen.length >= all || now - idleSince > idleMsMax)) return seen;
    if (page.length === 0) await sleep(3);
  }
}

interface Row {
  readonly stream_id: string;
  readonly version: string;
  readonly tx_text: string;
  readonly position: string;
}

function plainReader(pool: Pool, sql: string): () => Promise<Position[]> {
  let last = ['0', '0'];
  return async () => {
    const { rows } = await pool.query<Row>(sql, sql.includes('$2') ? last : last.slice(1));
    const end = rows.at(-1);
    if (end) last = [end.tx_text, end.position];
    return rows.map(({ stream_id, version }) => ({
      streamId: stream_id,
      version: Number(version),
    }));
  };
}

const byPosition = `
select stream_id, version, tx::text as tx_text, position from es.event
 where position > $1 order by position limit 500`;

const belowXmin = `
select stream_id, version, tx::text as tx_text, position from es.event
 where (tx, position) > ($1::xid8, $2::bigint) and tx < pg_snapshot_xmin(pg_current_snapshot())
 order by tx, position limit 500`;

async function deltaReader(database: TestDatabase) {
  const reader = await openReader({ database, name: 'delta' });
  return async () => {
    const page = await reader.read(500);
    await page.done();
    return page.events;
  };
}

function verdict(seen: readonly Seen[], versions: ReadonlyMap<string, number>): Verdict {
  const found = new Map<string, Set<number>>();
  const last = new Map<string, number>();
  let breaks = 0;
  for (const { streamId, version } of seen) {
    const known = found.get(streamId) ?? new Set();
    found.set(streamId, known);
    if (known.has(version)) continue;
    if (version !== (last.get(streamId) ?? 0) + 1) breaks += 1;
    known.add(version);
    last.set(streamId, version);
  }
  const lost = [...versions].reduce((sum, [id, n]) => sum + n - (found.get(id)?.size ?? 0), 0);
  const readWhileHeld = seen.filter(({ isHeld }) => isHeld).length;
  return { read: seen.length, lost, breaks, readWhileHeld };
}

/** Writes something in another database of the cluster. The result ends the transaction. */
async function openForeignTransaction(): Promise<() => Promise<void>> {
  const { url, drop } = await emptyTestDatabase('foreign');
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('begin');
  await client.query('create table held (id int)');
  return async () => {
    await client.query('commit');
    await client.end();
    await drop();
  };
}

async function versionsIn(pool: Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ stream_id: string; version: string }>(
    'select stream_id, version from es.stream',
  );
  return new Map(rows.map((row) => [row.stream_id, Number(row.version)]));
}

const eventsIn = (versions: ReadonlyMap<string, number>): number =>
  [...versions.values()].reduce((sum, version) => sum + version, 0);

/** Resolves when a reader has that many events, or has read nothing for `quietMs`. */
async function untilRead(seen: readonly Seen[], events: number): Promise<void> {
  for (let [since, last] = [Date.now(), 0]; seen.length < events; await sleep(3)) {
    if (seen.length > last) [since, last] = [Date.now(), seen.length];
    if (Date.now() - since > quietMs) return;
  }
}

async function run(scenario: Scenario, seed: number): Promise<Outcome> {
  const database = await testDatabase('four_runs');
  const pool = new Pool({ connectionString: database.url, max: writerCount + 2 });
  try {
    if (!scenario.guard) await dropGuard(pool);
    let endForeign = scenario.foreign && (await openForeignTransaction());
    const shared: Writing = { pool, scenario, deadline: Date.now() + runMs, commits: 0 };
    let events: number | undefined;
    const reading = (): Reading => ({
      seen: [],
      isHeld: () => endForeign !== undefined,
      events: () => events,
    });
    const deltaReading = reading();
    const writers = Array.from(
      { length: writerCount },
      (_, n) => new Writer(shared, seed * 100 + n + 1),
    );
    const writing = Promise.all(writers.map((writer) => writer.write())).then(async () => {
      if (endForeign) {
        await untilRead(deltaReading.seen, eventsIn(await versionsIn(pool)));
        const end = endForeign;
        endForeign = undefined;
        await end();
      }
      events = eventsIn(await versionsIn(pool));
    });
    const [naive, xmin, delta] = await Promise.all([
      readAll(plainReader(pool, byPosition), reading(), quietMs),
      readAll(plainReader(pool, belowXmin), reading(), patienceMs),
      readAll(await deltaReader(database), deltaReading, patienceMs),
      writing,
    ]);
    const versions = await versionsIn(pool);
    return {
      events: eventsIn(versions),
      guarded: writers.reduce((sum, { guarded }) => sum + guarded, 0),
      byPosition: verdict(naive, versions),
      belowXmin: verdict(xmin, versions),
      snapshotDelta: verdict(delta, versions),
    };
  } finally {
    await pool.end();
    await database.close();
  }
}

/** Runs until the harness has seen what the test is about, at most `attemptsMax` times. */
async function runUntil(
  scenario: Scenario,
  isSeen: (outcome: Outcome) => boolean,
): Promise<Outcome> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await run(scenario, attempt);
    if (isSeen(outcome) || attempt === attemptsMax) return outcome;
  }
}

const clean = { lost: 0, breaks: 0 };

it('without the order guard, a reader by position loses events and the snapshot-delta reader loses none', async () => {
  const scenario = { guard: false, inboxFirst: false };
  const outcome = await runUntil(scenario, ({ byPosition }) => byPosition.lost > 0);
  expect(outcome.byPosition.lost).toBeGreaterThan(0);
  expect(outcome.belowXmin).toMatchObject(clean);
  expect(outcome.snapshotDelta.lost).toBe(0);
});

it('without the order guard, the order of streams breaks for a reader below xmin when transaction ids are drawn early', async () => {
  const scenario = { guard: false, inboxFirst: true };
  const outcome = await runUntil(
    scenario,
    ({ byPosition, belowXmin }) => byPosition.lost > 0 && belowXmin.breaks > 0,
  );
  expect(outcome.byPosition.lost).toBeGreaterThan(0);
  expect(outcome.belowXmin.lost).toBe(0);
  expect(outcome.belowXmin.breaks).toBeGreaterThan(0);
  expect(outcome.snapshotDelta.lost).toBe(0);
});

it('with the order guard, every reader but the one by position gets every event once and in order', async () => {
  const scenario = { guard: true, inboxFirst: true };
  const outcome = await runUntil(scenario, ({ guarded }) => guarded > 0);
  expect(outcome.events).toBeGreaterThan(100);
  expect(outcome.guarded).toBeGreaterThan(0);
  expect(outcome.snapshotDelta).toMatchObject({ ...clean, read: outcome.events });
  expect(outcome.belowXmin).toMatchObject(clean);
});

it('a long transaction elsewhere in the cluster does not delay the snapshot-delta reader', async () => {
  const { events, ...readers } = await run({ guard: true, inboxFirst: true, foreign: true }, 2);
  expect(events).toBeGreaterThan(0);
  expect(readers.snapshotDelta).toMatchObject({ ...clean, read: events, readWhileHeld: events });
  expect(readers.belowXmin).toMatchObject({ ...clean, readWhileHeld: 0 });
});
