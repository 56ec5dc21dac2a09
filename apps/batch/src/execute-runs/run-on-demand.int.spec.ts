import { GetBatchRun } from '@nordgate/contracts/queries';
import type { DeclineReason, Outcome, PaymentEvent } from '@nordgate/contracts/events';
import { executionIdOf, streams } from '@nordgate/contracts/rules';
import { readUntil } from '@nordgate/service/testing';
import {
  aTransfer,
  authorised,
  bulkOf,
  cancelled,
  claimed,
  initiated,
  otherTpp,
  paymentIdOf,
  tpp,
} from '../testing/an-order.js';
import type { AskedFor } from '../testing/an-order.js';
import { batchOnABus, sunday } from '../testing/batch-on-a-bus.fixture.js';
import type { BatchOnABus } from '../testing/batch-on-a-bus.fixture.js';

const schedule = 'schedule-production';
const meta = { at: `${sunday}T12:00:00.000Z`, actor: tpp };

let batch: BatchOnABus;
beforeEach(async () => {
  batch = await batchOnABus();
});
afterEach(() => batch.stop());

async function happen(n: number, ...events: readonly PaymentEvent[]): Promise<void> {
  const stream = streams.payment.id(paymentIdOf(n));
  const first = events[0]?.type === 'PaymentInitiated' ? 1 : 3;
  for (const [index, event] of events.entries()) {
    await batch.happens('payments.events.v1', stream, first + index, event);
  }
}

async function approved(n: number, asked?: AskedFor): Promise<void> {
  await happen(n, initiated(asked), authorised(asked));
}

async function openRun(request = 'request-1'): Promise<string> {
  const { runId } = (await batch.execute({
    ...{ type: 'OpenRun', id: request, stream: schedule, meta },
    data: { day: sunday, request, by: tpp },
  })) as { runId: string };
  return runId;
}

const view = (runId: string, by: string | null = null) => batch.ask(new GetBatchRun(runId, by));
const ordersKnown = (count: number) =>
  readUntil(
    async () => {
      const sql = `select count(*)::int as n from order_book where status = 'ACTC'`;
      const { rows } = await batch.database().pool.query<{ n: number }>(sql);
      return rows[0]?.n;
    },
    (n) => n === count,
  );
const picked = async (runId: string) =>
  (await batch.eventsOf(`batch-run-${runId}`)).flatMap(({ type, data }) =>
    type === 'PaymentsPicked'
      ? (data as { payments: readonly { paymentId: string; isMoved?: true }[] }).payments
      : [],
  );

/** The executor reports an outcome of what a claim has instructed. */
async function reported(n: number, outcome: Outcome, part?: number): Promise<void> {
  const paymentId = paymentIdOf(n);
  const executionId = executionIdOf(part === undefined ? { paymentId } : { paymentId, part });
  const stream = streams.execution.id(executionId);
  await readUntil(
    () => batch.eventsOf(stream),
    ({ length }) => length > 0,
  );
  const command = { type: 'RecordOutcome', id: `${stream}/${outcome.is}`, stream, meta };
  await batch.execute({ ...command, data: { from: 'core', outcome } });
}

const settled = { is: 'settled' } as const;
const declined = (reason: DeclineReason) => ({ is: 'declined', reason }) as const;

describe('a run on demand', () => {
  it('picks what is due on its day, a Sunday, in the order of urgency, due day and id', async () => {
    const product = 'cross-border-credit-transfers';
    const urgent = { ...aTransfer, serviceLevel: 'URGP' } as const;
    await approved(1);
    await approved(2, { acceptedAt: '2030-02-27T09:00:00.000Z' });
    await approved(3, { product, instruction: urgent });
    await approved(4, { acceptedAt: `${sunday}T11:00:00.000Z` });
    await approved(5, { instruction: { ...aTransfer, requestedExecutionDate: '2030-03-04' } });
    await approved(6, { instruction: { ...aTransfer, requestedExecutionDate: '2030-03-01' } });
    await happen(7, initiated());
    await ordersKnown(6);
    const runId = await openRun();
    expect(runId).toBe(`${sunday}-now-1`);
    const payments = await readUntil(
      () => picked(runId),
      ({ length }) => length > 0,
    );
    expect(payments).toEqual([
      { paymentId: paymentIdOf(3) },
      { paymentId: paymentIdOf(2) },
      { paymentId: paymentIdOf(1) },
      { paymentId: paymentIdOf(6), isMoved: true },
      { paymentId: paymentIdOf(4) },
    ]);
  });

  it('is completed and closed when everything in it has an outcome or was called off, and reports that', async () => {
    await approved(1);
    await approved(2, { by: otherTpp });
    await approved(3);
    await approved(4);
    await approved(5, { service: 'bulk-payments', instruction: bulkOf(2) });
    await approved(6);
    await ordersKnown(6);
    const runId = await openRun();
    await readUntil(
      () => picked(runId),
      ({ length }) => length === 6,
    );
    const run = `batch-run-${runId}`;
    await happen(1, claimed(run));
    const instructedAmount = { amount: '0.50', currency: 'NOK' } as const;
    const small = { ...aTransfer, instructedAmount };
    await happen(2, claimed(run, { by: otherTpp, instruction: small }));
    await happen(3, claimed(run));
    await happen(4, cancelled);
    await happen(5, claimed(run, { service: 'bulk-payments', instruction: bulkOf(2) }));
    await happen(6, {
      type: 'PaymentRejected',
      data: { by: run, code: 'PAYMENT_FAILED', reason: 'amount-above-limit', at: meta.at },
    });
    await reported(1, settled);
    await reported(2, { is: 'debited' });
    await reported(3, declined('no-funds'));
    await reported(5, declined('refused-by-bank'), 1);
    const running = await readUntil(
      () => view(runId),
      (one) => one?.counts.rejected === 2 && one.counts.executed === 2,
    );
    expect(running).toMatchObject({
      status: 'running',
      counts: { due: 7, executed: 2, withoutFunds: 1, rejected: 2, inProgress: 1, dropped: 1 },
    });
    await reported(5, settled, 0);
    const report = await readUntil(
      () => view(runId),
      (one) => one?.status === 'completed',
    );
    expect(report).toEqual({
      ...{ runId, day: sunday, status: 'completed', startedAt: meta.at, completedAt: meta.at },
      counts: {
        ...{ due: 7, executed: 3, withoutFunds: 1, rejected: 2 },
        ...{ held: 0, inProgress: 0, dropped: 1 },
      },
      sums: [{ amount: '200.50', currency: 'NOK' }],
      failures: [
        { paymentId: paymentIdOf(3), code: 'PAYMENT_FAILED', reason: 'no-funds' },
        { paymentId: paymentIdOf(5), part: 1, code: 'PAYMENT_FAILED', reason: 'refused-by-bank' },
        { paymentId: paymentIdOf(6), code: 'PAYMENT_FAILED', reason: 'amount-above-limit' },
      ],
    });
    expect(await view(runId, otherTpp)).toMatchObject({
      counts: { due: 1, executed: 1 },
      sums: [{ amount: '0.50', currency: 'NOK' }],
      failures: [],
    });
    const closed = await readUntil(
      () => batch.eventsOf(schedule),
      ({ length }) => length === 2,
    );
    expect(closed.map(({ type }) => type)).toEqual(['RunOpened', 'RunClosed']);
    expect(await openRun('request-2')).toBe(`${sunday}-now-2`);
    expect(await openRun('request-1')).toBe(runId);
  });
});
