import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, openReader } from '@nordgate/event-store';
import { emptyTestDatabase, testDatabase } from '@nordgate/event-store/testing';
import { Command } from 'commander';
import { addRestoreCommands } from './restore-commands.js';

async function restoreIn(env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<string[]> {
  const said: string[] = [];
  const program = new Command().exitOverride();
  addRestoreCommands(program, (text) => said.push(text), env);
  await program.parseAsync(['restore', ...args], { from: 'user' });
  return said;
}

const restore = (command: string, url: string, ...more: readonly string[]) =>
  restoreIn({}, command, '--database-url', url, ...more);

const rebase = (url: string, ...more: readonly string[]) =>
  restore('rebase', url, '--readers', 'resume', ...more);

const options = (url: string) => ({ url, applicationName: 'nordgate-payments', migrations: [] });

async function expectRefusal(url: string): Promise<void> {
  await expect(openDatabase(options(url))).rejects.toThrow('operator -- restore rebase');
}

/** A database whose only event is of a transaction that this cluster has not reached. */
async function restored() {
  const { url, drop } = await emptyTestDatabase('restored');
  const database = await openDatabase(options(url));
  await database.pool.query(`
    insert into es.event (tx, stream_id, version, type, schema_version, data, meta)
    values ('1000000000000', 'payment-1', 1, 'PaymentInitiated', 1, '{}', '{}')`);
  await database.close();
  return { url, drop };
}

describe('restore rebase', () => {
  it('lets a service open a database that it refused with this command in its message', async () => {
    const { url, drop } = await restored();
    await expectRefusal(url);
    expect(await rebase(url, '--dry-run')).toEqual([expect.stringContaining('1 events')]);
    await expectRefusal(url);
    expect(await rebase(url)).toEqual([expect.stringContaining('will resume')]);
    await (await openDatabase(options(url))).close();
    await drop();
  });

  it('refuses while a session of the service is connected', async () => {
    const used = await testDatabase('nordgate-sca');
    await expect(rebase(used.url)).rejects.toThrow(
      'is in use by nordgate-sca: stop the service first',
    );
    await used.close();
  });

  it('finds the database at the address in the file that the service mounts', async () => {
    const { url, drop } = await restored();
    const folder = await mkdtemp(join(tmpdir(), 'nordgate-restore-'));
    const path = join(folder, 'database-url');
    await writeFile(path, `${url}\n`);
    const args = ['rebase', '--readers', 'replay', '--dry-run'];
    expect(await restoreIn({ DATABASE_URL_FILE: path }, ...args)).toEqual([
      expect.stringContaining('1 events'),
    ]);
    await expect(restoreIn({}, ...args)).rejects.toThrow('no database is named');
    await rm(folder, { recursive: true });
    await drop();
  });

  it('refuses a database that needs no rebase', async () => {
    const { url, drop } = await emptyTestDatabase('healthy');
    await (await openDatabase(options(url))).close();
    await expect(rebase(url)).rejects.toThrow('needs no rebase');
    await drop();
  });
});

describe('restore replay', () => {
  const read = async (url: string) => {
    const database = await openDatabase(options(url));
    const reader = await openReader({ database, name: 'relay' });
    const page = await reader.read(10);
    await page.done();
    await database.close();
    return page.events.length;
  };

  it('lets every reader start at the first event again', async () => {
    const { url, drop } = await restored();
    await rebase(url);
    expect(await read(url)).toBe(1);
    expect(await read(url)).toBe(0);
    expect(await restore('replay', url, '--dry-run')).toEqual([
      expect.stringMatching(/: 1 events, readers relay would replay$/),
    ]);
    expect(await read(url)).toBe(0);
    expect(await restore('replay', url)).toEqual([
      expect.stringMatching(/ will replay at the next start$/),
    ]);
    expect(await read(url)).toBe(1);
    await drop();
  });

  it('refuses a database that needs a rebase, and one that is in use', async () => {
    const { url, drop } = await restored();
    await expect(restore('replay', url)).rejects.toThrow('needs a rebase');
    await drop();
    const used = await testDatabase('nordgate-sca');
    await expect(restore('replay', used.url)).rejects.toThrow('in use by nordgate-sca');
    await used.close();
  });
});
