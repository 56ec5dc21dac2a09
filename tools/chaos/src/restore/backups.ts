import { execFile } from 'node:child_process';
import { chown, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The programs of Debian's PostgreSQL 15. */
export const debianPrograms = '/usr/lib/postgresql/15/bin';

const program = (name: string) => join(debianPrograms, name);

/** Dumps a database to a file, as one transaction sees it. @throws Error of pg_dump */
export async function dump(url: string, file: string): Promise<void> {
  await run(program('pg_dump'), ['--format=custom', `--file=${file}`, `--dbname=${url}`]);
}

/** Restores a dump into an empty database, all or nothing. @throws Error of pg_restore */
export async function restore(file: string, url: string): Promise<void> {
  const how = ['--single-transaction', '--no-owner', '--exit-on-error'];
  await run(program('pg_restore'), [...how, `--dbname=${url}`, file]);
}

/** Copies the data folder of a running server, without the WAL that is archived. @throws Error of pg_basebackup */
export async function baseBackup(url: string, folder: string): Promise<void> {
  const how = ['--checkpoint=fast', '--wal-method=none', '--no-sync', '--no-manifest'];
  await run(program('pg_basebackup'), [...how, `--pgdata=${folder}`, `--dbname=${url}`]);
}

/** Gives a folder with all its files to an account. */
export async function giveTo(
  account: { readonly uid: number; readonly gid: number },
  folder: string,
): Promise<void> {
  await chown(folder, account.uid, account.gid);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    await chown(join(entry.parentPath, entry.name), account.uid, account.gid);
  }
}
