import type { ContradictionEntry, OverdueTransfer } from '@nordgate/contracts/commands';
import type { Command } from 'commander';
import type { Operations } from './operations-client.js';
import { tableOf } from './table.js';

/** Outcomes of transfers that somebody has to look at: the bank never guesses one. */
export function addTransferCommands(
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
