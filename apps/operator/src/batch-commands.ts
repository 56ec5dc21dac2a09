import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import type {
  RunEntry,
  StartedBatchRuns,
  ContradictionEntry,
  OverdueTransfer,
} from '@nordgate/contracts/commands';
import type { BatchRunFailure, BatchRunView } from '@nordgate/contracts/queries';
import { addHoldCommands } from './hold-commands.js';
import type { Operations } from './operations-client.js';
import { reasonOption } from './arguments.js';
import type { Reason } from './arguments.js';
import { tableOf } from './table.js';

/** The execution of payments: runs, holds, outcomes (docs/operations/batch.md). */
export function addBatchCommands(
  program: Command,
  operations: Operations,
  say: (text: string) => void,
): void {
  const batch = program
    .command('batch')
    .description('runs of the batch, payments that are held back, and outcomes of transfers');
  batch
    .command('list')
    .description('show the last runs, the newest first')
    .action(async () => {
      const runs = (await operations.run({ name: 'ListBatchRuns' })) as readonly RunEntry[];
      say(runs.length === 0 ? 'there was no run' : tableOf(runHeadings, runs.map(rowOf)));
    });
  batch
    .command('show')
    .description('show the counts, sums and failures of a run')
    .argument('<run>', 'its id in the list, e.g. 2030-03-01-1330')
    .action(async (runId: string) => {
      say(report((await operations.run({ name: 'ShowBatchRun', runId })) as BatchRunView));
    });
  batch
    .command('run')
    .description('execute now what is due today; behind an open run one more is queued')
    .addOption(reasonOption())
    .action(async (reason: Reason) => {
      const request = { name: 'StartBatchRun', id: randomUUID(), ...reason } as const;
      say(started((await operations.run(request)) as StartedBatchRuns));
    });
  addHoldCommands(batch, operations, say);
  addTransferCommands(batch, operations, say);
}

/** How many runs were opened and queued, where a sandbox has more than one, and each of them. */
function started({ runs, failed }: StartedBatchRuns): string {
  const lines = runs.map(({ runId, followingRunId }) => {
    const following = followingRunId === undefined ? '' : `, and run ${followingRunId} follows it`;
    const newest = followingRunId ?? runId;
    return `run ${runId} is open${following}; "batch show ${newest}" shows how far it is`;
  });
  if (failed > 0)
    lines.push(`no run could be opened in ${String(failed)} worlds: see the log of batch`);
  const queued = runs.filter(({ followingRunId }) => followingRunId !== undefined).length;
  const counts = `runs opened: ${String(runs.length - queued)}, queued: ${String(queued)}`;
  return [...(runs.length > 1 ? [counts] : []), ...lines].join('\n');
}

const runHeadings = [
  ...['run', 'status', 'started', 'completed', 'due', 'executed', 'no funds', 'rejected'],
  ...['held', 'in progress', 'dropped'],
];

function rowOf({ runId, status, startedAt = '', completedAt = '', counts }: RunEntry): string[] {
  const { due, executed, withoutFunds, rejected, held, inProgress, dropped } = counts;
  const numbers = [due, executed, withoutFunds, rejected, held, inProgress, dropped];
  return [runId, status, startedAt, completedAt, ...numbers.map(String)];
}

function report(view: BatchRunView): string {
  const sums = view.sums.map(({ amount, currency }) => `executed ${amount} ${currency}`);
  const failures = view.failures.map(failureOf);
  const failed = failures.length === 0 ? [] : [tableOf(failureHeadings, failures)];
  return [tableOf(runHeadings, [rowOf(view)]), ...sums, ...failed].join('\n');
}

const failureHeadings = ['payment', 'part', 'occurrence', 'code', 'reason'];

function failureOf({ paymentId, part, occurrence = '', code, reason }: BatchRunFailure): string[] {
  return [paymentId, part === undefined ? '' : String(part), occurrence, code, reason];
}

/** Outcomes of transfers that somebody has to look at: the bank never guesses one. */
function addTransferCommands(
  batch: Command,
  operations: Operations,
  say: (text: string) => void,
): void {
  batch
    .command('overdue')
    .description('show transfers without an outcome whose executor was reminded, the oldest first')
    .action(async () => {
      const outcome = await operations.run({ name: 'ListOverdueTransfers' });
      const rows = (outcome as readonly OverdueTransfer[]).map(
        ({ executionId, paymentId, is, executor, run, reminders }) => [
          executionId,
          paymentId,
          is,
          executor,
          run,
          String(reminders),
        ],
      );
      say(rows.length === 0 ? 'no transfer is overdue' : tableOf(overdueHeadings, rows));
    });
  batch
    .command('contradictions')
    .description('show outcomes that contradict what was known, the newest first')
    .action(async () => {
      const outcome = await operations.run({ name: 'ListContradictions' });
      const rows = (outcome as readonly ContradictionEntry[]).map(
        ({ executionId, known, outcome: reported, at }) => [executionId, known, reported, at],
      );
      say(rows.length === 0 ? 'no outcome contradicts' : tableOf(contradictedHeadings, rows));
    });
}

const overdueHeadings = ['transfer', 'payment', 'is', 'executor', 'run', 'reminders'];
const contradictedHeadings = ['transfer', 'known', 'reported', 'at'];
