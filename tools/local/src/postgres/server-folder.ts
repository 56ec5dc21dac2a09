import { join, resolve } from 'node:path';

/** What an embedded server keeps on disk, below one folder. */
export interface ServerFolder {
  readonly root: string;
  /** PostgreSQL's own data, owned by the account that runs the server. */
  readonly cluster: string;
  /** The superuser's password, readable by our user only. */
  readonly password: string;
  /** The port of the last start, taken again when it is free. */
  readonly port: string;
  /** Which process hosts the server now. */
  readonly host: string;
  /** What the server says. */
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
    host: join(root, 'host.json'),
    log: join(root, 'server.log'),
  };
}

/** Says one line about what happens to the server. Never receives the password. */
export type Log = (line: string) => void;
