import { readSettings } from '@nordgate/service/settings';
import type { ServiceSettings } from '@nordgate/service/settings';
import { services } from '../apps.js';
import { processes } from '../bank.js';
import { containerOf } from '../rendered.js';
import type { Rendered } from '../rendered.js';
import { replicasOf } from './availability.js';

/** Connections of migrations, people, the operator and the replication. */
const others = 30;

/** Each service has a database that takes the connections of all of its replicas, and has the memory for them. */
export function capacityFaults(rendered: Rendered): readonly string[] {
  return services.flatMap((service) => {
    const cluster = rendered.find('Cluster', `${service}-db`);
    if (cluster === undefined) return [`${service}: has no database`];
    const { postgresql, resources } = cluster.spec as DatabaseSpec;
    const max = Number(postgresql.parameters['max_connections']);
    const needed = connectionsOf(rendered, service);
    return [
      ...(needed <= max
        ? []
        : [`${service}: needs ${String(needed)} connections of ${String(max)}`]),
      ...memoryFaults(service, postgresql.parameters, resources?.limits?.['memory']),
    ];
  });
}

/** The parts of a CloudNativePG cluster that say how much memory PostgreSQL may take, and how much it has. */
interface DatabaseSpec {
  readonly postgresql: { readonly parameters: Readonly<Record<string, string>> };
  readonly resources?: { readonly limits?: Readonly<Record<string, string>> };
}

/** Every connection may sort in its own memory: all together stay below the limit, where the kernel ends PostgreSQL. */
function memoryFaults(
  service: string,
  parameters: Readonly<Record<string, string>>,
  limit = '',
): readonly string[] {
  const connections = Number(parameters['max_connections']);
  const sorting = connections * mebibytesOf(parameters['work_mem']);
  const used = sorting + mebibytesOf(parameters['shared_buffers']);
  const has = mebibytesOf(limit);
  // A missing value is NaN, which fits nothing.
  return used <= has
    ? []
    : [`${service}: PostgreSQL may take ${String(used)} MiB of ${String(has)} MiB`];
}

const mebibytesPer = { MB: 1, GB: 1024, Mi: 1, Gi: 1024 } as const;

/** The size in MiB of a parameter of PostgreSQL (`4MB`) or of a quantity of Kubernetes (`2Gi`); NaN for anything else. */
function mebibytesOf(size = ''): number {
  const [, count = '', unit = ''] = /^(\d+)(MB|GB|Mi|Gi)$/.exec(size) ?? [];
  return unit === '' ? NaN : Number(count) * mebibytesPer[unit as keyof typeof mebibytesPer];
}

/** The pool and the leaders' session of every replica, and of one more in a rolling update. */
export function connectionsOf(rendered: Rendered, service: (typeof services)[number]): number {
  return (replicasOf(rendered, service).max + 1) * (poolMaxOf(rendered, service) + 1) + others;
}

/** The setting of the service in this overlay, or its default. */
function poolMaxOf(rendered: Rendered, service: (typeof services)[number]): number {
  const found = rendered.apps().find(([app]) => app === service);
  if (found === undefined) throw new Error(`there is no Deployment ${service}`);
  const settings = readSettings(
    processes[service].settings as new () => ServiceSettings,
    rendered.environment(containerOf(found[1])),
  );
  return settings.DATABASE_POOL_MAX;
}

/** In production an acknowledged write is on two instances, and on two brokers. */
export function durabilityFaults(rendered: Rendered): readonly string[] {
  if (rendered.overlay === 'sandbox') return [];
  return [...rendered.all('Cluster').flatMap(databaseFaults), ...brokerFaults(rendered)];
}

function databaseFaults({ metadata, spec }: Rendered['manifests'][number]): readonly string[] {
  const { affinity, instances, postgresql } = spec as {
    readonly instances: number;
    readonly affinity?: Readonly<Record<string, unknown>>;
    readonly postgresql: {
      readonly parameters: Readonly<Record<string, string>>;
      readonly synchronous?: { readonly number: number; readonly dataDurability?: string };
    };
  };
  const { synchronous } = postgresql;
  const isSafe = synchronous?.number === 1 && synchronous.dataDurability === 'required';
  return [
    ...(instances >= 3 ? [] : [`${metadata.name}: has ${String(instances)} instances`]),
    ...(isSafe ? [] : [`${metadata.name}: acknowledges what one instance has`]),
    ...(affinity?.['podAntiAffinityType'] === 'required' && affinity['topologyKey'] === zone
      ? []
      : [`${metadata.name}: may have two instances in one zone`]),
    ...(postgresql.parameters['archive_timeout'] === '60s'
      ? []
      : [`${metadata.name}: archives less often than once a minute`]),
  ];
}

const zone = 'topology.kubernetes.io/zone';

function spreadFaults({ metadata, spec }: Rendered['manifests'][number]): readonly string[] {
  const { template } = spec as NodePool;
  const isSpread = template.pod.topologySpreadConstraints.some(
    (one) => one.topologyKey === zone && one.whenUnsatisfiable === 'DoNotSchedule',
  );
  return isSpread ? [] : [`${metadata.name}: may have two replicas in one zone`];
}

function brokerFaults(rendered: Rendered): readonly string[] {
  const pools = rendered.all('KafkaNodePool').map(({ spec }) => spec as NodePool);
  const replicasOfRole = (role: string) =>
    pools.filter(({ roles }) => roles.includes(role)).reduce((sum, one) => sum + one.replicas, 0);
  const { config } = (rendered.find('Kafka', 'nordgate')?.spec as BrokerSpec | undefined)
    ?.kafka ?? {
    config: {},
  };
  return [
    ...rendered.all('KafkaNodePool').flatMap(spreadFaults),
    ...['broker', 'controller'].flatMap((role) =>
      replicasOfRole(role) >= 3 ? [] : [`there are fewer than three replicas with role ${role}`],
    ),
    ...(config['default.replication.factor'] === 3
      ? []
      : ['topics have fewer than three replicas']),
    ...(config['min.insync.replicas'] === 2 ? [] : ['a command may be on one broker only']),
    ...(config['unclean.leader.election.enable'] === false ? [] : ['an old broker may lead']),
    ...(config['auto.create.topics.enable'] === false ? [] : ['a misspelt topic is created']),
  ];
}

interface NodePool {
  readonly replicas: number;
  readonly roles: readonly string[];
  readonly template: {
    readonly pod: {
      readonly topologySpreadConstraints: readonly {
        readonly topologyKey: string;
        readonly whenUnsatisfiable: string;
      }[];
    };
  };
}

interface BrokerSpec {
  readonly kafka: { readonly config: Readonly<Record<string, unknown>> };
}
