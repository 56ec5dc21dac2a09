import { spawn } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Binaries } from './binaries.js';
import { dataFolderHandle } from './server-account.js';
import type { ServerAccount } from './server-account.js';
import type { Say } from '../host/processes.js';
import type { ServerFolder } from './server-folder.js';

/** The settings of a new data folder. */
interface ClusterSettings {
  readonly folder: ServerFolder;
  readonly binaries: Binaries;
  readonly account: ServerAccount | undefined;
  readonly password: string;
  readonly durable: boolean;
  readonly log: Say;
}

/**
 * Creates the data folder unless it exists. The folder gets its final name only when it is complete, so
 * a process that is killed in between leaves nothing that looks like data.
 */
export async function ensureCluster(settings: ClusterSettings): Promise<void> {
  const { folder, log } = settings;
  if (existsSync(join(folder.cluster, 'PG_VERSION'))) return;
  const draft = `${folder.cluster}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  if (settings.account) chownSync(draft, settings.account.uid, settings.account.gid);
  log(`creating a PostgreSQL cluster in ${folder.root}`);
  const passwordFile = passwordFileFor(settings);
  try {
    await initialise(settings, draft, passwordFile.path);
  } finally {
    rmSync(passwordFile.folder, { recursive: true, force: true });
  }
  if (!settings.durable) trustOwner(draft);
  renameSync(draft, folder.cluster);
}

/**
 * A test run logs in tens of thousands of times, and half of the processor time of a connection is the check of its password.
 * Only this machine reaches the server, for some minutes. Other roles still have their passwords.
 */
function trustOwner(draft: string): void {
  const file = join(draft, 'pg_hba.conf');
  const rule = 'host all postgres 127.0.0.1/32 trust';
  writeFileSync(file, `${rule}\n${readFileSync(file, 'utf8')}`);
}

/** @throws Error when another major version made the data: that needs a dump and restore */
export function assertSameMajor({ cluster }: ServerFolder, serverMajor: string): void {
  const dataMajor = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (dataMajor === serverMajor) return;
  throw new Error(
    `${cluster} was made by PostgreSQL ${dataMajor}, and this is PostgreSQL ${serverMajor}`,
  );
}

/** PEM of a certificate and of its key. */
export interface ServerTls {
  readonly certificate: string;
  readonly key: string;
}

/** Puts the certificate where the server looks for it: the server refuses a key that others may read. */
export function mountTls(
  { cluster }: ServerFolder,
  account: ServerAccount | undefined,
  { certificate, key }: ServerTls,
): void {
  for (const [name, pem] of [
    ['server.crt', certificate],
    ['server.key', key],
  ] as const) {
    const path = join(cluster, name);
    writeFileSync(path, pem, { mode: 0o600 });
    if (account) chownSync(path, account.uid, account.gid);
  }
}

/** The account may be unable to read below the data folder's parents, so the file is elsewhere. */
function passwordFileFor(settings: ClusterSettings): { folder: string; path: string } {
  const folder = mkdtempSync(join(tmpdir(), 'nordgate-initdb-'));
  const path = join(folder, 'password');
  writeFileSync(path, `${settings.password}\n`, { mode: 0o600 });
  if (settings.account) {
    const { uid, gid } = settings.account;
    chownSync(path, uid, gid);
    chownSync(folder, uid, gid);
  }
  return { folder, path };
}

const builtinLocaleSince = 17;
const builtinLocale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

async function initialise(
  { binaries, account, durable }: ClusterSettings,
  draft: string,
  passwordFile: string,
): Promise<void> {
  const handle = dataFolderHandle(draft, account);
  try {
    const args = [
      `--pgdata=${handle.path}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      ...(Number(binaries.major) < builtinLocaleSince ? [] : builtinLocale),
      ...(durable ? [] : ['--no-sync']),
    ];
    const child = spawn(binaries.initdb, args, {
      ...account,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe', ...handle.stdio],
    });
    let errors = '';
    child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString('utf8')));
    const code = await new Promise<number | null>((done, fail) => {
      child.once('error', fail).once('close', done);
    });
    if (code !== 0) throw new Error(`initdb failed (${code}): ${errors.trim()}`);
  } finally {
    handle.close();
  }
}
