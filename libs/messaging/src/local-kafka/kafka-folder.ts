import { join, resolve } from 'node:path';

/** What a local cluster keeps on disk, below one folder. */
export interface KafkaFolder {
  readonly root: string;
  /** The cluster's id and its ports, taken again at the next start when they are free. */
  readonly cluster: string;
  /** Which process hosts the brokers now. */
  readonly host: string;
  readonly node: (node: number) => NodeFolder;
}

/** What one broker keeps, below a folder that is also its working directory. */
export interface NodeFolder {
  readonly root: string;
  readonly data: string;
  readonly properties: string;
  /** What the broker says since its last start. */
  readonly log: string;
  /** Which process the broker is. */
  readonly process: string;
}

/** Says one line about what happens to the brokers. Never receives a password. */
export type Say = (line: string) => void;

/** The paths below `folder`, which may be relative to the working directory. */
export function kafkaFolder(folder: string): KafkaFolder {
  const root = resolve(folder);
  return {
    root,
    cluster: join(root, 'cluster.json'),
    host: join(root, 'host.json'),
    node: (node) => nodeFolder(join(root, `broker-${node}`)),
  };
}

function nodeFolder(root: string): NodeFolder {
  return {
    root,
    data: join(root, 'data'),
    properties: join(root, 'server.properties'),
    log: join(root, 'server.log'),
    process: join(root, 'process.json'),
  };
}
