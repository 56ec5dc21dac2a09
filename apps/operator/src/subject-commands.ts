import type { OperatedService } from '@nordgate/contracts/commands';
import { defined } from '@nordgate/decider';
import type { Command } from 'commander';
import { OperationPending, OperationRefused } from './operations-client.js';
import type { Operations } from './operations-client.js';
import { addEraseCommand } from './subject-erase-command.js';
import { exportSubject } from './subject-export.js';
import type { SubjectExport } from './subject-export.js';
import { customerArgument, keysOption, placeOption, servicesOption } from './subject-options.js';
import { tableOf } from './table.js';

/** What the bank answers to the letter of a customer (docs/how-to/answer-a-customers-letter.md). */
export function addSubjectCommands(
  program: Command,
  operations: Operations,
  say: (text: string) => void,
  isTerminal: boolean,
): void {
  const subject = program.command('subject').description('what the bank holds of one customer');
  addEraseCommand(subject, operations, say);
  subject
    .command('export')
    .description('write what all services hold of a customer as JSON; a terminal shows counts')
    .argument(...customerArgument)
    .requiredOption('--reason <text>', 'why, like the number of the letter; the record keeps it')
    .addOption(servicesOption())
    .addOption(keysOption())
    .addOption(placeOption())
    .action(
      async (customerId: string, { service: services, after: place, ...asked }: ExportOptions) => {
        if (place !== undefined && services.length !== 1) {
          throw new OperationRefused('--after needs one --service');
        }
        const outcome = await exportSubject(operations, {
          customerId,
          services,
          ...asked,
          ...defined({ place }),
        });
        const { exported, pending, failed } = outcome;
        const isAnswered = exported.services.length > 0;
        if (isAnswered)
          say(isTerminal ? countsOf(exported) : JSON.stringify(exported, undefined, 2));
        if (failed.length > 0)
          throw new OperationRefused(['the export is incomplete', ...failed].join('\n'));
        if (pending.length > 0) throw new OperationPending(pending.join('\n'));
      },
    );
}

interface ExportOptions {
  readonly reason: string;
  readonly service: OperatedService[];
  readonly keys?: string;
  readonly after?: string;
}

function countsOf({ customerId, services }: SubjectExport): string {
  const rows = services.flatMap(({ service, sections }) =>
    sections.map(({ kind, records, held: { rule, months } }) => [
      service,
      kind,
      String(records.length),
      months === undefined ? rule : `${rule} (${String(months)})`,
    ]),
  );
  if (rows.length > 0) return tableOf(['service', 'kind', 'records', 'held'], rows);
  const asked = services.map(({ service }) => service).join(', ');
  return `${asked}: nothing is held of ${customerId}. Is it the id of the customer, and not the customer number?`;
}
