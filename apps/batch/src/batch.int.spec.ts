import { GetBatchRun } from '@nordgate/contracts/queries';
import type { PaymentEvent } from '@nordgate/contracts/events';
import { executionIdOf, streams } from '@nordgate/contracts/rules';
import { readUntil } from '@nordgate/service/testing';
import {
  aTransfer,
  authorised,
  bulkOf,
  claimed,
  initiated,
  paymentIdOf,
  standingOrder,
  tpp,
} from './testing/an-order.js';
import { aProfile } from './testing/a-profile.js';
import { batchOnABus, sunday } from './testing/batch-on-a-bus.fixture.js';
import type { BatchOnABus } from './testing/batch-on-a-bus.fixture.js';

const meta = { at: `${sunday}T12:00:00.000Z`, actor: 'operator/1' };
const instantProduct = 'instant-norwegian-domestic-credit-transfers-straks';
const running: BatchOnABus[] = [];

async function start(...options: Parameters<typeof batchOnABus>): Promise<BatchOnABus> {
  const batch = await batchOnABus(...options);
  running.push(batch);
  return batch;
}
afterEach(async () => {
  // The instance that made the database is the last one that leaves it.
  for (const batch of running.splice(0).reverse()) await batch.stop();
});

async function approve(batch: BatchOnABus, paymentId: string, first = initiated()): Promise<void> {
  const stream = streams.payment.id(paymentId);
  const events: readonly PaymentEvent[] = [first, authorised(first)];
  for (const [index, event] of events.entries()) {
    await batch.happens('payments.events.v1', stream, index + 1, event);
  }
}

async function known(batch: BatchOnABus, count: number, where = `status = 'ACTC'`) {
  const sql = `select count(*)::int as n from order_book where ${where}`;
  await readUntil(
    async () => (await batch.database().pool.query<{ n: number }>(sql)).rows[0]?.n,
    (n) => n === count,
  );
}

async function openRun(batch: BatchOnABus, request: string, schedule = 'schedule-production') {
  // A run that is completed is closed a moment later; until then no other one is opened.
  await readUntil(
    () => batch.eventsOf(schedule),
    (events) => events.at(-1)?.type !== 'RunOpened',
  );
  const opened = await batch.execute({
    ...{ type: 'OpenRun', id: request, stream: schedule, meta },
    data: { day: sunday, request, by: tpp },
  });
  return (opened as { runId: string }).runId;
}

const finished = (batch: BatchOnABus, runId: string) =>
  readUntil(
    () => batch.ask(new GetBatchRun(runId, null)),
    (view) => view?.status === 'completed',
  );
const pickedIn = async (batch: BatchOnABus, stream: string) =>
  (await batch.eventsOf(stream)).flatMap(({ type, data }) =>
    type === 'PaymentsPicked'
      ? (data as { payments: { paymentId: string }[] }).payments.map(({ paymentId }) => paymentId)
      : [],
  );
const somePicked = (batch: BatchOnABus, stream: string, count: number) =>
  readUntil(
    () => pickedIn(batch, stream),
    ({ length }) => length >= count,
  );

describe('payments that are held', () => {
  const hold = (batch: BatchOnABus, type: string, held: object, stream: string) =>
    batch.execute({
      ...{ type, id: `${type}/${stream}`, stream, meta: { ...meta } },
      data: { held, reason: 'reported by the customer', by: 'operator/1' },
    });

  it('by the fraud desk are left out of a run and counted, until they are released', async () => {
    const batch = await start();
    const [one, other] = [paymentIdOf(1), paymentIdOf(2)];
    await approve(batch, one);
    await approve(batch, other, initiated({ by: 'PSDNO-FSA-999900002' }));
    await known(batch, 2);
    await hold(batch, 'HoldExecution', { paymentId: one }, `hold-payment-${one}`);
    const tppId = 'PSDNO-FSA-999900002';
    await hold(batch, 'HoldExecution', { tppId }, `hold-tpp-${tppId}`);
    const report = await finished(batch, await openRun(batch, 'first'));
    expect(report?.counts).toMatchObject({ due: 2, held: 2, executed: 0 });
    await hold(batch, 'ReleaseExecution', { paymentId: one }, `hold-payment-${one}`);
    const runId = await openRun(batch, 'second');
    expect(await somePicked(batch, `batch-run-${runId}`, 1)).toEqual([one]);
    const view = await batch.ask(new GetBatchRun(runId, tppId));
    expect(view?.counts).toMatchObject({ due: 1, held: 1 });
  });

  it('because the operator stopped their TPP are left out until its release', async () => {
    const batch = await start();
    const stop = { tppId: tpp, reason: 'fraud', at: meta.at };
    await batch.happens('accounts.events.v1', `tpp-stop-${tpp}`, 1, {
      ...{ type: 'TppStopped', data: stop },
    });
    await approve(batch, paymentIdOf(1));
    await known(batch, 1, `tpp in (select tpp from stopped_tpp where is_stopped)`);
    const report = await finished(batch, await openRun(batch, 'first'));
    expect(report?.counts).toMatchObject({ due: 1, held: 1 });
    const released = { type: 'TppReleased', data: { at: meta.at } };
    await batch.happens('accounts.events.v1', `tpp-stop-${tpp}`, 2, released);
    await known(batch, 1, `tpp in (select tpp from stopped_tpp where not is_stopped)`);
    const runId = await openRun(batch, 'second');
    expect(await somePicked(batch, `batch-run-${runId}`, 1)).toEqual([paymentIdOf(1)]);
  });
});

describe('maintenance', () => {
  const from = `${sunday}T11:00:00.000Z`;
  const until = `${sunday}T12:00:00.000Z`;
  const begun = { from, until, readsGoOn: true, at: meta.at };

  it('lets no run begin, and the run that waits begins at its end', async () => {
    let now = new Date(`${sunday}T11:59:59.999Z`);
    let looks = 0;
    const clock = () => {
      looks += 1;
      return now;
    };
    const batch = await start({ now: clock });
    const planned = { type: 'MaintenancePlanned', data: begun };
    await batch.happens('accounts.events.v1', 'maintenance-bank', 1, planned);
    await approve(batch, paymentIdOf(1));
    await known(batch, 1, 'exists (select from maintenance_window)');
    const someLooks = (before: number) =>
      readUntil(
        () => Promise.resolve(looks - before),
        (more) => more >= 20,
      );
    // A look that began before may have read that there is no window.
    await someLooks(looks);
    const runId = await openRun(batch, 'first');
    await someLooks(looks);
    expect(await batch.eventsOf(`batch-run-${runId}`)).toEqual([]);
    now = new Date(until);
    expect(await somePicked(batch, `batch-run-${runId}`, 1)).toEqual([paymentIdOf(1)]);
  });

  it('ends for runs when the operator ends it', async () => {
    const batch = await start({ now: () => new Date(from) });
    const planned = { type: 'MaintenancePlanned', data: begun };
    const ended = { type: 'MaintenanceEnded', data: { from, at: meta.at } };
    await batch.happens('accounts.events.v1', 'maintenance-bank', 1, planned);
    await batch.happens('accounts.events.v1', 'maintenance-bank', 2, ended);
    await approve(batch, paymentIdOf(1));
    await known(batch, 1, 'exists (select from maintenance_window where ends is null)');
    const runId = await openRun(batch, 'first');
    expect(await somePicked(batch, `batch-run-${runId}`, 1)).toEqual([paymentIdOf(1)]);
  });
});

describe('a sandbox', () => {
  const sandbox = { ...aProfile, environment: 'sandbox' } as const;

  /** Worlds of these TPPs, in generations from 1 on, the later ones by a reset. */
  const worlds = async (batch: BatchOnABus, tpps: readonly string[]) => {
    for (const [at, tpp] of tpps.entries()) {
      const data = { generation: at + 1, tpp, at: meta.at };
      const version = tpps.slice(0, at + 1).filter((one) => one === tpp).length;
      const event = { type: 'WorldInitialised', data };
      await batch.happens('accounts.events.v1', `world-${tpp}`, version, event);
    }
    await readUntil(
      () => batch.database().pool.query('select from known_generation'),
      ({ rowCount }) => rowCount === tpps.length + 1,
    );
  };

  it('picks the orders of each world in its own run, and after a reset none of before', async () => {
    const batch = await start({ profile: sandbox });
    for (const generation of [1, 2, 3]) await approve(batch, paymentIdOf(generation, generation));
    await known(batch, 3);
    await worlds(batch, ['PSDNO-FSA-1', 'PSDNO-FSA-2', 'PSDNO-FSA-1']);
    for (const generation of [1, 2, 3]) {
      const own = `schedule-sandbox.${String(generation)}`;
      const runId = await openRun(batch, `request-${String(generation)}`, own);
      expect(runId).toBe(`${sunday}-now-1.${String(generation)}`);
    }
    for (const generation of [2, 3]) {
      const run = `batch-run-${sunday}-now-1.${String(generation)}`;
      expect(await somePicked(batch, run, 1)).toEqual([paymentIdOf(generation, generation)]);
    }
    expect(await batch.eventsOf(`batch-run-${sunday}-now-1.1`)).toEqual([]);
  });

  it('opens a slot of the profile in each world with an order, and in no other', async () => {
    const batch = await start({ profile: sandbox, now: () => new Date('2030-03-04T05:01:00Z') });
    for (const generation of [1, 3]) await approve(batch, paymentIdOf(generation, generation));
    await known(batch, 2);
    await worlds(batch, ['PSDNO-FSA-1', 'PSDNO-FSA-2', 'PSDNO-FSA-3']);
    await batch.database().pool.query(`update known_generation set since = '2030-03-01T05:00:00Z'`);
    for (const generation of [1, 3]) {
      const run = `batch-run-2030-03-04-0600.${String(generation)}`;
      expect(await somePicked(batch, run, 1)).toEqual([paymentIdOf(generation, generation)]);
    }
    for (const schedule of ['schedule-sandbox', 'schedule-sandbox.2']) {
      expect(await batch.eventsOf(schedule)).toEqual([]);
    }
  });

  it('leaves periodic payments out of its runs', async () => {
    const batch = await start({ profile: sandbox });
    const periodic = { service: 'periodic-payments', instruction: standingOrder } as const;
    await approve(batch, paymentIdOf(1, 1), initiated(periodic));
    await known(batch, 1);
    await worlds(batch, ['PSDNO-FSA-1']);
    const runId = await openRun(batch, 'request', 'schedule-sandbox.1');
    expect((await finished(batch, runId))?.counts.due).toBe(0);
  });
});

describe('two replicas of batch', () => {
  it('execute a run that one of them leaves', async () => {
    const batch = await start();
    const other = await batchOnABus({ shared: batch.url });
    for (let n = 1; n <= 3; n += 1) await approve(batch, paymentIdOf(n));
    await known(batch, 3);
    const runId = await openRun(batch, 'request');
    await other.stop();
    expect(await somePicked(batch, `batch-run-${runId}`, 3)).toEqual(
      [1, 2, 3].map((n) => paymentIdOf(n)),
    );
  });
});

describe('a slot of the profile', () => {
  it('opens its run at its time on a banking day, and executes what is due by then', async () => {
    // Before the first slot of the day: the service takes up its work at once.
    let now = new Date('2030-03-01T04:30:00Z');
    const batch = await start({ now: () => now });
    await batch.database().pool.query(`update known_generation set since = '2030-03-01T05:00:00Z'`);
    now = new Date('2030-03-01T05:30:00Z');
    await approve(batch, paymentIdOf(1));
    await approve(batch, paymentIdOf(2), initiated({ acceptedAt: '2030-03-01T20:00:00.000Z' }));
    await known(batch, 2);
    expect(await batch.eventsOf('schedule-production')).toEqual([]);
    now = new Date('2030-03-01T08:30:00Z');
    expect(await somePicked(batch, 'batch-run-2030-03-01-0930', 1)).toEqual([paymentIdOf(1)]);
  });
});

describe('an instant payment', () => {
  it('is picked as soon as it is approved, and its run is readable', async () => {
    const batch = await start();
    await approve(batch, paymentIdOf(1), initiated({ product: instantProduct }));
    const stream = `batch-run-${sunday}-instant`;
    expect(await somePicked(batch, stream, 1)).toEqual([paymentIdOf(1)]);
    expect(await batch.eventsOf('schedule-production')).toEqual([]);
    const view = await batch.ask(new GetBatchRun(`${sunday}-instant`, null));
    expect(view).toMatchObject({ status: 'running', counts: { due: 1, inProgress: 1, held: 0 } });
  });
});

describe('the report of a run', () => {
  it('is there from the moment at which the schedule opens it, and not for a run that is unknown', async () => {
    const batch = await start();
    const runId = await openRun(batch, 'request');
    expect(await batch.ask(new GetBatchRun(runId, null))).toMatchObject({ runId, day: sunday });
    expect(await batch.ask(new GetBatchRun('2030-03-03-0600', null))).toBeNull();
  });

  it('counts the sub-payments of a bulk that is booked as one debit, with those that are left out', async () => {
    const batch = await start();
    const paymentId = paymentIdOf(1);
    const instruction = { ...bulkOf(3), batchBookingPreferred: true };
    const bulk = { service: 'bulk-payments', instruction } as const;
    await approve(batch, paymentId, initiated(bulk));
    await known(batch, 1);
    const runId = await openRun(batch, 'request');
    const run = `batch-run-${runId}`;
    await somePicked(batch, run, 1);
    await batch.happens('payments.events.v1', `payment-${paymentId}`, 3, claimed(run, bulk));
    const executionId = executionIdOf({ paymentId });
    const stream = streams.execution.id(executionId);
    const send = (type: string, data: object) =>
      batch.execute({ type, id: `${type}/${JSON.stringify(data)}`, stream, data, meta });
    const credits = [0, 1, 2].map((part) => ({ part, instruction: aTransfer }));
    await send('InstructTransfer', {
      ...{ executionId, paymentId, service: 'bulk-payments', tpp, run, day: sunday, credits },
      ...{ product: 'norwegian-domestic-credit-transfers', executor: 'core' },
      debtorAccount: aTransfer.debtorAccount,
    });
    const declined = [{ part: 1, reason: 'creditor-account-unknown' }];
    await send('RecordOutcome', { from: 'core', outcome: { is: 'started', declined } });
    const started = await readUntil(
      () => batch.ask(new GetBatchRun(runId, null)),
      (view) => view?.counts.rejected === 1,
    );
    expect(started).toMatchObject({ status: 'running', counts: { due: 3, inProgress: 2 } });
    await send('RecordOutcome', { from: 'core', outcome: { is: 'settled' } });
    expect(await finished(batch, runId)).toMatchObject({
      counts: { due: 3, executed: 2, rejected: 1, inProgress: 0 },
      sums: [{ amount: '200.00', currency: 'NOK' }],
      failures: [
        { paymentId, part: 1, code: 'PAYMENT_FAILED', reason: 'creditor-account-unknown' },
      ],
    });
  });

  it('counts an occurrence of a periodic payment, and the order waits for the next one', async () => {
    const batch = await start();
    const paymentId = paymentIdOf(1);
    const periodic = { service: 'periodic-payments', instruction: standingOrder } as const;
    await approve(batch, paymentId, initiated(periodic));
    await known(batch, 1);
    const runId = await openRun(batch, 'request');
    const run = `batch-run-${runId}`;
    await somePicked(batch, run, 1);
    const occurrence = '2030-03-01';
    const claim = claimed(run, periodic, occurrence);
    await batch.happens('payments.events.v1', `payment-${paymentId}`, 3, claim);
    const executionId = executionIdOf({ paymentId, occurrence });
    const stream = streams.execution.id(executionId);
    await batch.execute({
      ...{ type: 'InstructTransfer', id: 'instruct', stream, meta },
      data: {
        ...{ executionId, paymentId, occurrence, service: 'periodic-payments', tpp, run },
        ...{ product: 'norwegian-domestic-credit-transfers', executor: 'core', day: sunday },
        ...{ debtorAccount: aTransfer.debtorAccount, credits: [{ instruction: aTransfer }] },
      },
    });
    const outcome = { is: 'declined', reason: 'debtor-account-closed' };
    await batch.execute({
      ...{ type: 'RecordOutcome', id: 'outcome', stream, meta, data: { from: 'core', outcome } },
    });
    expect(await finished(batch, runId)).toMatchObject({
      counts: { due: 1, rejected: 1 },
      failures: [
        { paymentId, occurrence, code: 'PAYMENT_FAILED', reason: 'debtor-account-closed' },
      ],
    });
    await known(batch, 1, `due_day = '2030-04-01'`);
    const next = await finished(batch, await openRun(batch, 'next'));
    expect(next?.counts.due).toBe(0);
  });
});
