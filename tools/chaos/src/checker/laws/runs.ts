import type {
  PaymentRejected,
  PaymentsPicked,
  RunCompleted,
  RunStarted,
  TransferDeclined,
} from '@nordgate/contracts/events';
import { streams, withoutGeneration } from '@nordgate/contracts/rules';
import type { Evidence, StoredFact } from '../evidence/evidence.js';
import { byStream } from '../facts.js';
import type { LawResult } from '../law.js';

/**
 * L11: every run that a request was answered with has begun, and every run is completed with the right
 * counts, unless something that it picked has no outcome. The run of instant payments goes on all day.
 */
export function runs(evidence: Evidence): LawResult {
  const { batch } = evidence.services;
  const begun = new Map(
    [...byStream(batch.events)].filter(([, [first]]) => first?.type === 'RunStarted'),
  );
  // A TPP sees the id without the generation of its world.
  const known = new Set([...begun.keys()].map(withoutGeneration));
  const lost = evidence.runs.filter((runId) => !known.has(streams.batchRun.id(runId)));
  const completed = batch.events.filter(({ type }) => type === 'RunCompleted');
  return {
    looked: { runs: begun.size, 'of them completed': completed.length },
    violations: [
      ...lost.map((runId) => `a request was answered with the run ${runId}, which never began`),
      ...[...begun].flatMap(([run, facts]) => runFaults(run, facts, evidence)),
    ],
  };
}

/** What became of all that a run has picked. */
interface Tally {
  readonly picked: number;
  readonly executed: number;
  readonly withoutFunds: number;
  readonly rejected: number;
}

function runFaults(run: string, facts: readonly StoredFact[], evidence: Evidence): string[] {
  const tally = tallyOf(run, facts, evidence);
  const waits = tally.picked - tally.executed - tally.withoutFunds - tally.rejected;
  const end = facts.find(({ type }) => type === 'RunCompleted');
  if (end === undefined) {
    const start = facts[0]?.data as RunStarted['data'] | undefined;
    return start?.slot === 'instant' || waits > 0
      ? []
      : [`${run} waits for nothing, and does not end`];
  }
  const { due, held, executed, withoutFunds, rejected } = (end.data as RunCompleted['data']).counts;
  const counted = textOf({ picked: due - held, executed, withoutFunds, rejected });
  return counted === textOf(tally)
    ? []
    : [`${run} ended with ${counted}; its events say ${textOf(tally)}`];
}

function tallyOf(run: string, facts: readonly StoredFact[], { services }: Evidence): Tally {
  const own = new Set(
    services.batch.events
      .filter(({ type, data }) => type === 'TransferInstructed' && ranBy(data) === run)
      .map(({ stream }) => stream),
  );
  const outcomes = services.batch.events.filter(({ stream }) => own.has(stream));
  const declined = outcomes.filter(({ type }) => type === 'TransferDeclined');
  const withoutFunds = declined.filter(
    ({ data }) => (data as TransferDeclined['data']).reason === 'no-funds',
  ).length;
  const refused = services.payments.events.filter(
    ({ type, data }) => type === 'PaymentRejected' && (data as PaymentRejected['data']).by === run,
  );
  return {
    picked: facts.reduce((sum, { type, data }) => {
      return type === 'PaymentsPicked'
        ? sum + (data as PaymentsPicked['data']).payments.length
        : sum;
    }, 0),
    executed: outcomes.filter(({ type }) => type === 'TransferSettled').length,
    withoutFunds,
    rejected: declined.length - withoutFunds + refused.length,
  };
}

const ranBy = (data: unknown) => (data as { readonly run: string }).run;

function textOf({ picked, executed, withoutFunds, rejected }: Tally): string {
  return (
    `${String(picked)} picked, ${String(executed)} executed, ` +
    `${String(withoutFunds)} without funds, ${String(rejected)} rejected`
  );
}
