import fc from 'fast-check';
import type { ApprovedOrder } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { received } from '@nordgate/decider/testing';
import type { Command } from '@nordgate/decider';
import { EventStore, openDatabase } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { startTelemetry } from '@nordgate/telemetry';
import { batchRunStream } from '../domain/batch-run.js';
import { scheduleStream } from '../domain/schedule.js';
import { worldsWithRuns } from './busy-worlds.rows.js';
import { orderRow } from '../order-book/order-book.rows.js';
import { orderFactsOf } from '../order-book/order-facts.js';
import { orderTermsOf } from '../order-book/order-terms.js';
import { authorised, claimed, initiated, paymentIdOf, tpp } from '../testing/an-order.js';
import { aProfile } from '../testing/a-profile.js';
import { idleBatch, sunday } from '../testing/batch-on-a-bus.fixture.js';
import type { IdleBatch } from '../testing/batch-on-a-bus.fixture.js';
import { advanceOpenRun, completeOtherRuns, openDueSlot, pickInstant } from './run-steps.work.js';
import type { RunWorker, Step } from './run-steps.work.js';

const terms = orderTermsOf(aProfile);
const instantProduct = 'instant-norwegian-domestic-credit-transfers-straks';
const meta = { at: `${sunday}T12:00:00.000Z`, actor: tpp };

// Before the first use of an instrument.
const telemetry = startTelemetry({ service: 'batch', version: '0' });
let idle: IdleBatch;
let generation = 0;
beforeAll(async () => {
  idle = await idleBatch();
});
afterAll(async () => {
  for (const database of opened) await database.close();
  await idle.batch.stop();
  await telemetry.stop();
});

/** Everything is new, as after a reset of a world. */
async function newGeneration(since = 'now()'): Promise<void> {
  generation += 1;
  await idle.worker.database.pool.query(
    `insert into known_generation values ($1::bigint, ${since}::timestamptz, 'tpp-' || $1::bigint)`,
    [generation],
  );
  idle = { ...idle, worker: { ...idle.worker, generation } };
}

async function note(n: number, ...events: readonly (readonly [number, object])[]): Promise<void> {
  for (const [version, event] of events) {
    const stream = streams.payment.id(paymentIdOf(n, generation));
    const { upsert, row } = orderRow(
      orderFactsOf(received(stream, event as never, version), terms),
    );
    await idle.worker.database.pool.query({
      name: upsert.name,
      text: upsert.sql,
      values: row.map((cell) => [cell]),
    });
  }
}

async function approve(count: number, product?: string): Promise<void> {
  const asked = product === undefined ? {} : { product };
  for (let n = 1; n <= count; n += 1) await note(n, [2, authorised(asked)]);
}

const schedule = () => streams.schedule.id(generation, 'production');
const openOnDemand = (request = 'first', awaits?: readonly ApprovedOrder[]) =>
  idle.worker.commands.execute({
    ...{ type: 'OpenRun', id: `${schedule()}/${request}`, stream: schedule(), meta },
    data: { day: sunday, request, by: 'operator', ...(awaits && { awaits }) },
  });
/** A worker of a process that starts on what the database has. */
async function nextProcess(): Promise<RunWorker> {
  const database = await openDatabase({
    ...{ url: idle.batch.url, applicationName: 'next-process', migrations: [] },
  });
  opened.push(database);
  const store = new EventStore(database, [scheduleStream, batchRunStream]);
  return { ...idle.worker, database, store };
}
const opened: Database[] = [];
const runStream = (slot: string, day = sunday) =>
  streams.batchRun.id(`${day}-${slot}.${String(generation)}`);
const pickedIn = async (stream: string) =>
  (await idle.batch.eventsOf(stream)).flatMap(({ type, data }) =>
    type === 'PaymentsPicked'
      ? (data as { payments: { paymentId: string }[] }).payments.map(({ paymentId }) => paymentId)
      : [],
  );
const typesIn = async (stream: string) =>
  (await idle.batch.eventsOf(stream)).map(({ type }) => type);
const inProgress = async () =>
  /^nordgate_batch_run_in_progress\S* (\S+)/m.exec(await telemetry.scrape())?.[1];
const idsUpTo = (count: number) =>
  Array.from({ length: count }, (_, n) => paymentIdOf(n + 1, generation));

async function untilItWaits(worker: RunWorker, step: (one: RunWorker) => Promise<Step>) {
  while ((await step(worker)) === 'moved');
}

/** A look at the runs of the world that the schedule does not lead. */
async function completeOthers(worker: RunWorker): Promise<Step> {
  const worlds = await worldsWithRuns({ ...worker, environment: 'sandbox' }, []);
  const { uncompleted = [] } = worlds.find((one) => one.generation === worker.generation) ?? {};
  return completeOtherRuns({ ...worker, uncompleted });
}

/** A worker that is killed at its nth command: before it is decided, or just after. */
function killedAt(nth: number, isBefore: boolean): RunWorker {
  let count = 0;
  const killed = new Error('killed');
  return {
    ...idle.worker,
    commands: {
      execute: async (command: Command) => {
        count += 1;
        if (count === nth && isBefore) throw killed;
        const outcome = await idle.worker.commands.execute(command);
        if (count === nth) throw killed;
        return outcome;
      },
    },
  };
}

describe('a run', () => {
  it('waits until the clock of the service has come to its day', async () => {
    await newGeneration();
    await openOnDemand();
    const before = { ...idle.worker, now: () => new Date('2030-03-02T12:00:00Z') };
    expect(await advanceOpenRun(before)).toBe('waits');
    expect(await advanceOpenRun(idle.worker)).toBe('moved');
  });

  const whole = ['RunStarted', 'PaymentsPicked', 'PaymentsPicked', 'PickingEnded'];

  it.each([1, 2, 3, 4].flatMap((nth) => [true, false].map((isBefore) => [nth, isBefore] as const)))(
    'that is killed at command %i (before it is decided: %p) is finished by another leader',
    async (nth, isBefore) => {
      await newGeneration();
      await approve(300);
      await openOnDemand();
      const dying = untilItWaits(killedAt(nth, isBefore), advanceOpenRun);
      await expect(dying).rejects.toThrow('killed');
      await untilItWaits(idle.worker, advanceOpenRun);
      const stream = runStream('now-1');
      expect(await typesIn(stream)).toEqual(whole);
      expect(await pickedIn(stream)).toEqual(idsUpTo(300));
    },
  );

  it.each([1, 2].flatMap((nth) => [true, false].map((isBefore) => [nth, isBefore] as const)))(
    'with an outcome for everything that is killed at command %i of its end (before: %p) is closed by another leader',
    async (nth, isBefore) => {
      await newGeneration();
      await approve(1);
      await openOnDemand();
      await untilItWaits(idle.worker, advanceOpenRun);
      await note(1, [3, { type: 'PaymentCancelled', data: { by: tpp, at: meta.at } }]);
      const dying = untilItWaits(killedAt(nth, isBefore), advanceOpenRun);
      await expect(dying).rejects.toThrow('killed');
      await untilItWaits(idle.worker, advanceOpenRun);
      expect(await typesIn(runStream('now-1'))).toEqual([
        ...['RunStarted', 'PaymentsPicked', 'PickingEnded', 'RunCompleted'],
      ]);
      expect(await typesIn(schedule())).toEqual(['RunOpened', 'RunClosed']);
    },
  );

  it('waits for the claim of what it has picked', async () => {
    await newGeneration();
    await approve(1);
    await openOnDemand();
    await untilItWaits(idle.worker, advanceOpenRun);
    expect(await advanceOpenRun(idle.worker)).toBe('waits');
    await note(1, [3, claimed(runStream('now-1'))]);
    expect(await advanceOpenRun(idle.worker)).toBe('waits');
  });

  it('that waits for an outcome makes room for the next slot, and is completed later', async () => {
    await newGeneration(`'2030-01-01'`);
    await approve(1);
    const at = (time: string) => ({ ...idle.worker, now: () => new Date(time) });
    const [early, late] = [at('2030-03-04T05:00:00Z'), at('2030-03-04T12:30:00Z')];
    const run = runStream('0600', '2030-03-04');
    await openDueSlot(early);
    await untilItWaits(early, advanceOpenRun);
    expect(await typesIn(schedule())).toEqual(['RunOpened']);
    await untilItWaits(late, advanceOpenRun);
    expect(await typesIn(schedule())).toEqual(['RunOpened', 'RunClosed']);
    await openDueSlot(late);
    await untilItWaits(late, advanceOpenRun);
    expect(await pickedIn(runStream('1330', '2030-03-04'))).toEqual([]);
    expect(await completeOthers(late)).toBe('waits');
    expect((await typesIn(run)).at(-1)).toBe('PickingEnded');
    await note(1, [3, { type: 'PaymentCancelled', data: { by: tpp, at: meta.at } }]);
    await untilItWaits(late, completeOthers);
    expect((await typesIn(run)).at(-1)).toBe('RunCompleted');
  });

  it('shows how much of it is in progress from its first page on, whatever other runs wait for', async () => {
    await newGeneration(`'2030-01-01'`);
    await approve(300);
    const at = (time: string) => ({ ...idle.worker, now: () => new Date(time) });
    const [early, late] = [at('2030-03-04T05:00:00Z'), at('2030-03-04T12:30:00Z')];
    await openDueSlot(early);
    await advanceOpenRun(early);
    await advanceOpenRun(early);
    expect(await inProgress()).toBe('250');
    await untilItWaits(early, advanceOpenRun);
    expect(await inProgress()).toBe('300');
    await untilItWaits(late, advanceOpenRun);
    expect(await inProgress()).toBe('0');
    await note(301, [2, authorised()]);
    await openDueSlot(late);
    await untilItWaits(late, advanceOpenRun);
    await completeOthers(late);
    expect(await inProgress()).toBe('1');
  });

  it('that waits for an outcome makes room for a run that is queued', async () => {
    await newGeneration();
    await approve(1);
    await openOnDemand();
    await untilItWaits(idle.worker, advanceOpenRun);
    expect(await typesIn(schedule())).toEqual(['RunOpened']);
    await openOnDemand('second');
    await note(2, [2, authorised()]);
    await untilItWaits(idle.worker, advanceOpenRun);
    expect(await typesIn(schedule())).toEqual([
      ...['RunOpened', 'RunQueued', 'RunJoined', 'RunClosed', 'RunOpened'],
    ]);
    expect(await pickedIn(runStream('now-2'))).toEqual([paymentIdOf(2, generation)]);
  });

  it.each(['it is queued', 'the open run is closed'])(
    'that is asked for while another one is open is executed though every process is killed once %s',
    async (moment) => {
      await newGeneration();
      await openOnDemand();
      await openOnDemand('second');
      const isClosed = moment === 'the open run is closed';
      while (isClosed && !(await typesIn(schedule())).includes('RunClosed')) {
        await advanceOpenRun(idle.worker);
      }
      await approve(1);
      const successor = await nextProcess();
      await untilItWaits(successor, advanceOpenRun);
      expect(await pickedIn(isClosed ? runStream('now-2') : runStream('now-1'))).toEqual(
        idsUpTo(1),
      );
      expect((await typesIn(runStream('now-2')))[0]).toBe('RunStarted');
    },
  );

  it('picks nothing before the order book has what was approved before the request', async () => {
    await newGeneration();
    await approve(1);
    const paymentId = paymentIdOf(2, generation);
    await openOnDemand('asked', [{ paymentId, version: 2 }]);
    expect(await advanceOpenRun(idle.worker)).toBe('waits');
    await note(2, [1, initiated({})]);
    expect(await advanceOpenRun(idle.worker)).toBe('waits');
    await note(2, [2, authorised()]);
    await untilItWaits(idle.worker, advanceOpenRun);
    expect(await pickedIn(runStream('now-1'))).toEqual(idsUpTo(2));
  });

  it('does not wait for an approval whose event is parked', async () => {
    await newGeneration();
    const paymentId = paymentIdOf(1, generation);
    await openOnDemand('asked', [{ paymentId, version: 2 }]);
    await idle.worker.database.pool.query(
      `insert into es.parked (consumer, key, topic, partition, "offset", reason, payload, headers)
       values ('batch.order-book', $1, 'payments.events.v1', 0, $2, 'unreadable', '{}', '{}')`,
      [streams.payment.id(paymentId), String(generation)],
    );
    await untilItWaits(idle.worker, advanceOpenRun);
    expect((await typesIn(runStream('now-1'))).at(-1)).toBe('RunCompleted');
  });

  it('that has nothing to pick is over at once, and the next one may be opened', async () => {
    await newGeneration();
    await openOnDemand();
    await untilItWaits(idle.worker, advanceOpenRun);
    expect(await typesIn(runStream('now-1'))).toEqual([
      ...['RunStarted', 'PickingEnded', 'RunCompleted'],
    ]);
    expect(await advanceOpenRun(idle.worker)).toBe('waits');
    expect(await typesIn(schedule())).toEqual(['RunOpened', 'RunClosed']);
  });
});

/** Two leaders whose reads and commands are taken in any order. */
async function raced(
  scheduler: fc.Scheduler,
  step: (one: RunWorker) => Promise<Step>,
  again = 0,
): Promise<void> {
  const leader = async () => {
    const { store, commands } = idle.worker;
    const worker: RunWorker = {
      ...idle.worker,
      store: {
        state: async (...read) => {
          await scheduler.schedule(Promise.resolve());
          return store.state(...read);
        },
      },
      commands: {
        execute: async (command) => {
          await scheduler.schedule(Promise.resolve());
          return commands.execute(command);
        },
      },
    };
    for (let waits = 0; waits <= again;) if ((await step(worker)) === 'waits') waits += 1;
  };
  await scheduler.waitFor(Promise.all([leader(), leader()]));
}

describe('two leaders at once', () => {
  it('pick each due payment exactly once, in any order of their reads and commands', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.integer({ min: 0, max: 230 }), async (s, count) => {
        await newGeneration();
        await approve(count);
        await openOnDemand();
        // A leader that was too late looks again, as after its rest.
        await raced(s, advanceOpenRun, 6);
        expect(await pickedIn(runStream('now-1'))).toEqual(idsUpTo(count));
      }),
      { numRuns: 12 },
    );
  });

  it('pick each instant payment exactly once, in any order of their reads and commands', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 130 }), async (s, count) => {
        await newGeneration();
        await approve(count, instantProduct);
        await raced(s, pickInstant, 6);
        const picked = await pickedIn(runStream('instant'));
        expect([...picked].sort()).toEqual(idsUpTo(count));
      }),
      { numRuns: 12 },
    );
  });

  it('open a slot once', async () => {
    const monday = { ...idle.worker, now: () => new Date('2030-03-04T12:30:00Z') };
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (s) => {
        await newGeneration(`'2030-01-01'`);
        await raced(s, (worker) => openDueSlot({ ...worker, now: monday.now }), 2);
        const opened = (await idle.batch.eventsOf(schedule())).map(({ data }) => data);
        const runId = `2030-03-04-1330.${String(generation)}`;
        expect(opened).toMatchObject([{ runId, slot: '13:30', by: 'scheduler' }]);
      }),
      { numRuns: 12 },
    );
  });
});

describe('instant payments', () => {
  it('are picked as they are approved, in the run of the day, which ends after the day', async () => {
    await newGeneration();
    expect(await pickInstant(idle.worker)).toBe('waits');
    expect(await typesIn(runStream('instant'))).toEqual([]);
    await approve(2, instantProduct);
    await untilItWaits(idle.worker, pickInstant);
    expect(await pickedIn(runStream('instant'))).toEqual(idsUpTo(2));
    // The id of the first is behind those of the others: no position leads to it.
    await note(0, [2, authorised({ product: instantProduct })]);
    await untilItWaits(idle.worker, pickInstant);
    expect(await pickedIn(runStream('instant'))).toHaveLength(3);
    expect(await completeOthers(idle.worker)).toBe('waits');
    const later = { ...idle.worker, now: () => new Date('2030-03-04T08:00:00Z') };
    await untilItWaits(later, completeOthers);
    expect((await typesIn(runStream('instant'))).at(-1)).toBe('PickingEnded');
    const cancelled = { type: 'PaymentCancelled', data: { by: tpp, at: meta.at } };
    for (const n of [0, 1, 2]) await note(n, [3, cancelled]);
    await untilItWaits(later, completeOthers);
    expect((await typesIn(runStream('instant'))).at(-1)).toBe('RunCompleted');
    expect(await completeOthers(later)).toBe('waits');
  });

  it('of an older generation are left alone', async () => {
    await newGeneration();
    await approve(1, instantProduct);
    await untilItWaits(idle.worker, pickInstant);
    const before = runStream('instant');
    await newGeneration();
    const later = { ...idle.worker, now: () => new Date('2030-03-04T08:00:00Z') };
    expect(await completeOthers(later)).toBe('waits');
    expect(await typesIn(before)).toEqual(['RunStarted', 'PaymentsPicked']);
  });
});
