import { runIdOf, streams } from '@nordgate/contracts/rules';
import { EventStore } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { generationRow } from '../order-book/known-generation.rows.js';
import { batchRunStream } from '../domain/batch-run.js';
import { scheduleStream } from '../domain/schedule.js';
import { paymentIdOf } from '../testing/an-order.js';
import { idleBatch, sunday } from '../testing/batch-on-a-bus.fixture.js';
import type { IdleBatch } from '../testing/batch-on-a-bus.fixture.js';
import { instantWork, runWork } from './execute-runs.work.js';
import { lookingAtWorlds } from './look-at-worlds.work.js';
import type { RunWorker, Step } from './run-steps.work.js';

/** A Monday in Oslo, after the slot of 06:00. */
const monday = () => new Date('2030-03-04T08:00:00Z');
const meta = { at: monday().toISOString(), actor: 'system:batch' };
const works = { runs: runWork, 'instant payments': instantWork } as const;

let idle: IdleBatch;
let worker: RunWorker;
let lines: string[];
beforeEach(async () => {
  idle = await idleBatch(monday);
  lines = [];
  const note = (_facts: object, text: string) => void lines.push(text);
  const log = { info: note, warn: note, error: note } as never;
  worker = { ...idle.worker, environment: 'sandbox', now: monday, log };
});
afterEach(() => idle.batch.stop());

const pool = () => idle.worker.database.pool;
const leading = () => new AbortController().signal;

/** The world of a TPP begins in a generation, or is reset to it. */
async function begin(tpp: string, generation: number, at = '2030-03-01T05:00:00Z'): Promise<void> {
  const data = { generation, tpp, at };
  const event = { type: 'WorldInitialised', data } as const;
  const { upsert, row } = generationRow({ stream: `world-${tpp}`, version: 1, event, at });
  await pool().query({ name: upsert.name, text: upsert.sql, values: row.map((cell) => [cell]) });
}

interface Order {
  readonly dueDay?: string;
  readonly isInstant?: boolean;
}

const approve = (generation: number, { dueDay = '2030-03-04', isInstant = false }: Order = {}) =>
  pool().query(
    `insert into order_book (payment_id, generation, version, status, service, tpp, is_instant,
       received_day, terms_version, is_urgent, parts)
     values ($1, $2, 2, 'ACTC', 'payments', 'tpp', $3, $4, 1, false, 1)`,
    [paymentIdOf(isInstant ? 2 : 1, generation), generation, isInstant, dueDay],
  );

async function openRun(generation: number): Promise<void> {
  const stream = streams.schedule.id(generation, 'sandbox');
  const data = { day: sunday, request: 'asked', by: 'operator' };
  await worker.commands.execute({ type: 'OpenRun', id: stream, stream, data, meta });
}

const startRun = (generation: number, slot = '1330') => {
  const runId = runIdOf(sunday, slot, generation);
  const data = { runId, day: sunday, slot, by: 'scheduler' };
  const stream = streams.batchRun.id(runId);
  return worker.commands.execute({ type: 'StartRun', id: stream, stream, data, meta });
};

/** Statements of one look that changes nothing. */
async function statementsOf(of: keyof typeof works): Promise<number> {
  let count = 0;
  const query = (...sent: Parameters<Database['pool']['query']>) => {
    count += 1;
    return pool().query(...sent);
  };
  const counted = Object.create(pool(), { query: { value: query } }) as Database['pool'];
  const database = { ...idle.worker.database, pool: counted };
  const store = new EventStore(database as never, [scheduleStream, batchRunStream]);
  await lookingAtWorlds(works[of], { ...worker, database, store })(leading());
  return count;
}

describe.each(['runs', 'instant payments'] as const)('a look for %s', (of) => {
  it.each([
    ['that have nothing', () => Promise.resolve()],
    ['with an order of a later day', (one: number) => approve(one, { dueDay: '2030-03-05' })],
    [
      'that began after the slot',
      async (one: number) => {
        await pool().query('update known_generation set since = $2 where generation = $1', [
          one,
          monday(),
        ]);
        await approve(one);
      },
    ],
  ])('costs as many statements for 20 worlds %s as for one', async (_what, idly) => {
    await begin('tpp-1', 1);
    await idly(1);
    const alone = await statementsOf(of);
    for (let one = 2; one <= 20; one += 1) {
      await begin(`tpp-${String(one)}`, one);
      await idly(one);
    }
    expect(await statementsOf(of)).toBe(alone);
  });

  it('costs as many statements with 20 generations that resets have ended as with none', async () => {
    await begin('tpp', 1);
    const alone = await statementsOf(of);
    for (let one = 1; one <= 20; one += 1) {
      await approve(one);
      await approve(one, { isInstant: true });
      await openRun(one);
      await startRun(one);
      await begin('tpp', one + 1);
    }
    // What is open in an ended generation is closed once.
    await statementsOf('runs');
    expect(await statementsOf(of)).toBe(alone);
  });
});

describe('the beginning of a generation', () => {
  const left = async () => {
    const { rows } = await pool().query<{ orders: number[]; runs: string[] }>(`
      select array(select generation::int from order_book where status = 'ACTC' order by 1) as orders,
             array(select run from known_run where not is_completed order by 1) as runs`);
    return rows[0];
  };

  it('ends the orders and runs of the generations of the same TPP before it, and of no other', async () => {
    await begin('tpp-1', 1);
    await begin('tpp-2', 2);
    for (const one of [0, 1, 2]) await Promise.all([approve(one), startRun(one)]);
    await begin('tpp-1', 3);
    await approve(3);
    const run = (one: number) => streams.batchRun.id(runIdOf(sunday, '1330', one));
    expect(await left()).toEqual({ orders: [0, 2, 3], runs: [run(0), run(2)] });
    // An event that comes again, and an order that came late.
    await approve(1);
    await begin('tpp-1', 1);
    expect(await left()).toMatchObject({ orders: [0, 2, 3] });
  });
});

describe('a look at several worlds', () => {
  const seen: number[] = [];
  const look = (step: (one: RunWorker) => Promise<Step>, signal = leading()) => {
    seen.length = 0;
    const noted = (one: RunWorker) => (seen.push(one.generation), step(one));
    return lookingAtWorlds({ ...runWork, stepsIn: () => [noted] }, worker)(signal);
  };
  beforeEach(async () => {
    for (let one = 1; one <= 20; one += 1) {
      await begin(`tpp-${String(one)}`, one);
      await approve(one);
    }
  });
  const all = Array.from({ length: 20 }, (_, index) => index + 1);

  it('tries each of them although one fails, and logs once that it fails until it succeeds', async () => {
    let isBroken = true;
    const step = ({ generation }: RunWorker): Promise<Step> => {
      seen.push(generation);
      const fails = isBroken && generation === 2;
      return fails ? Promise.reject(new Error('broken')) : Promise.resolve('waits');
    };
    const twice = lookingAtWorlds({ ...runWork, stepsIn: () => [step] }, worker);
    seen.length = 0;
    for (let looks = 0; looks < 2; looks += 1) await twice(leading());
    expect(seen).toEqual([...all, ...all]);
    expect(lines).toHaveLength(1);
    isBroken = false;
    await twice(leading());
    isBroken = true;
    await twice(leading());
    expect(lines).toHaveLength(2);
  });

  it('fails in production with its one world, so that the error is logged as that of the work', async () => {
    const broken = () => Promise.reject(new Error('broken'));
    const production = { ...worker, environment: 'production' };
    const looking = lookingAtWorlds({ ...runWork, stepsIn: () => [broken] }, production);
    await expect(looking(leading())).rejects.toThrow('broken');
  });

  it('ends at once when another replica leads', async () => {
    const leadership = new AbortController();
    await look(({ generation }) => {
      if (generation === 3) leadership.abort();
      return Promise.resolve('waits');
    }, leadership.signal);
    expect(seen).toEqual([1, 2, 3]);
  });
});

describe('the rest after a look', () => {
  beforeEach(async () => {
    for (let one = 1; one <= 20; one += 1) {
      await begin(`tpp-${String(one)}`, one);
      await approve(one);
    }
  });

  /** The rests of a look that finds nothing to move and takes so long in each of 20 worlds. */
  async function restsAfter(stepMs: number, of: keyof typeof works): Promise<readonly number[]> {
    let nowMs = 0;
    const rests: number[] = [];
    const step = (): Promise<Step> => {
      nowMs += stepMs;
      return Promise.resolve('waits');
    };
    const pace = { nowMs: () => nowMs, rest: (ms: number) => Promise.resolve(void rests.push(ms)) };
    const { restMaxMs } = works[of];
    await lookingAtWorlds(
      { ...runWork, restMaxMs, stepsIn: () => [step] },
      worker,
      pace,
    )(leading());
    return rests;
  }

  it('is nine times as long as the slowest world took, and does not grow with the number of worlds', async () => {
    expect(await restsAfter(20, 'runs')).toEqual([180]);
    expect(await restsAfter(20, 'instant payments')).toEqual([180]);
  });

  it('ends in time for approved payments when the database was slow', async () => {
    expect(await restsAfter(6_000, 'runs')).toEqual([5_000]);
    expect(await restsAfter(6_000, 'instant payments')).toEqual([500]);
  });
});
