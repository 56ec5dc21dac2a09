import type { DeclineReason, Handled } from '@nordgate/contracts/events';
import { received } from '@nordgate/decider/testing';
import { picked, run, transfer, transferOf } from '../testing/execution-events.js';
import { executionEvents, settleExecution } from './settle-execution.js';

const single = { paymentId: '1' };
const bulk = { paymentId: '2', parts: [0, 2] };
const occurrence = { paymentId: '3', occurrence: '2030-03-01' };

/** What payments does because of this event of a transfer. */
const commandsFor = (
  facts: Parameters<typeof transferOf>[0],
  event: Handled<typeof executionEvents>,
) => {
  const by = transferOf(facts);
  const { commands = [] } = settleExecution(received(by, event, 3));
  return commands.map(({ data, stream, type }) => ({ type, stream, data, by }));
};
const noFunds = { status: 'ACCP', fundsAvailable: false };

describe('the payments that a run has picked', () => {
  const event = picked(
    { paymentId: '1' },
    { paymentId: '2', isMoved: true },
    { paymentId: '3', occurrence: '2030-03-01' },
  );

  it('are claimed for the run, each by its own command', () => {
    const { commands = [] } = settleExecution(received(run, event, 2));
    const claim = { by: run, day: '2030-03-01' };
    expect(commands).toMatchObject([
      { type: 'ClaimPayment', stream: 'payment-1', data: claim },
      { type: 'ClaimPayment', stream: 'payment-2', data: { ...claim, isMoved: true } },
      { type: 'ClaimPayment', stream: 'payment-3', data: { ...claim, occurrence: '2030-03-01' } },
    ]);
    expect(commands[0]?.data).toEqual(claim);
  });

  it('are claimed by the same commands when the event comes again', () => {
    const [first, second] = [1, 2].map(() => settleExecution(received(run, event, 2)));
    expect(second).toEqual(first);
    expect(new Set(first?.commands?.map(({ id }) => id)).size).toBe(3);
  });
});

describe('the outcome of a transfer', () => {
  it.each([
    ['ACSP with funds when the ledger has reserved them', transfer.started(single), 'ACSP', true],
    [
      'ACSP when the core has taken it',
      transfer.started(single, { executor: 'core' }),
      'ACSP',
      undefined,
    ],
    ['ACWP when the debtor is debited', transfer.debited(single), 'ACWP', undefined],
    ['ACSC when it is settled', transfer.settled(single), 'ACSC', undefined],
    [
      'ACSC with funds when the ledger has booked at once',
      transfer.settled(single, { isBookedAtOnce: true }),
      'ACSC',
      true,
    ],
    ['ACCP without funds', transfer.declined(single, 'no-funds'), 'ACCP', false],
  ])('reports a payment as %s', (_what, event, status, fundsAvailable) => {
    expect(commandsFor(single, event)).toMatchObject([
      { type: 'ProgressPayment', stream: 'payment-1', data: { status } },
    ]);
    const [{ data, by } = { data: {}, by: '' }] = commandsFor(single, event);
    expect(data).toEqual({ by, status, ...(fundsAvailable !== undefined && { fundsAvailable }) });
  });

  it.each<DeclineReason>([
    'debtor-account-closed',
    'creditor-account-unknown',
    'not-convertible',
    'not-executable',
    'refused-by-bank',
  ])('rejects a payment with the reason %s', (reason) => {
    const [command] = commandsFor(single, transfer.declined(single, reason));
    expect(command).toMatchObject({
      type: 'RejectPayment',
      stream: 'payment-1',
      data: { by: command?.by, code: 'PAYMENT_FAILED', reason },
    });
  });

  it('reports the sub-payments that it names', () => {
    const [started] = commandsFor(bulk, transfer.started(bulk));
    const parts = bulk.parts.map((part) => ({ part, status: 'ACSP', fundsAvailable: true }));
    expect(started).toEqual({
      type: 'ProgressPayment',
      stream: 'payment-2',
      data: { by: started?.by, parts },
      by: started?.by,
    });
    expect(commandsFor(bulk, transfer.declined(bulk, 'no-funds'))[0]?.data).toMatchObject({
      parts: bulk.parts.map((part) => ({ part, ...noFunds })),
    });
  });

  it('rejects the sub-payments that one debit leaves out', () => {
    const declined = [
      { part: 1, reason: 'creditor-account-unknown' },
      { part: 3, reason: 'no-funds' },
    ] as const;
    expect(commandsFor(bulk, transfer.started(bulk, { declined }))[0]?.data).toMatchObject({
      parts: [
        { part: 0, status: 'ACSP' },
        { part: 2, status: 'ACSP' },
        { part: 1, status: 'RJCT', code: 'PAYMENT_FAILED', reason: 'creditor-account-unknown' },
        { part: 3, ...noFunds },
      ],
    });
  });

  it.each<[string, Handled<typeof executionEvents>, object]>([
    ['has begun', transfer.started(occurrence), { status: 'ACSP', fundsAvailable: true }],
    ['is settled', transfer.settled(occurrence), { status: 'ACSC' }],
    ['lacks funds', transfer.declined(occurrence, 'no-funds'), noFunds],
    [
      'is rejected',
      transfer.declined(occurrence, 'refused-by-bank'),
      { status: 'RJCT', code: 'PAYMENT_FAILED', reason: 'refused-by-bank' },
    ],
  ])('reports that an occurrence %s', (_what, event, outcome) => {
    const [command] = commandsFor(occurrence, event);
    expect(command).toMatchObject({ type: 'ProgressOccurrence', stream: 'payment-3' });
    expect(command?.data).toEqual({ by: command?.by, occurrence: '2030-03-01', outcome });
  });
});
