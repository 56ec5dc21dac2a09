import type { BatchCommands } from '@nordgate/contracts/commands';
import type { ExecutionEvent, Executor, HoldEvent, Outcome } from '@nordgate/contracts/events';
import type { SinglePaymentInitiation } from '@nordgate/contracts/http';
import type { Samples } from '@nordgate/decider/testing';
import type { InstructTransfer, RecordOutcome } from '../execution/record-outcome.js';
import { meta, run } from './run-commands.js';

const paymentId = 'a1f0c3d2e4b5968778695a4b3c2d1e0f';
export const executionId = `${paymentId}_whole`;
export const execution = `execution-${executionId}`;
const tpp = 'PSDNO-FSA-999900001';

/** A claimed payment is instructed; every detail may be changed. */
export function toInstruct(changes: Partial<InstructTransfer['data']> = {}): InstructTransfer {
  const debtorAccount = { bban: '99991200017', currency: 'NOK' } as const;
  const instruction: SinglePaymentInitiation = {
    instructedAmount: { amount: '1250.50', currency: 'NOK' },
    creditorName: 'Sandbox Bedrift Én AS',
    creditorAccount: { bban: '99996000016', currency: 'NOK' },
    debtorAccount,
    remittanceInformationUnstructured: 'Faktura 2030-117',
  };
  const data: InstructTransfer['data'] = {
    ...{ executionId, paymentId, service: 'payments', tpp, debtorAccount, run },
    ...{ product: 'norwegian-domestic-credit-transfers', executor: 'ledger', day: '2030-03-01' },
    credits: [{ instruction }],
    ...changes,
  };
  const stream = `execution-${data.executionId}`;
  return { type: 'InstructTransfer', id: `${stream}/instruct`, stream, data, meta };
}

/** The executor reports an outcome. */
export function toRecord(outcome: Outcome, from: Executor = 'ledger'): RecordOutcome {
  const id = `${execution}/${outcome.is}`;
  return { type: 'RecordOutcome', id, stream: execution, data: { from, outcome }, meta };
}

const { at } = meta;
export const instructed: ExecutionEvent = {
  type: 'TransferInstructed',
  data: { ...toInstruct().data, at },
};
const facts = { executionId, paymentId, run, at };
export const settled: ExecutionEvent = { type: 'TransferSettled', data: facts };

type OnExecution = Pick<BatchCommands, 'InstructTransfer' | 'RecordOutcome' | 'RemindExecutor'>;
type OnHold = Pick<BatchCommands, 'HoldExecution' | 'ReleaseExecution'>;

/** Samples of the commands to a transfer. The golden files come from them. */
export const executionSamples: Samples<OnExecution, ExecutionEvent> = {
  InstructTransfer: [
    { after: [], command: toInstruct() },
    { after: [], command: toInstruct({ price: { amount: '50.00', currency: 'NOK' } }) },
  ],
  RecordOutcome: [
    { after: [instructed], command: toRecord({ is: 'started' }) },
    { after: [instructed], command: toRecord({ is: 'debited' }) },
    { after: [instructed], command: toRecord({ is: 'settled' }) },
    { after: [instructed], command: toRecord({ is: 'declined', reason: 'no-funds' }) },
    {
      after: [instructed, settled],
      command: toRecord({ is: 'declined', reason: 'refused-by-bank' }),
    },
  ],
  RemindExecutor: [
    {
      after: [instructed],
      command: {
        ...{ type: 'RemindExecutor', id: `${execution}/1`, stream: execution },
        ...{ data: { reminder: 1 }, meta },
      },
    },
  ],
};

const hold = `hold-payment-${paymentId}`;
const held = { held: { paymentId }, reason: 'reported by the customer', by: 'operator/1' };

/** Samples of the fraud desk's commands. The golden files come from them. */
export const holdSamples: Samples<OnHold, HoldEvent> = {
  HoldExecution: [
    {
      after: [],
      command: { type: 'HoldExecution', id: `${hold}/1`, stream: hold, data: held, meta },
    },
  ],
  ReleaseExecution: [
    {
      after: [{ type: 'ExecutionHeld', data: { ...held, at } }],
      command: { type: 'ReleaseExecution', id: `${hold}/2`, stream: hold, data: held, meta },
    },
  ],
};
