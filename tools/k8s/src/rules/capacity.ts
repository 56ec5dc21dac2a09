import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { services } from '../apps.js';
import { definitionsIn } from '../bank.js';
import type { Rendered } from '../rendered.js';
import { root } from '../sources.js';
import { replicasOf } from './availability.js';

/** Connections of migrations, people, the operator and the replication. */
const others = 30;
/** Work that one replica leads beside relay, projections and retention: more than any service has. */
const worksMax = 3;

/** Each service has a database that takes the connections of all of its replicas. */
export function capacityFaults(rendered: Rendered): readonly string[] {
  return services.flatMap((service) => {
    const cluster = rendered.find('Cluster', `${service}-db`);
    if (cluster === undefined) return [`${service}: has no database`];
    const { postgresql } = cluster.spec as {
      readonly postgresql: { readonly parameters: Readonly<Record<string, string>> };
    };
    const max = Number(postgresql.parameters['max_connections']);
    const needed = connectionsOf(rendered, service);
    return needed <= max
      ? []
      : [`${service}: needs ${String(needed)} connections of ${String(max)}`];
  });
}

/** The pool and the leaders of every replica, and of one more in a rolling update. */
export function connectionsOf(rendered: Rendered, service: (typeof services)[number]): number {
  const { projections = [] } = definitionsIn(rendered.overlay)[service];
  const leaders = 2 + projections.length + worksMax;
  return (replicasOf(rendered, service).max + 1) * (poolMax() + leaders) + others;
}

function poolMax(): number {
  const path = 'libs/event-store/src/sql/database.ts';
  const found = /poolMax = (\d+)/.exec(readFileSync(join(root, path), 'utf8'))?.[1];
  if (found === undefined) throw new Error(`${path} has no poolMax`);
  return Number(found);
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
