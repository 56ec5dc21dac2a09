import type { BatchCommands } from '@nordgate/contracts/commands';
import type { ExecutionEvent, Outcome } from '@nordgate/contracts/events';
import { defined, nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import type { Execution, ExecutionStanding, KnownExecution } from '../domain/execution.js';

export type InstructTransfer = CommandOf<BatchCommands, 'InstructTransfer'>;
export type RecordOutcome = CommandOf<BatchCommands, 'RecordOutcome'>;
type RemindExecutor = CommandOf<BatchCommands, 'RemindExecutor'>;

/** Asks the executor for a transfer, once: the same claim comes again after a restart. */
export function instructTransfer(
  { data, meta }: InstructTransfer,
  execution: Execution,
): Decision<ExecutionEvent> {
  if (execution.is !== 'none') return nothing;
  return [{ type: 'TransferInstructed', data: { ...data, at: meta.at } }];
}

/**
 * What an outcome means after what is known: it follows, it is late or a repeat, or it contradicts. An
 * executor may leave steps out, and outcomes may come in any order.
 */
const verdicts: {
  readonly [Known in ExecutionStanding]: {
    readonly [Is in Outcome['is']]: 'follows' | 'late' | 'contradicts';
  };
} = {
  instructed: { started: 'follows', debited: 'follows', settled: 'follows', declined: 'follows' },
  started: { started: 'late', debited: 'follows', settled: 'follows', declined: 'follows' },
  debited: { started: 'late', debited: 'late', settled: 'follows', declined: 'contradicts' },
  settled: { started: 'late', debited: 'late', settled: 'late', declined: 'contradicts' },
  declined: { started: 'late', debited: 'contradicts', settled: 'contradicts', declined: 'late' },
};

/**
 * Records what an executor reports. What comes late or twice changes nothing; what contradicts is recorded
 * for the operator, once for each outcome; so is everything that another executor reports than the one that was
 * instructed. A transfer that nobody instructed changes nothing: the ledger
 * has entries with other causes.
 */
export function recordOutcome(
  { data: { outcome, from }, meta }: RecordOutcome,
  execution: Execution,
): Decision<ExecutionEvent> {
  if (execution.is === 'none') return nothing;
  const isForeign = from !== execution.executor;
  const verdict = isForeign ? 'contradicts' : verdictOn(execution, outcome);
  if (verdict === 'late') return nothing;
  if (verdict === 'follows') return [outcomeEvent(execution, outcome, meta.at)];
  if (execution.contradicted?.includes(outcome.is) === true) return nothing;
  const { executionId, is: known } = execution;
  return [{ type: 'OutcomeContradicted', data: { executionId, outcome, known, at: meta.at } }];
}

/** A late start that leaves out credits which were reported otherwise is no repeat: it contradicts. */
function verdictOn(
  execution: KnownExecution,
  outcome: Outcome,
): 'follows' | 'late' | 'contradicts' {
  const verdict = verdicts[execution.is][outcome.is];
  if (verdict !== 'late' || outcome.is !== 'started') return verdict;
  const isNews = outcome.declined?.some(({ part }) => execution.parts?.includes(part)) === true;
  return isNews && execution.is !== 'declined' ? 'contradicts' : 'late';
}

function outcomeEvent(execution: KnownExecution, outcome: Outcome, at: string): ExecutionEvent {
  const { executionId, paymentId, occurrence, parts, run, executor, day } = execution;
  const facts = { executionId, paymentId, run, at, ...defined({ occurrence, parts }) };
  switch (outcome.is) {
    case 'started': {
      const { declined } = outcome;
      if (declined === undefined) {
        return { type: 'TransferStarted', data: { ...facts, executor, day } };
      }
      const out = new Set(declined.map(({ part }) => part));
      const left = parts?.filter((part) => !out.has(part));
      const data = { ...facts, executor, day, declined, ...defined({ parts: left }) };
      return { type: 'TransferStarted', data };
    }
    case 'debited':
      return { type: 'TransferDebited', data: facts };
    case 'settled': {
      const isBookedAtOnce = executor === 'ledger' && execution.is === 'instructed';
      const data = { ...facts, ...(isBookedAtOnce && { isBookedAtOnce }) };
      return { type: 'TransferSettled', data };
    }
    case 'declined':
      return { type: 'TransferDeclined', data: { ...facts, reason: outcome.reason } };
  }
}

/** Notes that an executor was asked again. A reminder that was noted before changes nothing. */
export function remindExecutor(
  { data: { reminder }, meta }: RemindExecutor,
  execution: Execution,
): Decision<ExecutionEvent> {
  if (execution.is === 'none') return refuse('RESOURCE_UNKNOWN');
  const isEnded = execution.is === 'settled' || execution.is === 'declined';
  if (isEnded || reminder !== execution.reminders + 1) return nothing;
  const { executionId } = execution;
  return [{ type: 'OutcomeMissed', data: { executionId, reminder, at: meta.at } }];
}
