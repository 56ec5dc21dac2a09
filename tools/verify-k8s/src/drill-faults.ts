import type { Manifest } from './documents.js';
import type { AcceptedRequest, PlantedFault } from './planted.js';

type Fields = Readonly<Record<string, unknown>>;

const user = 'system:serviceaccount:nordgate:payments-restore-drill';
const owner = 'nordgate_payments';

/** The copy that a drill of payments asks for, with changed fields. Undefined without a database that has an archive. */
function copyWith(change: (spec: Fields) => Fields, name = 'payments-drill') {
  return (manifests: readonly Manifest[]): Manifest | undefined => {
    const source = manifests.find(
      ({ kind, metadata }) => kind === 'Cluster' && metadata.name === 'payments-db',
    );
    if (source === undefined) return undefined;
    const { apiVersion, kind, metadata } = source;
    const { imageName, storage, walStorage, resources, plugins } = source['spec'] as Fields;
    const [archiver] = (plugins ?? []) as readonly Archiver[];
    if (archiver === undefined) return undefined;
    const { barmanObjectName } = archiver.parameters;
    const parameters = { barmanObjectName, serverName: 'payments-db' };
    const spec = {
      ...{ imageName, storage, walStorage, resources, instances: 1 },
      bootstrap: { recovery: { source: 'origin', database: owner, owner } },
      externalClusters: [{ name: 'origin', plugin: { name: archiver.name, parameters } }],
    };
    return {
      apiVersion,
      kind,
      metadata: { ...metadata, name },
      spec: change(spec),
    };
  };
}

interface Archiver {
  readonly name: string;
  readonly parameters: { readonly barmanObjectName: string };
}

const set = (fields: Fields) => copyWith((spec) => ({ ...spec, ...fields }));
const secret = { name: 'operator', key: 'token' };

const refused: readonly (readonly [string, PlantedFault['plantIn'], RegExp])[] = [
  ['of another name', copyWith((spec) => spec, 'sca-drill'), /payments-drill and no other/],
  [
    'with a variable from a Secret',
    set({ env: [{ name: 'A', valueFrom: { secretKeyRef: secret } }] }),
    /only the fields/,
  ],
  ['with all of a Secret', set({ envFrom: [{ secretRef: { name: 'a' } }] }), /only the fields/],
  [
    'with a Secret as a volume',
    set({ projectedVolumeTemplate: { sources: [{ secret: { name: 'a' } }] } }),
    /only the fields/,
  ],
  ['with a superuser of a Secret', set({ superuserSecret: { name: 'a' } }), /only the fields/],
  ['with a plugin', set({ plugins: [{ name: 'any' }] }), /only the fields/],
  ['with another image', set({ imageName: 'registry.example/other:18.4' }), /the imageName/],
  ['with a log-in of the superuser', set({ enableSuperuserAccess: true }), /the superuser/],
  [
    'with free access',
    set({ postgresql: { pg_hba: ['host all all all trust'] } }),
    /only parameters/,
  ],
  [
    'with queries of its own',
    set({ monitoring: { customQueriesConfigMap: [{ name: 'restore-drill', key: 'a' }] } }),
    /no metrics/,
  ],
  [
    'without a backup',
    set({ bootstrap: { initdb: { database: owner, owner } } }),
    /begins with a backup/,
  ],
  [
    'of another archive',
    copyWith((spec) => JSON.parse(JSON.stringify(spec).replace('payments-db', 'sca-db')) as Fields),
    /reads the archive/,
  ],
];

/** What the account of a drill must not create (tools/k8s/src/drill-policy.ts). */
export const drillFaults: readonly PlantedFault[] = refused.map(([what, plantIn, refusal]) => ({
  ...{ name: `a copy of a drill ${what}`, plantIn, refusal, user },
}));

/** What a drill sends. */
export const drillRequest: AcceptedRequest = {
  ...{ name: 'the copy of a drill', plantIn: copyWith((spec) => spec), user },
};
