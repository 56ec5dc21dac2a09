/** What a drill reads of a Cluster of CloudNativePG. */
export interface Cluster {
  readonly metadata: { readonly name: string };
  readonly spec: ClusterSpec;
  readonly status?: {
    readonly phase?: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

interface ClusterSpec {
  readonly imageName?: string;
  readonly imagePullSecrets?: readonly object[];
  readonly storage?: object;
  readonly walStorage?: object;
  readonly resources?: object;
  readonly postgresql?: { readonly parameters?: Readonly<Record<string, string>> };
  readonly plugins?: readonly {
    readonly name: string;
    readonly isWALArchiver?: boolean;
    readonly parameters?: Readonly<Record<string, string>>;
  }[];
}

/** The name of the copy that a drill makes. */
export const copyName = (service: string) => `${service}-drill`;

/**
 * The Cluster of a copy: one instance that begins with the newest backup of the source and all of its archived WAL. It has no
 * plugin, so it can never write to the archive. It keeps the parameters of the source: recovery refuses fewer connections.
 *
 * @returns undefined when the source archives nothing
 */
export function drillCluster(service: string, { metadata, spec }: Cluster): object | undefined {
  const archiver = spec.plugins?.find(({ isWALArchiver }) => isWALArchiver === true);
  if (archiver === undefined) return undefined;
  const { imageName, imagePullSecrets, storage, walStorage, resources, postgresql } = spec;
  const { barmanObjectName = '', serverName = metadata.name } = archiver.parameters ?? {};
  const owner = `nordgate_${service}`;
  return {
    apiVersion: 'postgresql.cnpg.io/v1',
    kind: 'Cluster',
    metadata: {
      name: copyName(service),
      labels: { 'app.kubernetes.io/part-of': 'nordgate', 'app.kubernetes.io/component': 'drill' },
    },
    spec: {
      imageName,
      imagePullSecrets,
      storage,
      walStorage,
      resources,
      instances: 1,
      postgresql: { parameters: postgresql?.parameters ?? {} },
      bootstrap: { recovery: { source: 'origin', database: owner, owner } },
      externalClusters: [
        {
          name: 'origin',
          plugin: { name: archiver.name, parameters: { barmanObjectName, serverName } },
        },
      ],
    },
  };
}

/** Whether every instance runs and the primary accepts connections. */
export const isReady = ({ status }: Cluster) =>
  status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') === true;
