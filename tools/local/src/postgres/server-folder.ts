import { join, resolve } from 'node:path';
import type { HostLock } from '../host/host-lock.js';

/** The files of an embedded server, all below one folder. */
export interface ServerFolder {
  readonly root: string;
  /** PostgreSQL's own data, owned by the account that runs the server. */
  readonly cluster: string;
  /** The superuser's password, readable by our user only. */
  readonly password: string;
  /** The port of the last start, reused when it is free. */
  readonly port: string;
  /** Held by the process that hosts the server now. */
  readonly lock: HostLock;
  /** The server's own log. */
  readonly log: string;
}

/** The paths below `dataDir`, which may be relative to the working directory. */
export function serverFolder(dataDir: string): ServerFolder {
  const root = resolve(dataDir);
  return {
    root,
    cluster: join(root, 'cluster'),
    password: join(root, 'password'),
    port: join(root, 'port'),
    lock: { file: join(root, 'host.json'), servers: 'its PostgreSQL server' },
    log: join(root, 'server.log'),
  };
}
