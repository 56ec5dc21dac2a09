import type { OperatedService, RetentionEntry } from '@nordgate/contracts/commands';
import type { Command } from 'commander';
import type { Operations } from './operations-client.js';
import { serviceArgument } from './arguments.js';
import { tableOf } from './table.js';

/** What a service deletes by its retention (ADR 40). */
export function addRetentionCommands(
  program: Command,
  operations: Operations,
  say: (text: string) => void,
): void {
  program
    .command('retention')
    .description('streams that have ended, and how long they are kept')
    .command('show')
    .description('count what the next sweep would delete, and what holds the rest back')
    .addArgument(serviceArgument())
    .action(async (service: OperatedService) => {
      const outcome = await operations.run({ name: 'ShowRetention', service });
      const entries = outcome as readonly RetentionEntry[];
      if (entries.length === 0) say(`${service} deletes no streams`);
      else
        say(
          tableOf(['stream', 'months', 'deletable', 'held back', 'archived'], entries.map(rowOf)),
        );
    });
}

const rowOf = ({
  streamType,
  months,
  deletable,
  heldBack,
  archived = 0,
}: RetentionEntry): readonly string[] => [
  streamType,
  String(months),
  String(deletable),
  String(heldBack),
  String(archived),
];
