import type { ExecutionEvent, Outcome } from '@nordgate/contracts/events';
import { spec } from '@nordgate/decider/testing';
import { executionStream } from '../domain/execution.js';
import { execution, executionId, toInstruct, toRecord } from '../testing/execution-commands.js';
import { meta, run } from '../testing/run-commands.js';
import { recordOutcome, remindExecutor } from './record-outcome.js';

const { at } = meta;
const { paymentId, day, executor } = toInstruct().data;
const facts = { executionId, paymentId, run, at };
const instructed: ExecutionEvent = {
  type: 'TransferInstructed',
  data: { ...toInstruct().data, at },
};
const started: ExecutionEvent = { type: 'TransferStarted', data: { ...facts, executor, day } };
const debited: ExecutionEvent = { type: 'TransferDebited', data: facts };
const settled: ExecutionEvent = { type: 'TransferSettled', data: facts };
const reason = 'no-funds';
const declined: ExecutionEvent = { type: 'TransferDeclined', data: { ...facts, reason } };

const outcomes: readonly Outcome[] = [
  { is: 'started' },
  { is: 'debited' },
  { is: 'settled' },
  { is: 'declined', reason },
];
const [isStarted, isDebited, isSettled, isDeclined] = outcomes as [
  Outcome,
  Outcome,
  Outcome,
  Outcome,
];
const events = { started, debited, settled, declined };

const outcome = spec(executionStream, recordOutcome);
describe('RecordOutcome', () => {
  it.each([isStarted, isDebited, isDeclined])(
    'records $is as the first outcome, and a repeat changes nothing',
    (one) => {
      outcome.given(instructed).when(toRecord(one)).then(events[one.is]).again().thenNothing();
    },
  );

  it('records the end alone where the ledger has booked without a reservation, and says so', () => {
    const booked: ExecutionEvent = {
      type: 'TransferSettled',
      data: { ...facts, isBookedAtOnce: true },
    };
    outcome.given(instructed).when(toRecord(isSettled)).then(booked).again().thenNothing();
    outcome.given(instructed, booked).when(toRecord(isStarted)).thenNothing();
  });

  it('records the end alone where a core system has reported no start', () => {
    const ordered: ExecutionEvent = {
      type: 'TransferInstructed',
      data: { ...toInstruct({ executor: 'core' }).data, at },
    };
    outcome.given(ordered).when(toRecord(isSettled, 'core')).then(settled).again().thenNothing();
  });

  it.each<[string, readonly ExecutionEvent[], Outcome]>([
    ['a debit after the start', [started], isDebited],
    ['the end after the start', [started], isSettled],
    ['a refusal after the start', [started], isDeclined],
    ['the end after the debit', [started, debited], isSettled],
  ])('records %s', (_what, before, one) => {
    outcome
      .given(instructed, ...before)
      .when(toRecord(one))
      .then(events[one.is]);
  });

  it.each<[string, ExecutionEvent, Outcome]>([
    ['the start after the debit', debited, isStarted],
    ['the start after the end', settled, isStarted],
    ['the debit after the end', settled, isDebited],
    ['the start after a refusal', declined, isStarted],
  ])('ignores %s: it is late', (_what, before, one) => {
    outcome.given(instructed, before).when(toRecord(one)).thenNothing();
  });

  it.each<[string, ExecutionEvent, 'debited' | 'settled' | 'declined', Outcome]>([
    ['a refusal after the debit', debited, 'debited', isDeclined],
    ['a refusal after the end', settled, 'settled', isDeclined],
    ['a debit after a refusal', declined, 'declined', isDebited],
    ['the end after a refusal', declined, 'declined', isSettled],
  ])('records %s as a contradiction, once', (_what, before, known, one) => {
    const data = { executionId, outcome: one, known, at };
    outcome
      .given(instructed, before)
      .when(toRecord(one))
      .then({ type: 'OutcomeContradicted', data })
      .again()
      .thenNothing();
  });

  it.each(
    (['ledger', 'core'] as const).flatMap((executor) =>
      outcomes.map((one) => ({ is: one.is, one, executor })),
    ),
  )(
    'takes $is of a transfer of the $executor from that executor alone: another one contradicts, once',
    ({ one, executor: asked }) => {
      const data = { ...toInstruct({ executor: asked }).data, at };
      const ordered: ExecutionEvent = { type: 'TransferInstructed', data };
      const [other] = (['ledger', 'core'] as const).filter((from) => from !== asked);
      const contradiction = { executionId, outcome: one, known: 'instructed', at } as const;
      outcome
        .given(ordered)
        .when(toRecord(one, other))
        .then({ type: 'OutcomeContradicted', data: contradiction })
        .again()
        .thenNothing();
    },
  );

  it('changes nothing for an entry of the ledger that is no transfer', () => {
    outcome.given().when(toRecord(isSettled)).thenNothing();
  });
});

describe('RecordOutcome of a bulk with one debit', () => {
  const [{ instruction } = { instruction: undefined as never }] = toInstruct().data.credits;
  const credits = [0, 1, 2].map((part) => ({ part, instruction }));
  const bulk: ExecutionEvent = {
    type: 'TransferInstructed',
    data: { ...toInstruct({ credits }).data, at },
  };
  const out = [{ part: 1, reason: 'creditor-account-unknown' }] as const;
  const partly: Outcome = { is: 'started', declined: out };
  const without: ExecutionEvent = {
    type: 'TransferStarted',
    data: { ...facts, executor, day, declined: out, parts: [0, 2] },
  };
  const all: ExecutionEvent = { type: 'TransferSettled', data: { ...facts, parts: [0, 1, 2] } };

  it('names the parts that are left, also at the end', () => {
    outcome.given(bulk).when(toRecord(partly)).then(without).again().thenNothing();
    const rest: ExecutionEvent = { type: 'TransferSettled', data: { ...facts, parts: [0, 2] } };
    outcome.given(bulk, without).when(toRecord(isSettled)).then(rest);
  });

  it('records a late start as a contradiction when it leaves out parts that have ended otherwise', () => {
    const data = { executionId, outcome: partly, known: 'settled', at } as const;
    outcome.given(bulk, all).when(toRecord(partly)).then({ type: 'OutcomeContradicted', data });
  });

  it('ignores a late start with parts left out after a refusal of all', () => {
    const refused: ExecutionEvent = {
      type: 'TransferDeclined',
      data: { ...facts, parts: [0, 1, 2], reason },
    };
    outcome.given(bulk, refused).when(toRecord(partly)).thenNothing();
  });
});

describe('RemindExecutor', () => {
  const remind = spec(executionStream, remindExecutor);
  const toRemind = (reminder: number) => ({
    ...({
      type: 'RemindExecutor',
      id: `${execution}/${String(reminder)}`,
      stream: execution,
    } as const),
    ...{ data: { reminder }, meta },
  });
  const missed = (reminder: number): ExecutionEvent => {
    return { type: 'OutcomeMissed', data: { executionId, reminder, at } };
  };

  it('notes a reminder once, and then the next one', () => {
    remind.given(instructed).when(toRemind(1)).then(missed(1)).again().thenNothing();
    remind.given(instructed, missed(1)).when(toRemind(2)).then(missed(2));
  });

  it.each([settled, declined])('notes nothing after the end of the transfer: $type', (end) => {
    remind.given(instructed, end).when(toRemind(1)).thenNothing();
  });

  it('is refused for a transfer that nobody instructed', () => {
    remind.given().when(toRemind(1)).thenRejected('RESOURCE_UNKNOWN');
  });
});
