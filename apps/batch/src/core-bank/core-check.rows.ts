import type { ExecutionEvent } from '@nordgate/contracts/events';
import type { Database } from '@nordgate/event-store';
import { backgroundCheck } from '@nordgate/telemetry';
import type { HealthCheck } from '@nordgate/telemetry';
import { openTransfers } from '../execution/overdue-transfers.rows.js';

/** The events that a report of the core makes. */
const answers: readonly ExecutionEvent['type'][] = [
  ...(['TransferStarted', 'TransferDebited', 'TransferSettled'] as const),
  ...(['TransferDeclined', 'OutcomeContradicted'] as const),
];

/** A reminder has to reach the core and its answer the bank: within seconds, where both work. */
const answerMinutes = 5;

/** Only the newest events are searched for an answer: a table of years would take too long. */
const newestMax = 1000;

const unansweredStatement = {
  name: 'batch.core-unanswered',
  text: `
  with reminder as (
    select max(e.at) as at
      from es.stream s join es.event e on e.stream_id = s.stream_id and e.version = s.version
     where ${openTransfers} and s.state->>'executor' = 'core' and e.type = 'OutcomeMissed'
       and e.at <= now() - interval '${String(answerMinutes)} minutes'),
  newest as (select type, at from es.event order by tx desc, position desc limit ${String(newestMax)})
  select exists (
    select from reminder where at is not null and not exists (
      select from newest where newest.at > reminder.at and newest.type = any($1))) as unanswered`,
};

/**
 * Whether the core of the bank answers. The core is reached over topics alone, so it is down when it was asked again about
 * a transfer and has reported nothing since. Without an overdue transfer nobody knows, and the check is up. It informs.
 */
export function coreCheck({ pool }: Pick<Database, 'pool'>, everyMs?: number): HealthCheck {
  return backgroundCheck({
    name: 'core',
    informs: true,
    outage: {
      peer: 'core',
      words: 'the core of the bank reports nothing, although it was asked again',
    },
    ...(everyMs !== undefined && { everyMs }),
    attempt: async () => {
      const values = [answers];
      const { rows } = await pool.query<{ unanswered: boolean }>({
        ...unansweredStatement,
        values,
      });
      if (rows[0]?.unanswered === true) throw new Error('the core does not answer');
    },
  });
}
