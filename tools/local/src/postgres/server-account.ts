import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** Whom the server runs as when we are root, which PostgreSQL refuses to be. */
export interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
}

/** Tried in this order; `nobody` exists where the distribution never installed PostgreSQL. */
const accountNames = ['postgres', 'nobody'];

/**
 * The account for a server whose data lies in `cluster`: none unless we are root; the owner of
 * existing data, so that a data folder stays usable when accounts come and go; else the first known one.
 * Throws when root has nobody to run the server as.
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
