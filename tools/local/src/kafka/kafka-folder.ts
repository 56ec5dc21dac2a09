import { join, resolve } from 'node:path';
import type { HostLock } from '../host/host-lock.js';

/** The files of a local cluster, all below one folder. */
export interface KafkaFolder {
  readonly root: string;
  /** The cluster's id, passwords and ports. Only our user may read it. */
  readonly cluster: string;
  /** Held by the process that hosts the brokers now. */
  readonly lock: HostLock;
  /** The brokers' key with its certificate, and the certificate alone. */
  readonly tls: { readonly root: string; readonly keystore: string; readonly certificate: string };
  readonly node: (node: number) => NodeFolder;
}

/** The files of one broker, below a folder that is also its working directory. */
export interface NodeFolder {
  readonly root: string;
  readonly data: string;
  readonly properties: string;
  /** The broker's own log since its last start. */
  readonly log: string;
  /** The identity of the broker's process. */
  readonly process: string;
}

/** The paths below `folder`, which may be relative to the working directory. */
export function kafkaFolder(folder: string): KafkaFolder {
  const root = resolve(folder);
  return {
    root,
    cluster: join(root, 'cluster.json'),
    lock: { file: join(root, 'host.json'), servers: 'its Kafka brokers' },
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
