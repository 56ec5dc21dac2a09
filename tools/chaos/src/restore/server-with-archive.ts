import { chmod, copyFile, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedServer } from '@nordgate/local/postgres';
import type { EmbeddedServer } from '@nordgate/local/postgres';
import { eventually } from '@nordgate/testing';
import { Client } from 'pg';
import { baseBackup, debianPrograms, giveTo } from './backups.js';

/** A PostgreSQL 15 of Debian and its folder. */
export interface DebianServer {
  readonly server: EmbeddedServer;
  readonly dataDir: string;
}

/** Starts a new and empty server. @throws Error when Debian's PostgreSQL 15 is not installed */
export async function startDebianServer(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<DebianServer> {
  const server = await startEmbeddedServer({
    ...{ dataDir, programs: debianPrograms, settings, durable: false },
    log: () => undefined,
  });
  return { server, dataDir };
}

/** The settings of a server that archives its WAL in a folder that every account can write to. */
export async function archivingIn(archive: string): Promise<Readonly<Record<string, string>>> {
  await mkdir(archive, { recursive: true });
  await chmod(archive, 0o777);
  return { archive_mode: 'on', archive_command: `cp "%p" "${archive}/%f"` };
}

/** Resolves with the rows of one statement. */
async function query<Row>({ server }: DebianServer, sql: string): Promise<readonly Row[]> {
  const client = new Client({ connectionString: server.url('postgres') });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

/** Uses up transaction ids, as a server does that has run for months. */
export async function age(server: DebianServer): Promise<void> {
  await query(
    server,
    `do $$ begin
       for i in 1..20000 loop perform pg_current_xact_id(); commit; end loop;
     end $$`,
  );
}

/** The time of the server's clock, as a recovery wants it. */
export async function timeOf(server: DebianServer): Promise<string> {
  const [row] = await query<{ time: string }>(server, 'select clock_timestamp()::text as time');
  return row?.time ?? '';
}

/** Resolves when all WAL until now is in the archive. */
export async function archiveAll(server: DebianServer): Promise<void> {
  const [row] = await query<{ wal: string }>(
    server,
    'select pg_walfile_name(pg_switch_wal()) as wal',
  );
  const isArchived = async () => {
    const [archiver] = await query<{ last: string | null }>(
      server,
      'select last_archived_wal as last from pg_stat_archiver',
    );
    return (archiver?.last ?? '') >= (row?.wal ?? '');
  };
  await eventually('the WAL is archived', isArchived, { limitMs: 30_000, everyMs: 100 });
}

/** Copies a running server into a folder, with the password that its host knows. */
export async function backUp({ server, dataDir }: DebianServer, folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o755 });
  await baseBackup(server.url('postgres'), join(folder, 'cluster'));
  await copyFile(join(dataDir, 'password'), join(folder, 'password'));
  await giveTo(await stat(join(dataDir, 'cluster')), join(folder, 'cluster'));
}

/** Starts a copy of a server, which reads the archive until a moment and then accepts writes. */
export async function recoverUntil(
  folder: string,
  archive: string,
  moment: string,
): Promise<DebianServer> {
  const signal = join(folder, 'cluster', 'recovery.signal');
  await writeFile(signal, '');
  return startDebianServer(folder, {
    restore_command: `cp "${archive}/%f" "%p"`,
    recovery_target_time: moment,
    recovery_target_action: 'promote',
  });
}
