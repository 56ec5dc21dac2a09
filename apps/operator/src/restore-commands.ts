import type { RestoredDatabase } from '@nordgate/event-store';
import { mountedText } from '@nordgate/service/settings';
import type { Command } from 'commander';
import { Option } from 'commander';
import { addDrillCommand } from './drill/drill-commands.js';
import { addOffsetCommand } from './offset-commands.js';
import { OperationRefused } from './operations-client.js';
import { dryRunOption } from './arguments.js';
import type { DryRun } from './arguments.js';

interface ReplayOptions extends DryRun {
  readonly databaseUrl?: string;
}

interface RebaseOptions extends ReplayOptions {
  readonly readers: 'replay' | 'resume';
}

/** What is done to a stopped service: no door is asked. `env` says where Kafka and the mounted files are. */
export function addRestoreCommands(
  program: Command,
  say: (text: string) => void,
  env: NodeJS.ProcessEnv,
): void {
  const restore = program
    .command('restore')
    .description('repair a service whose database was restored from a dump');
  addOffsetCommand(restore, say, env);
  addDrillCommand(restore, say, env);
  restore
    .command('rebase')
    .description('let a service open a database that was restored into a younger cluster')
    .addOption(databaseOption())
    .addOption(
      new Option(
        '--readers <how>',
        'replay: every reader starts at the first event; resume: all events count as read',
      )
        .choices(['replay', 'resume'])
        .makeOptionMandatory(),
    )
    .addOption(dryRunOption())
    .action(async (options: RebaseOptions) => {
      await rebase({ ...options, databaseUrl: await addressOf(options, env) }, say);
    });
  restore
    .command('replay')
    .description('let a service publish all its events again, e.g. when the brokers lost them')
    .addOption(databaseOption())
    .addOption(dryRunOption())
    .action(async (options: ReplayOptions) => {
      await replay({ ...options, databaseUrl: await addressOf(options, env) }, say);
    });
}

const databaseOption = () =>
  new Option(
    '--database-url <url>',
    'of the stopped service; the environment may have it, or its file in DATABASE_URL_FILE',
  ).env('DATABASE_URL');

/**
 * The address of the database: of the option, or of the file that the service mounts, too.
 *
 * @throws OperationRefused without both
 * @throws SettingsError when the file cannot be read
 */
async function addressOf({ databaseUrl }: ReplayOptions, env: NodeJS.ProcessEnv): Promise<string> {
  if (databaseUrl !== undefined) return databaseUrl;
  const path = env['DATABASE_URL_FILE'];
  if (path !== undefined) return mountedText(path, 'DATABASE_URL_FILE');
  throw new OperationRefused(
    'no database is named: use --database-url, DATABASE_URL or DATABASE_URL_FILE',
  );
}

/** Loaded by the commands that need it: its database driver is most of what the operator's command would load. */
const eventStore = () => import('@nordgate/event-store');

/** Options with the address that was found. */
type At<Options> = Options & { readonly databaseUrl: string };

async function rebase(
  { databaseUrl, readers, dryRun = false }: At<RebaseOptions>,
  say: (text: string) => void,
): Promise<void> {
  const { database, isFromFuture, ...found } = await stoppedDatabase(databaseUrl);
  if (!isFromFuture) {
    throw new OperationRefused(`${database} needs no rebase: this cluster has reached its events`);
  }
  const what = `${database}: ${String(found.events)} events, readers ${found.readers.join(', ')}`;
  if (dryRun) {
    say(`${what} would ${readers}`);
    return;
  }
  await (await eventStore()).rebaseTransactions(databaseUrl, readers);
  say(`${what} will ${readers} at the next start`);
}

async function replay(
  { databaseUrl, dryRun = false }: At<ReplayOptions>,
  say: (text: string) => void,
): Promise<void> {
  const { database, isFromFuture, ...found } = await stoppedDatabase(databaseUrl);
  if (isFromFuture) throw new OperationRefused(`${database} needs a rebase: it replays, too`);
  const what = `${database}: ${String(found.events)} events, readers ${found.readers.join(', ')}`;
  if (!dryRun) await (await eventStore()).replayReaders(databaseUrl);
  say(dryRun ? `${what} would replay` : `${what} will replay at the next start`);
}

/** @throws OperationRefused when the database cannot be read, and while anybody uses it */
async function stoppedDatabase(url: string): Promise<RestoredDatabase> {
  const { restoredDatabase } = await eventStore();
  const found = await restoredDatabase(url).catch((cause: unknown) => {
    throw new OperationRefused(`the database cannot be read: ${(cause as Error).message}`, {
      cause,
    });
  });
  if (found.sessions.length === 0) return found;
  const who = [...new Set(found.sessions)].join(', ');
  throw new OperationRefused(`${found.database} is in use by ${who}: stop the service first`);
}
