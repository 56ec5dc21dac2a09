import { callersOf, consoleCallersOf } from '@nordgate/service/process';
import { apps, services } from './apps.js';
import type { App, Service } from './apps.js';
import { processes } from './bank.js';

/** An app of the bank, the operator's pod, or a neighbour of the apps. */
export type Peer =
  | App
  | 'operator'
  | 'restore'
  | `${Service}-db`
  | 'kafka'
  | 'collector'
  | 'edge'
  | 'monitoring'
  | 'tpp-register'
  | 'ocsp'
  | 'identity-provider';

/** One connection that the architecture needs: who opens it, to whom, and at which ports. */
export interface Edge {
  readonly from: Peer;
  readonly to: Peer;
  readonly ports: readonly number[];
  /** `all`: also the migration Job of the app. */
  readonly pods?: 'all';
}

export const internalPort = 8090;
const postgresPort = 5432;
/** CloudNativePG's own port of an instance. */
const instancePort = 8000;
export const kafkaPort = 9093;
const collectorPort = 4318;
/** The Collector's metrics of itself. */
const collectorMetricsPort = 8888;
const consolePort = 8083;

/** The ports at which clients outside the cluster reach an app, through the gateway of the cluster. */
const edgePorts: Readonly<Partial<Record<App, number>>> = { gateway: 8080, sca: 8081 };

/** Every edge inside the cluster, in every environment. The callers are those whose tokens the apps accept. */
export function innerEdges(): readonly Edge[] {
  return [...queryEdges(), ...operatorEdges(), ...neighbourEdges(), ...inboundEdges()];
}

function queryEdges(): readonly Edge[] {
  return apps.flatMap((to) =>
    callersOf[to].map((from): Edge => ({ from, to, ports: [internalPort] })),
  );
}

/** The apps that accept the tokens of the operator's command. */
function operatorEdges(): readonly Edge[] {
  const operated = apps.filter((app) => 'operatorKeys' in processes[app]);
  return operated.map((to) => ({ from: 'operator', to, ports: [internalPort] }));
}

/** Every app logs traces and speaks to Kafka; each service has its own database. */
function neighbourEdges(): readonly Edge[] {
  return [
    ...apps.map((from): Edge => ({ from, to: 'kafka', ports: [kafkaPort] })),
    ...apps.map((from): Edge => ({ from, to: 'collector', ports: [collectorPort] })),
    ...services.map((from): Edge => ({
      from,
      to: `${from}-db`,
      ports: [postgresPort],
      pods: 'all',
    })),
  ];
}

/** The instances of a database replicate from each other, and look whether the others are there. */
export const replicationEdges: readonly Edge[] = services.map((service) => {
  const to: Peer = `${service}-db`;
  return { from: to, to, ports: [postgresPort, instancePort] };
});

const metricsPort = 9187;

/** Prometheus reads the metrics of each instance of a database. */
export const databaseMetricsEdges: readonly Edge[] = services.map((service) => ({
  ...{ from: 'monitoring', to: `${service}-db`, ports: [metricsPort] },
}));

function inboundEdges(): readonly Edge[] {
  const edges = Object.entries(edgePorts) as [App, number][];
  return [
    ...edges.map(([to, port]): Edge => ({ from: 'edge', to, ports: [port] })),
    ...apps.map((to): Edge => ({ from: 'monitoring', to, ports: [internalPort] })),
    { from: 'monitoring', to: 'collector', ports: [collectorMetricsPort] },
  ];
}

/** The pods of a repair set offsets. An app keeps the label `app`, which makes it a member of its Service. */
export const restoreEdges: readonly Edge[] = [{ from: 'restore', to: 'kafka', ports: [kafkaPort] }];

/** The console of a sandbox is in accounts. Browsers reach it, and it queries other apps. */
export const consoleEdges: readonly Edge[] = [
  { from: 'edge', to: 'accounts', ports: [consolePort] },
  ...(Object.entries(consoleCallersOf) as [App, readonly App[]][]).flatMap(([to, callers]) =>
    callers.map((from): Edge => ({ from, to, ports: [internalPort] })),
  ),
];

/**
 * What production asks outside the cluster: the register of TPPs and the responders of their CAs (gateway and sca), and
 * the identity provider (sca). A test compares this with the settings of the apps. No app sends anything to a TPP.
 */
export const outsideEdges: readonly Edge[] = [
  ...(['gateway', 'sca'] as const).flatMap((from): readonly Edge[] => [
    { from, to: 'tpp-register', ports: [443] },
    { from, to: 'ocsp', ports: [80, 443] },
  ]),
  { from: 'sca', to: 'identity-provider', ports: [443] },
];
