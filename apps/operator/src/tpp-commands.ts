import { randomUUID } from 'node:crypto';
import type { StoppedTpp, TppContact } from '@nordgate/contracts/queries';
import type { Command } from 'commander';
import type { Operations } from './operations-client.js';
import { reasonOption } from './arguments.js';
import type { Reason } from './arguments.js';
import { tableOf } from './table.js';

/** Which TPPs the bank keeps out, and where notices to TPPs go. */
export function addTppCommands(
  program: Command,
  operations: Operations,
  say: (text: string) => void,
): void {
  const tpp = program.command('tpp').description('keep a TPP out, and let it in again');
  tpp
    .command('stop')
    .description('refuse every request of a TPP')
    .argument('<organizationIdentifier>', 'as in its certificate, e.g. PSDNO-FSA-123456789')
    .option('--until <date>', 'the last day of the stop, YYYY-MM-DD; without it there is no end')
    .requiredOption('--reason <text>', 'for the bank; the TPP is not told')
    .action(async (tppId: string, { until, reason }: StopOptions) => {
      await operations.run({ name: 'StopTpp', id: randomUUID(), tppId, until, reason });
      say(`${tppId} is stopped ${until === undefined ? 'without an end' : `until ${until}`}`);
    });
  tpp
    .command('release')
    .description('let a stopped TPP in again')
    .argument('<organizationIdentifier>')
    .addOption(reasonOption())
    .action(async (tppId: string, reason: Reason) => {
      await operations.run({ name: 'ReleaseTpp', id: randomUUID(), tppId, ...reason });
      say(`${tppId} is not stopped`);
    });
  tpp
    .command('list')
    .description('show who is stopped today')
    .action(async () => {
      const stopped = (await operations.run({ name: 'ListStoppedTpps' })) as readonly StoppedTpp[];
      say(stopped.length === 0 ? 'nobody is stopped' : tableOf(headings, stopped.map(rowOf)));
    });
  tpp
    .command('contacts')
    .description('show where notices to TPPs go')
    .action(async () => {
      const contacts = (await operations.run({ name: 'ListTppContacts' })) as readonly TppContact[];
      const rows = contacts.map(({ tppId, email, since }) => [tppId, email, since]);
      say(rows.length === 0 ? 'no TPP has a contact' : tableOf(['TPP', 'e-mail', 'since'], rows));
    });
}

interface StopOptions {
  readonly until?: string;
  readonly reason: string;
}

const headings = ['TPP', 'until', 'since', 'reason'];

function rowOf({ tppId, until, since, reason }: StoppedTpp): readonly string[] {
  return [tppId, until ?? 'for ever', since, reason];
}
