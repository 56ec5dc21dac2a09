import { rebaseTransactions, restoredDatabase } from '@nordgate/event-store';
import type { Command } from 'commander';
import { Option } from 'commander';
import { OperationRefused } from './operations-client.js';
import { dryRunOption } from './service-argument.js';
import type { DryRun } from './service-argument.js';

interface RebaseOptions extends DryRun {
  readonly databaseUrl: string;
  readonly readers: 'replay' | 'resume';
}

/** What is done to the database of a stopped service: no door is asked. */
export function addRestoreCommands(program: Command, say: (text: string) => void): void {
  program
    .command('restore')
    .description('repair a database that was restored from a dump')
    .command('rebase')
    .description('let a service open a database that was restored into a younger cluster')
    .addOption(
      new Option('--database-url <url>', 'of the stopped service; it may stand in the environment')
        .env('DATABASE_URL')
        .makeOptionMandatory(),
    )
    .addOption(
      new Option(
        '--readers <how>',
        'replay: every reader starts at the first event; resume: all events count as read',
      )
        .choices(['replay', 'resume'])
        .makeOptionMandatory(),
    )
    .addOption(dryRunOption())
    .action((options: RebaseOptions) => rebase(options, say));
}

async function rebase(
  { databaseUrl, readers, dryRun = false }: RebaseOptions,
  say: (text: string) => void,
): Promise<void> {
  const found = await restoredDatabase(databaseUrl).catch((cause: unknown) => {
    throw new OperationRefused(`the database cannot be read: ${(cause as Error).message}`, {
      cause,
    });
  });
  const { database, events, sessions, isFromFuture } = found;
  if (sessions.length > 0) {
    const who = [...new Set(sessions)].join(', ');
    throw new OperationRefused(`${database} is in use by ${who}: stop the service first`);
  }
  if (!isFromFuture) {
    throw new OperationRefused(`${database} needs no rebase: this cluster has reached its events`);
  }
  const what = `${database}: ${String(events)} events, readers ${found.readers.join(', ')}`;
  if (dryRun) {
    say(`${what} would ${readers}`);
    return;
  }
  await rebaseTransactions(databaseUrl, readers);
  say(`${what} will ${readers} at the next start`);
}
