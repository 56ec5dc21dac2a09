import type { ExecutionEvent, Outcome, TransferInstructed } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { streamType, unreachable } from '@nordgate/decider';

/** How far a transfer is. */
export type ExecutionStanding = 'instructed' | 'started' | 'debited' | 'settled' | 'declined';

/** A transfer as the fold of its events. */
export type Execution = { readonly is: 'none' } | KnownExecution;

export interface KnownExecution extends Pick<
  TransferInstructed['data'],
  'executionId' | 'paymentId' | 'occurrence' | 'executor' | 'run' | 'day'
> {
  readonly is: ExecutionStanding;
  /** The sub-payments that it moves; absent for a single payment. */
  readonly parts?: readonly number[];
  /** How often the executor was asked again. */
  readonly reminders: number;
  /** How many outcomes contradicted what was known. */
  readonly contradictions: number;
  /** Which outcomes they were: a repeat of one is not recorded again. Absent for none. */
  readonly contradicted?: readonly Outcome['is'][];
}

function evolve(execution: Execution, event: ExecutionEvent): Execution {
  if (event.type === 'TransferInstructed') return instructed(event);
  if (execution.is === 'none') throw new Error(`${event.type} before TransferInstructed`);
  switch (event.type) {
    case 'TransferStarted': {
      const { parts } = event.data;
      return parts === undefined
        ? { ...execution, is: 'started' }
        : { ...execution, is: 'started', parts };
    }
    case 'TransferDebited':
      return { ...execution, is: 'debited' };
    case 'TransferSettled':
      return { ...execution, is: 'settled' };
    case 'TransferDeclined':
      return { ...execution, is: 'declined' };
    case 'OutcomeContradicted':
      return {
        ...execution,
        contradictions: execution.contradictions + 1,
        contradicted: [...(execution.contradicted ?? []), event.data.outcome.is],
      };
    case 'OutcomeMissed':
      return { ...execution, reminders: event.data.reminder };
    default:
      return unreachable(event);
  }
}

function instructed({ data }: TransferInstructed): KnownExecution {
  const { executionId, paymentId, occurrence, executor, run, day, credits } = data;
  const parts = credits.flatMap(({ part }) => (part === undefined ? [] : [part]));
  return {
    is: 'instructed',
    executionId,
    paymentId,
    executor,
    run,
    day,
    ...(occurrence !== undefined && { occurrence }),
    ...(parts.length > 0 && { parts }),
    reminders: 0,
    contradictions: 0,
  };
}

/** Streams `execution-<id>`: one movement of money. */
export const executionStream = streamType<Execution, ExecutionEvent, 'execution'>({
  name: streams.execution.category,
  stateVersion: 1,
  initial: { is: 'none' },
  evolve,
  events: {
    TransferInstructed: { version: 1 },
    TransferStarted: { version: 1 },
    TransferDebited: { version: 1 },
    TransferSettled: { version: 1 },
    TransferDeclined: { version: 1 },
    OutcomeContradicted: { version: 1 },
    OutcomeMissed: { version: 1 },
  },
  hasEnded: ({ is }) => is === 'settled' || is === 'declined',
  // Lists of the operator show open transfers with all they have.
  kept: ({ is }) => (is === 'settled' || is === 'declined' ? { is } : undefined),
});
