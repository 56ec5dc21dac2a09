import { spec } from '@nordgate/decider/testing';
import { batchRunStream } from '../domain/batch-run.js';
import {
  meta,
  picked,
  pickingEnded,
  position,
  run,
  runCommand,
  runId,
  runStarted,
} from '../testing/run-commands.js';
import { completeRun, endPicking, pickPayments } from './pick-payments.js';
import type { PickPayments } from './pick-payments.js';
import { pickedRows } from './picked.rows.js';

const { at } = meta;
const payments = [{ paymentId: position.paymentId, isMoved: true }] as const;
const next = { ...position, paymentId: 'ffffffffffffffffffffffffffffffff' };
const counts = {
  ...{ due: 1, executed: 1, withoutFunds: 0, rejected: 0, held: 0, inProgress: 0, dropped: 0 },
};
const completed = { type: 'RunCompleted', data: { runId, counts, at } } as const;

function toPick(changes: Partial<PickPayments['data']> = {}): PickPayments {
  return runCommand('PickPayments', run, { payments, after: null, last: position, ...changes });
}

describe('picking payments', () => {
  const { given } = spec(batchRunStream, pickPayments);

  it('notes the first page, and each that begins where the last one ended', () => {
    given(runStarted).when(toPick()).then(picked);
    given(runStarted, picked)
      .when(toPick({ after: position, last: next }))
      .then({ type: 'PaymentsPicked', data: { ...picked.data, last: next } as never });
  });

  it.each([
    ['the first page again', null],
    ['a page behind another payment', next],
    ['a page behind another day', { ...position, dueDay: '2030-02-28' }],
    ['a page behind urgent ones', { ...position, isUrgent: true }],
  ])('refuses %s, because another replica has picked meanwhile', (_what, after) => {
    given(runStarted, picked)
      .when(toPick({ after, last: next }))
      .thenRejected('CONFLICT');
  });

  it('refuses a page behind a payment in a run that has picked none', () => {
    given(runStarted)
      .when(toPick({ after: position }))
      .thenRejected('CONFLICT');
  });

  it('refuses an empty page, a run that is unknown, and one that has all payments', () => {
    given(runStarted)
      .when(toPick({ payments: [] }))
      .thenRejected('FORMAT_ERROR', '/payments');
    given().when(toPick()).thenRejected('RESOURCE_UNKNOWN');
    given(runStarted, picked, pickingEnded)
      .when(toPick({ after: position, last: next }))
      .thenRejected('CONFLICT');
  });

  it('writes a row for each payment and each occurrence', () => {
    const rows = pickedRows(
      toPick({ payments: [{ paymentId: '1' }, { paymentId: '2', occurrence: '2030-03-01' }] }),
    );
    expect(rows.map(({ row }) => row)).toEqual([
      ['1', '', run],
      ['2', '2030-03-01', run],
    ]);
  });
});

describe('the end of picking', () => {
  const { given } = spec(batchRunStream, endPicking);
  const end = runCommand('EndPicking', run, { held: 2 });

  it('counts what was picked and what is held, once', () => {
    given(runStarted, picked)
      .when(end)
      .then({ type: 'PickingEnded', data: { runId, picked: 1, held: 2, at } })
      .again()
      .thenNothing();
    given().when(end).thenRejected('RESOURCE_UNKNOWN');
  });
});

describe('completing a run', () => {
  const { given } = spec(batchRunStream, completeRun);
  const complete = runCommand('CompleteRun', run, { counts });

  it('keeps what became of everything, once', () => {
    given(runStarted, picked, pickingEnded).when(complete).then(completed).again().thenNothing();
  });

  it('refuses a run that is unknown, or that is still picking', () => {
    given().when(complete).thenRejected('RESOURCE_UNKNOWN');
    given(runStarted, picked).when(complete).thenRejected('CONFLICT');
  });
});
