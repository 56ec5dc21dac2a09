import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { freePorts, isFree } from '../host/free-ports.js';
import type { Say } from '../host/processes.js';
import type { KafkaFolder } from './kafka-folder.js';
import type { ListenerTls } from './listener-keystore.js';

/** One broker, which is also a controller. */
interface PlannedNode {
  readonly node: number;
  /** For clients and the other brokers. */
  readonly port: number;
  /** Between the controllers. */
  readonly controllerPort: number;
}

/** A listener of a broker for one client only, which reaches it by another port. */
export interface RoutedListener {
  readonly client: string;
  readonly node: number;
  readonly port: number;
  /** The port that the broker names to the client. */
  readonly advertised: number;
}

/** Clients with separate listeners at each broker: something between them and the brokers can treat each differently. */
export interface RoutedClients {
  /** Letters only. */
  readonly clients: readonly string[];
  /** Their listeners then have TLS, whatever the others have. */
  readonly tls?: ListenerTls;
  /** Resolves with a port that leads this client to that port of a broker. */
  readonly route: (client: string, node: number, port: number) => Promise<number>;
}

/** The facts that all brokers of a cluster share. */
export interface ClusterPlan {
  readonly id: string;
  /** By user of a secured cluster: clients log in as `nordgate`, brokers as `broker`. */
  readonly passwords: Readonly<Record<'nordgate' | 'broker', string>>;
  readonly nodes: readonly PlannedNode[];
}

/** The size and the ports that the caller wants. */
interface PlanRequest {
  readonly brokers: number;
  /** Default: the ports of the last start while they are free, else other free ports. */
  readonly ports?: readonly number[];
}

/**
 * The plan of the folder's cluster. Id and passwords never change; ports are kept while they are free.
 *
 * @throws Error when the folder has a cluster of another size, and when a requested port is taken
 */
export async function planCluster(
  folder: KafkaFolder,
  { brokers, ports }: PlanRequest,
  say: Say,
): Promise<ClusterPlan> {
  const kept = keptPlan(folder);
  if (kept && kept.nodes.length !== brokers) {
    throw new Error(`${folder.root} has a cluster of ${kept.nodes.length}, not of ${brokers}`);
  }
  const plan = {
    id: kept?.id ?? newClusterId(),
    passwords: kept?.passwords ?? { nordgate: newPassword(), broker: newPassword() },
    nodes: await planNodes(brokers, kept?.nodes, ports),
  };
  if (kept && JSON.stringify(kept.nodes) !== JSON.stringify(plan.nodes)) {
    say('the brokers listen on other ports than the last time');
  }
  writeFileSync(folder.cluster, `${JSON.stringify(plan)}\n`, { mode: 0o600 });
  return plan;
}

async function planNodes(
  brokers: number,
  kept: readonly PlannedNode[] | undefined,
  ports: readonly number[] | undefined,
): Promise<PlannedNode[]> {
  if (ports) await assertUsable(brokers, ports);
  else if (kept && (await allFree(kept))) return [...kept];
  const free = await freePorts(2 * brokers, ports);
  return Array.from({ length: brokers }, (_, index) => ({
    node: index + 1,
    port: ports?.[index] ?? free[index]!,
    controllerPort: free[brokers + index]!,
  }));
}

/** The listeners of the routed clients, at free ports. They are planned for each start. */
export async function planListeners(
  { nodes }: ClusterPlan,
  { clients, route }: RoutedClients,
): Promise<RoutedListener[]> {
  const taken = nodes.flatMap(({ port, controllerPort }) => [port, controllerPort]);
  const free = (await freePorts(nodes.length * clients.length, taken)).values();
  const all = nodes.flatMap(({ node }) =>
    clients.map((client) => ({ client, node, port: free.next().value ?? 0 })),
  );
  return Promise.all(
    all.map(async (one) => ({ ...one, advertised: await route(one.client, one.node, one.port) })),
  );
}

async function assertUsable(brokers: number, ports: readonly number[]): Promise<void> {
  if (new Set(ports).size !== brokers || ports.length !== brokers) {
    throw new Error(`${brokers} brokers need ${brokers} different ports, not ${ports.join(', ')}`);
  }
  for (const port of ports) {
    if (!(await isFree(port))) throw new Error(`port ${port} is taken by another program`);
  }
}

async function allFree(nodes: readonly PlannedNode[]): Promise<boolean> {
  const ports = nodes.flatMap(({ port, controllerPort }) => [port, controllerPort]);
  return (await Promise.all(ports.map(isFree))).every(Boolean);
}

function keptPlan({ cluster }: KafkaFolder): ClusterPlan | undefined {
  if (!existsSync(cluster)) return undefined;
  return JSON.parse(readFileSync(cluster, 'utf8')) as ClusterPlan;
}

/** 16 bytes in Kafka's notation. A leading dash would be read as a flag on the command line. */
function newClusterId(): string {
  return randomBytes(16).toString('base64url').replace(/^-/, 'k');
}

function newPassword(): string {
  return randomBytes(24).toString('hex');
}
