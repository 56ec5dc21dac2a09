import type { PaymentClaimed, PaymentInstruction } from '@nordgate/contracts/events';
import { executionIdOf } from '@nordgate/contracts/rules';
import type { ReceivedEvent } from '@nordgate/decider';
import { recordLedgerOutcome } from '../record-outcome/ledger-outcomes.js';
import type { LedgerReport } from '../record-outcome/ledger-outcomes.js';
import { aTransfer, bulkOf, claimed, paymentIdOf, standingOrder } from '../testing/an-order.js';
import { run } from '../testing/run-commands.js';
import { executeClaim } from './execute-claim.js';

const paymentId = paymentIdOf(1, 2);

function claim(
  instruction: PaymentInstruction,
  occurrence?: string,
): ReceivedEvent<PaymentClaimed> {
  const event = claimed(run, { instruction }, occurrence) as PaymentClaimed;
  return { stream: `payment-${paymentId}`, version: 3, event, at: '2030-03-01T12:30:00.000Z' };
}

const commandsOf = (instruction: PaymentInstruction, occurrence?: string) =>
  executeClaim(claim(instruction, occurrence), 'ledger').commands ?? [];

describe('a claimed payment', () => {
  it('is instructed as one transfer, with what was approved', () => {
    expect(commandsOf(aTransfer)).toMatchObject([
      {
        type: 'InstructTransfer',
        stream: `execution-${executionIdOf({ paymentId })}`,
        data: {
          ...{ paymentId, day: '2030-03-01', run, executor: 'ledger' },
          credits: [{ instruction: aTransfer }],
          debtorAccount: aTransfer.debtorAccount,
        },
      },
    ]);
  });

  it('is instructed under the same ids when its claim comes again', () => {
    expect(commandsOf(bulkOf(3))).toEqual(commandsOf(bulkOf(3)));
  });

  it('is instructed by occurrence when it is periodic', () => {
    const [command] = commandsOf(standingOrder, '2030-03-01');
    expect(command).toMatchObject({
      stream: `execution-${executionIdOf({ paymentId, occurrence: '2030-03-01' })}`,
      data: { occurrence: '2030-03-01' },
    });
  });

  it('is instructed by part when it is a bulk', () => {
    expect(commandsOf(bulkOf(2))).toMatchObject([
      {
        stream: `execution-${executionIdOf({ paymentId, part: 0 })}`,
        data: { credits: [{ part: 0 }] },
      },
      {
        stream: `execution-${executionIdOf({ paymentId, part: 1 })}`,
        data: { credits: [{ part: 1 }] },
      },
    ]);
  });

  it('is instructed as one transfer when it is a bulk with one debit', () => {
    const commands = commandsOf({
      ...bulkOf(2),
      batchBookingPreferred: true,
    });
    expect(commands).toMatchObject([
      {
        stream: `execution-${executionIdOf({ paymentId })}`,
        data: { credits: [{ part: 0 }, { part: 1 }] },
      },
    ]);
  });
});

describe('a report of the ledger', () => {
  const entryId = executionIdOf({ paymentId });
  const at = '2030-03-01T12:30:00.000Z';
  const reported = (event: LedgerReport) =>
    recordLedgerOutcome({ stream: `entry-${entryId}`, version: 1, at, event }).commands;
  const booked = { entryId, lines: [], content: '', at };

  it.each<[LedgerReport, object]>([
    [
      { type: 'EntryReserved', data: { entryId, postings: [], content: '', at } },
      { is: 'started' },
    ],
    [
      { type: 'EntryRefused', data: { entryId, reason: 'no-funds', at } },
      { is: 'declined', reason: 'no-funds' },
    ],
    [{ type: 'EntryBooked', data: booked }, { is: 'settled' }],
    [{ type: 'EntryBooked', data: { ...booked, isUnconfirmed: true } }, { is: 'debited' }],
    [{ type: 'EntryConfirmed', data: { entryId, at } }, { is: 'settled' }],
  ])('%j is recorded as an outcome', (event, outcome) => {
    expect(reported(event)).toMatchObject([
      { type: 'RecordOutcome', stream: `execution-${entryId}`, data: { outcome } },
    ]);
  });

  it('of an entry that is no transfer is left out', () => {
    const event: LedgerReport = { type: 'EntryConfirmed', data: { entryId: 'known-1.2', at } };
    expect(reported(event)).toBeUndefined();
  });
});
