import { join, resolve } from 'node:path';

/** What a local cluster keeps on disk, below one folder. */
export interface KafkaFolder {
  readonly root: string;
  /** The cluster's id, its passwords and its ports; our user only may read it. */
  readonly cluster: string;
  /** Which process hosts the brokers now. */
  readonly host: string;
  /** The brokers' key with its certificate, and the certificate alone. */
  readonly tls: { readonly root: string; readonly keystore: string; readonly certificate: string };
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
    tls: {
      root: join(root, 'tls'),
      keystore: join(root, 'tls', 'broker.p12'),
      certificate: join(root, 'tls', 'broker.pem'),
    },
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
