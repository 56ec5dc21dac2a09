import type { StartedBatchRuns } from '@nordgate/contracts/commands';
import { EventStore } from '@nordgate/event-store';
import type { LocalCommands } from '@nordgate/messaging';
import { firstThat } from '@nordgate/testing';
import { batchOnABus } from '../testing/batch-on-a-bus.fixture.js';
import type { BatchOnABus } from '../testing/batch-on-a-bus.fixture.js';
import { execution, executionId, toInstruct, toRecord } from '../testing/execution-commands.js';
import { meta } from '../testing/run-commands.js';
import { batchOperations } from './batch.operations.js';

const paymentId = 'a1f0c3d2e4b5968778695a4b3c2d1e0f';
const tppId = 'PSDNO-FSA-999900001';

/** The outcome of a request; one that changes something has an id. */
function asked(
  batch: BatchOnABus,
  request: object,
  { environment = 'production', execute = batch.execute } = {},
): Promise<unknown> {
  const store = new EventStore(batch.database(), []);
  const commands = { execute } as LocalCommands;
  const askEach = () => Promise.resolve([]);
  return batchOperations(environment)({ commands, store, ask: batch.ask, askEach })(request);
}

describe('what the operator asks batch for', () => {
  let batch: BatchOnABus;
  beforeAll(async () => {
    batch = await batchOnABus();
  });
  afterAll(() => batch.stop());

  const ask = (request: object) => asked(batch, request);
  const list = (name: string) => ask({ name });
  const change = (request: object) => ask({ id: crypto.randomUUID(), ...request });
  /** Reads a list, which follows the events, until it has rows. */
  const rowsOf = (name: string): Promise<unknown> =>
    firstThat(
      `${name} has rows`,
      async () => (await list(name)) as readonly unknown[],
      (rows) => rows.length > 0,
    );

  it('lists a hold with its reason until the release, and keeps who decided in the events', async () => {
    const reason = 'reported by the customer';
    await change({ name: 'HoldPayment', paymentId, reason });
    const [since, by] = [expect.any(String), expect.stringMatching(/^operator\//)] as string[];
    expect(await rowsOf('ListHolds')).toEqual([{ held: { paymentId }, since, reason, by }]);
    await change({ name: 'ReleasePayment', paymentId, reason: 'checked' });
    const events = await batch.eventsOf(`hold-payment-${paymentId}`);
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'ExecutionHeld', data: { held: { paymentId }, reason, by, at: since } },
      {
        type: 'ExecutionReleased',
        data: { held: { paymentId }, reason: 'checked', by, at: since },
      },
    ]);
    await change({ name: 'HoldTpp', tppId, reason });
    expect(await batch.eventsOf(`hold-tpp-${tppId}`)).toHaveLength(1);
  });

  it('lists a transfer as overdue after a reminder, and no more after its outcome', async () => {
    await batch.execute(toInstruct({ executor: 'core' }));
    expect(await list('ListOverdueTransfers')).toEqual([]);
    const reminder = { type: 'RemindExecutor', id: 'r-1', stream: execution, meta };
    await batch.execute({ ...reminder, data: { reminder: 1 } });
    const { run } = toInstruct().data;
    expect(await rowsOf('ListOverdueTransfers')).toEqual([
      { executionId, paymentId, is: 'instructed', executor: 'core', run, reminders: 1 },
    ]);
    await batch.execute(toRecord({ is: 'settled' }, 'core'));
    expect(await list('ListOverdueTransfers')).toEqual([]);
  });

  it('lists an outcome that contradicts what was known', async () => {
    await batch.execute(toRecord({ is: 'declined', reason: 'refused-by-bank' }, 'core'));
    const at = expect.any(String) as string;
    expect(await rowsOf('ListContradictions')).toEqual([
      { executionId, known: 'settled', outcome: 'declined', at },
    ]);
  });

  it('opens a run on demand, lists it and shows it', async () => {
    const { runs, failed } = (await change({ name: 'StartBatchRun' })) as StartedBatchRuns;
    const [{ runId } = { runId: '' }] = runs;
    expect([runs.length, failed]).toEqual([1, 0]);
    expect(await ask({ name: 'ShowBatchRun', runId })).toMatchObject({ runId });
    expect(await rowsOf('ListBatchRuns')).toEqual([expect.objectContaining({ runId })]);
  });

  it.each([
    ['a run that there is not', { name: 'ShowBatchRun', runId: '2030-03-01-1330' }, 'no run'],
    ['another service', { name: 'ListStoppedTpps' }, 'batch has no such operation'],
  ])('is refused for %s', async (_what, request, fault) => {
    await expect(ask(request)).rejects.toThrow(fault);
  });
});

describe('a run that the operator starts in a sandbox', () => {
  let batch: BatchOnABus;
  const ask = (execute = batch.execute) => asked(batch, start, { environment: 'sandbox', execute });
  const start = { id: crypto.randomUUID(), name: 'StartBatchRun' };
  beforeAll(async () => {
    batch = await batchOnABus();
    const { pool } = batch.database();
    await pool.query(
      `insert into known_generation (generation, since, tpp)
       select n, '2030-01-01', 'tpp-' || n from generate_series(1, 4) n`,
    );
  });
  afterAll(() => batch.stop());
  /** An order of each world, due at a distance from today. */
  const approve = (generation: number, days: number) =>
    batch.database().pool.query(
      `insert into order_book (payment_id, generation, version, status, service, tpp, is_instant,
         received_day, requested_day, terms_version, is_urgent, parts)
       values ('p.' || $1::int, $1, 2, 'ACTC', 'payments', 'tpp', false, current_date - 9,
               current_date + $2::int, 1, false, 1)`,
      [generation, days],
    );

  it('opens no run where no world has a due order', async () => {
    await approve(1, 2);
    await expect(ask()).rejects.toThrow('no world has a due order');
  });

  it('names the run of each world with a due order', async () => {
    await approve(2, -2);
    await approve(3, -2);
    const { runs, failed } = (await ask()) as StartedBatchRuns;
    expect(runs.map(({ runId }) => runId.split('.')[1])).toEqual(['2', '3']);
    expect(failed).toBe(0);
  });

  it('counts a world in which the run cannot be opened, and fails where that is each of them', async () => {
    const failing = (isBroken: (stream: string) => boolean) =>
      ask((command) =>
        isBroken(command.stream) ? Promise.reject(new Error('broken')) : batch.execute(command),
      );
    const one = await failing((stream) => stream.endsWith('.2'));
    const runId = expect.stringMatching(/\.3$/) as string;
    expect(one).toMatchObject({ runs: [{ runId }], failed: 1 });
    await expect(failing(() => true)).rejects.toThrow('broken');
  });
});
