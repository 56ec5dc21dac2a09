import { migrateDatabase } from '@nordgate/event-store';
import type { MigrationClass } from '@nordgate/event-store';
import { createLog, logDestination } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import { databaseUrlOf } from '../settings/mounted-settings.js';
import { DatabaseProgramSettings } from '../settings/process-settings.js';
import { readSettings, SettingsError } from '../settings/read-settings.js';
import type { Environment } from '../settings/read-settings.js';

/** A service whose database is migrated. */
export interface MigratedService {
  readonly name: string;
  /** Migrations of the own tables, after those of the event store. */
  readonly migrations: readonly MigrationClass[];
}

/** The part of Node's `process` that the program needs. */
interface OwnProcess {
  exitCode?: number | string | null | undefined;
}

/**
 * Migrates the database of a service, and ends: one log line with the migrations that ran. When it
 * fails, one log line has the reason and the exit code is 1. It may run several times, and twice at once.
 */
export async function runMigrations(
  service: MigratedService,
  env: Environment,
  own: OwnProcess = process,
  given?: Log,
): Promise<void> {
  const { name } = service;
  const form = env['LOG_FORMAT'] === 'text' ? 'text' : 'json';
  const log = given ?? createLog({ app: name, destination: logDestination(form) });
  try {
    const settings = readSettings(DatabaseProgramSettings, env);
    log.level = settings.LOG_LEVEL;
    const applied = await migrateDatabase(await databaseUrlOf(settings), service.migrations);
    if (applied.length === 0) log.info('the database has all migrations');
    else log.info({ applied }, 'the database was migrated');
  } catch (error) {
    own.exitCode = 1;
    if (error instanceof SettingsError) log.fatal({ faults: error.faults }, cannot);
    else if (isOutside(error)) log.fatal({ reason: error.message, code: error.code }, cannot);
    else log.fatal({ err: error }, cannot);
  }
}

const cannot = 'the database cannot be migrated';

/** Whether the operator can fix it: no database, no server, no access. The stack tells nothing then. */
function isOutside(error: unknown): error is Error & { readonly code: string } {
  const { code } = error as { readonly code?: unknown };
  if (!(error instanceof Error) || typeof code !== 'string') return false;
  return outsideCodes.has(code) || /^(08|28)/.test(code);
}

/**
 * Codes of Node's network errors, and "invalid catalog name" and "insufficient privilege" of PostgreSQL
 * (its manual, appendix A, which also has the classes 08 and 28: connection and authorization).
 */
const outsideCodes: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EAI_AGAIN', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH'],
  ...['3D000', '42501'],
]);
