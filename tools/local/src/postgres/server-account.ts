import { execFileSync } from 'node:child_process';
import { statSync, closeSync, openSync } from 'node:fs';
import { platform } from 'node:os';

/** The account that the server runs as when this process is root, as PostgreSQL refuses to run as root. */
export interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
}

/** Tried in this order. `nobody` exists also where PostgreSQL was never installed. */
const accountNames = ['postgres', 'nobody'];

/**
 * The account for a server with its data in `cluster`. Undefined unless this process is root. Otherwise
 * the owner of existing data, so that the data stays usable when accounts change; else the first
 * account that exists.
 *
 * @throws Error when none of the accounts exists
 */
export function serverAccount(cluster: string): ServerAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of accountNames) {
    const account = accountOf(name);
    if (account) return account;
  }
  throw new Error(
    `PostgreSQL refuses to run as root, and none of the accounts ${accountNames.join(', ')} exists. ` +
      'Create one (useradd --system postgres) or run as a user.',
  );
}

function accountOf(name: string): ServerAccount | undefined {
  try {
    return { uid: idOf(name, '-u'), gid: idOf(name, '-g') };
  } catch {
    return undefined;
  }
}

function idOf(name: string, flag: string): number {
  const id = execFileSync('id', [flag, name], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return Number.parseInt(id, 10);
}

/** A data folder, as a child process under another account can open it. */
interface DataFolderHandle {
  readonly path: string;
  /** Descriptors to append to the child's three standard streams. */
  readonly stdio: readonly number[];
  readonly close: () => void;
}

/** The first descriptor after the standard streams. */
const inheritedDescriptor = 3;

/**
 * The server's account owns the data folder but may lack access to a parent folder, such as root's
 * home. On Linux the child therefore inherits the open folder and names it by its descriptor:
 * `/proc/self/fd/3` bypasses the parents.
 */
export function dataFolderHandle(
  folder: string,
  account: ServerAccount | undefined,
): DataFolderHandle {
  if (!account || platform() !== 'linux') {
    return { path: folder, stdio: [], close: () => undefined };
  }
  const descriptor = openSync(folder, 'r');
  return {
    path: `/proc/self/fd/${inheritedDescriptor}`,
    stdio: [descriptor],
    close: () => closeSync(descriptor),
  };
}
