import type {
  PaymentClaimed,
  PaymentInstruction,
  TransferInstructed,
} from '@nordgate/contracts/events';
import { executionIdOf, instructionHash } from '@nordgate/contracts/rules';
import type { ReceivedEvent } from '@nordgate/decider';
import { recordLedgerOutcome } from './ledger-outcomes.js';
import type { LedgerReport } from './ledger-outcomes.js';
import { aTransfer, bulkOf, claimed, paymentIdOf, standingOrder } from '../testing/an-order.js';
import { run } from '../testing/run-commands.js';
import { executeClaim } from './execute-claim.js';

const paymentId = paymentIdOf(1, 2);

function claim(
  instruction: PaymentInstruction,
  occurrence?: string,
): ReceivedEvent<PaymentClaimed> {
  const event = claimed(run, { instruction }, occurrence);
  return { stream: `payment-${paymentId}`, version: 3, event, at: '2030-03-01T12:30:00.000Z' };
}

const commandsOf = (instruction: PaymentInstruction, occurrence?: string) =>
  executeClaim(claim(instruction, occurrence), 'ledger', undefined).commands ?? [];

describe('a claimed payment', () => {
  it('lets only the ledger book without a reservation: a core system reports its own steps', () => {
    const [command] = executeClaim(claim(aTransfer), 'core', undefined).commands ?? [];
    expect(command?.data).toMatchObject({ executor: 'core' });
    expect(command?.data).not.toHaveProperty('mayBookAtOnce');
  });

  it('is instructed as one transfer, with what was approved', () => {
    expect(commandsOf(aTransfer)).toMatchObject([
      {
        type: 'InstructTransfer',
        stream: `execution-${executionIdOf({ paymentId })}`,
        data: {
          ...{ paymentId, day: '2030-03-01', run, executor: 'ledger', mayBookAtOnce: true },
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

describe('the approval of a claim', () => {
  const approvedBy = (instruction: PaymentInstruction, hash = instructionHash(instruction)) => {
    const approval = { instructionHash: hash, approvals: ['hash-1', 'hash-2'] };
    const { commands = [] } = executeClaim(claim(instruction), 'core', approval);
    return commands.map(({ data }) => (data as TransferInstructed['data']).approval);
  };
  const approvals = ['hash-1', 'hash-2'];

  it('is named by the transfer, with the hash of the instruction', () => {
    const hash = instructionHash(aTransfer);
    expect(approvedBy(aTransfer)).toEqual([{ instructionHash: hash, approvals }]);
  });

  it('is named by each transfer of a bulk, with the way from its sub-payment to the hash', () => {
    const bulk = bulkOf(3);
    const [first, second, third] = approvedBy(bulk);
    const { debtorAccount } = aTransfer;
    expect(first).toMatchObject({
      ...{ instructionHash: instructionHash(bulk), approvals },
      bulk: { head: { debtorAccount }, count: 3 },
    });
    expect([first, second, third].map((one) => one?.bulk?.path?.length)).toEqual([2, 2, 1]);
  });

  it('is named by the only transfer of a bulk without a way: it has all sub-payments', () => {
    const [one, ...others] = approvedBy({ ...bulkOf(3), batchBookingPreferred: true });
    expect(one?.bulk).toEqual({
      head: { debtorAccount: aTransfer.debtorAccount, batchBookingPreferred: true },
      count: 3,
    });
    expect(others).toEqual([]);
  });

  it('of an older release is named by each transfer of a bulk without a way', () => {
    const hash = 'hash-over-all-sub-payments';
    expect(approvedBy(bulkOf(2), hash)).toEqual([
      { instructionHash: hash, approvals },
      { instructionHash: hash, approvals },
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
