import { createLog } from '@nordgate/telemetry';
import { openDatabase } from '@nordgate/event-store';
import { emptyTestDatabase } from '@nordgate/event-store/testing';
import { countersApp } from '../../testing/counting-services.js';
import type { Environment } from '../settings/read-settings.js';
import { runMigrations } from './run-migrations.js';

let database: Awaited<ReturnType<typeof emptyTestDatabase>>;
beforeEach(async () => {
  database = await emptyTestDatabase('run-migrations');
});
afterEach(() => database.drop());

/** Runs the program. Answers with its exit code and its log lines. */
async function run(env: Environment) {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const own: { exitCode?: number | string | null } = {};
  await runMigrations(countersApp, env, own, createLog({ app: 'payments', destination }));
  const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { code: own.exitCode ?? 0, lines: told };
}

const sandbox = (url: string) => ({ NORDGATE_ENVIRONMENT: 'sandbox', DATABASE_URL: url });

describe('the program that migrates a database', () => {
  it('says which migrations it ran, and the next time that there is nothing to do', async () => {
    const first = await run(sandbox(database.url));
    expect(first).toMatchObject({ code: 0, lines: [{ msg: 'the database was migrated' }] });
    expect(first.lines[0]?.['applied']).toContain('CreateEventStore1700000000000');
    const second = await run(sandbox(database.url));
    expect(second).toMatchObject({ code: 0, lines: [{ msg: 'the database has all migrations' }] });
    const options = { applicationName: 'test', migrations: [], url: database.url };
    const opened = await openDatabase(options);
    await opened.ping();
    await opened.close();
  });

  it('runs each migration once when it is started twice at once', async () => {
    const both = await Promise.all([run(sandbox(database.url)), run(sandbox(database.url))]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    const told = both.flatMap(({ lines }) => lines.map(({ msg }) => msg));
    expect(told.sort()).toEqual(['the database has all migrations', 'the database was migrated']);
  });

  it('exits with 1 and one line when the database does not exist', async () => {
    const absent = new URL(database.url);
    absent.pathname = '/absent';
    const { code, lines } = await run(sandbox(absent.href));
    expect(code).toBe(1);
    expect(lines).toEqual([
      expect.objectContaining({
        msg: 'the database cannot be migrated',
        reason: 'database "absent" does not exist',
      }),
    ]);
  });

  it('exits with 1 and names the setting when there is no address', async () => {
    const { code, lines } = await run({});
    expect(code).toBe(1);
    const faults = ['exactly one of DATABASE_URL and DATABASE_URL_FILE has to be set'];
    expect(lines).toMatchObject([{ msg: 'the database cannot be migrated', faults }]);
  });

  it('connects without TLS in the sandbox only', async () => {
    const { code, lines } = await run({ DATABASE_URL: database.url });
    expect(code).toBe(1);
    expect(JSON.stringify(lines)).toContain('sslmode=verify-full is required in production');
  });
});
