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

describe('what the operator asks batch for', () => {
  let batch: BatchOnABus;
  beforeAll(async () => {
    batch = await batchOnABus();
  });
  afterAll(() => batch.stop());

  /** The outcome of a request; one that changes something has an id. */
  const ask = (request: object): Promise<unknown> => {
    const store = new EventStore(batch.database(), []);
    const commands = { execute: batch.execute } as LocalCommands;
    const askEach = () => Promise.resolve([]);
    return batchOperations('production')({ commands, store, ask: batch.ask, askEach })(request);
  };
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
    const { runId } = (await change({ name: 'StartBatchRun' })) as { runId: string };
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
