import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generationNamed } from '@nordgate/messaging/kafka';
import { apps } from '../apps.js';
import { kafkaAccessIn, replyTopic } from '../kafka-access.js';
import { containerOf } from '../rendered.js';
import type { Container, Manifest, Probe, Rendered, WorkloadSpec } from '../rendered.js';
import { root } from '@nordgate/local/overlays';

const source = (path: string) => readFileSync(join(root, path), 'utf8');

/** A number of the code that has this name. @throws Error when the file does not have it */
function numberIn(path: string, name: string): number {
  const found = new RegExp(`\\b${name} = ([\\d_]+)`).exec(source(path))?.[1];
  if (found === undefined) throw new Error(`${path} has no ${name}`);
  return Number(found.replaceAll('_', ''));
}

/** Seconds within which a process ends after SIGTERM. */
const drainSeconds = () =>
  numberIn('libs/service/src/host/process/run-process.ts', 'stopMsMax') / 1000;

/** Every app runs, is replaced and ends without a gap. */
export function availabilityFaults(rendered: Rendered): readonly string[] {
  const deployed = new Map(rendered.apps());
  return apps.flatMap((app) => {
    const workload = deployed.get(app);
    if (workload === undefined) return [`${app}: is not deployed`];
    return [
      ...replicaFaults(rendered, app, workload),
      ...progressFaults(rendered, workload),
      ...endFaults(workload),
      ...probeFaults(rendered, containerOf(workload)),
      ...budgetFaults(rendered.find('PodDisruptionBudget', app), workload),
      ...protocolFaults(rendered, app, workload),
    ].map((fault) => `${app}: ${fault}`);
  });
}

/** How many replicas an app has at least and at most. */
export function replicasOf(
  rendered: Rendered,
  app: string,
): { readonly min: number; readonly max: number } {
  const numbersOf = (kind: string) =>
    (rendered.find(kind, app)?.spec ?? {}) as Readonly<Record<string, number | undefined>>;
  const [scaled, byCpu] = [numbersOf('ScaledObject'), numbersOf('HorizontalPodAutoscaler')];
  const fixed = numbersOf('Deployment')['replicas'] ?? 1;
  return {
    min: scaled['minReplicaCount'] ?? byCpu['minReplicas'] ?? fixed,
    max: scaled['maxReplicaCount'] ?? byCpu['maxReplicas'] ?? fixed,
  };
}

/** The most partitions of a topic that an app reads. A replica beyond them has nothing to read. */
function partitionsOf(rendered: Rendered, app: string): number {
  const access = kafkaAccessIn(rendered.overlay).find((one) => one.app === app);
  const read = new Set<string>((access?.reads ?? []).map(({ topic }) => topic));
  if (read.size === 0) read.add(replyTopic);
  const counts = rendered
    .all('KafkaTopic')
    .filter(({ metadata }) => read.has(generationNamed(metadata.name)?.topic ?? ''))
    .map(({ spec }) => (spec as { readonly partitions?: number } | undefined)?.partitions ?? 0);
  return Math.max(0, ...counts);
}

function replicaFaults(
  rendered: Rendered,
  app: string,
  { replicas, strategy, template }: WorkloadSpec,
): readonly string[] {
  const { min, max } = replicasOf(rendered, app);
  const partitions = partitionsOf(rendered, app);
  const isScaled = ['ScaledObject', 'HorizontalPodAutoscaler'].some((kind) =>
    rendered.find(kind, app),
  );
  const { maxUnavailable, maxSurge } = strategy?.rollingUpdate ?? {};
  const spread = template.spec.topologySpreadConstraints?.map(({ topologyKey }) => topologyKey);
  const keys = ['topology.kubernetes.io/zone', 'kubernetes.io/hostname'];
  return [
    ...(min < 2 ? ['may have a single replica'] : []),
    ...(max > partitions ? [`has more than ${String(partitions)} replicas`] : []),
    ...(isScaled && replicas !== undefined ? ['sets the number that its scaler owns'] : []),
    ...(maxUnavailable !== 0 || maxSurge !== 1 ? ['is replaced with fewer replicas'] : []),
    ...keys.filter((key) => spread?.includes(key) !== true).map((key) => `is not spread by ${key}`),
  ];
}

/** A rollout waits for the migrations, and for each new pod to work for a while. */
function progressFaults(
  rendered: Rendered,
  { minReadySeconds = 0, progressDeadlineSeconds = 600 }: WorkloadSpec,
): readonly string[] {
  const deadlines = rendered.all('Job').map(({ spec }) => {
    return (spec as { readonly activeDeadlineSeconds?: number }).activeDeadlineSeconds ?? 0;
  });
  return [
    ...(minReadySeconds > 0 ? [] : ['replaces a pod as soon as another one is ready']),
    ...(progressDeadlineSeconds > Math.max(...deadlines)
      ? []
      : [`has failed after ${String(progressDeadlineSeconds)} s, while its job may still run`]),
  ];
}

/** preStop + drain < grace (ADR 42). */
function endFaults({ template: { spec } }: WorkloadSpec): readonly string[] {
  const sleep = spec.containers[0]?.lifecycle?.preStop?.sleep?.seconds ?? 0;
  const grace = spec.terminationGracePeriodSeconds ?? 30;
  return [
    ...(sleep < 5 ? ['ends before the balancers know it'] : []),
    ...(sleep + drainSeconds() >= grace ? [`is killed after ${String(grace)} s`] : []),
  ];
}

/** A slow node takes more than a minute; a pod that waits for its schema starts as soon as that is there. */
const startLimitSeconds = 300;

/** Each probe has its own path, which the internal server answers, with the scheme of that server. */
function probeFaults(rendered: Rendered, container: Container): readonly string[] {
  const env = rendered.environment(container);
  const scheme = env['INTERNAL_TLS_CERT_FILE'] === undefined ? 'HTTP' : 'HTTPS';
  const port = container.ports?.find(({ name }) => name === 'internal')?.containerPort;
  const probes = { started: container.startupProbe, ready: container.readinessProbe };
  const all = Object.entries({ ...probes, live: container.livenessProbe });
  const { periodSeconds = 10, failureThreshold = 3 } = container.startupProbe ?? {};
  return [
    ...all.flatMap(([name, probe]) => pathFaults(`/health/${name}`, probe, scheme)),
    ...(String(port) === env['INTERNAL_PORT'] ? [] : ['is probed at another port']),
    ...(periodSeconds * failureThreshold === startLimitSeconds
      ? []
      : [`may start for ${String(periodSeconds * failureThreshold)} s`]),
  ];
}

function pathFaults(path: string, probe: Probe | undefined, scheme: string): readonly string[] {
  const { path: probed, port, scheme: spoken = 'HTTP' } = probe?.httpGet ?? {};
  const server = source('libs/service/src/host/internal-server.ts');
  return [
    ...(probed === path ? [] : [`has no probe ${path}`]),
    ...(port === 'internal' ? [] : [`is probed at port ${String(port)}`]),
    ...(spoken === scheme ? [] : [`answers ${scheme} and is probed with ${spoken}`]),
    ...(server.includes(`'${path}'`) ? [] : [`does not answer ${path}`]),
  ];
}

/** A gateway of the cluster and a mesh believe `appProtocol`. The container decides by its certificates. */
function protocolFaults(
  rendered: Rendered,
  app: string,
  workload: WorkloadSpec,
): readonly string[] {
  const env = rendered.environment(containerOf(workload));
  const services = rendered.all('Service').map(({ metadata, spec }) => ({
    ...(spec as { readonly selector: Readonly<Record<string, string>>; readonly ports?: Port[] }),
    service: metadata.name,
  }));
  return services
    .filter(({ selector }) => selector['app.kubernetes.io/name'] === app)
    .flatMap(({ service, ports = [] }) =>
      ports.flatMap(({ name, appProtocol }) => {
        const variable = `${name === 'internal' ? 'INTERNAL' : app.toUpperCase()}_TLS_CERT_FILE`;
        const spoken = env[variable] === undefined ? 'http' : 'https';
        if (appProtocol === spoken) return [];
        return [`port ${name} of ${service} speaks ${spoken}, not ${String(appProtocol)}`];
      }),
    );
}

interface Port {
  readonly name: string;
  readonly appProtocol?: string;
}

function budgetFaults(budget: Manifest | undefined, { template }: WorkloadSpec): readonly string[] {
  const { maxUnavailable, selector, unhealthyPodEvictionPolicy } = (budget?.spec ?? {}) as {
    readonly maxUnavailable?: number;
    readonly unhealthyPodEvictionPolicy?: string;
    readonly selector?: { readonly matchLabels: Readonly<Record<string, string>> };
  };
  const { labels } = template.metadata;
  const selects = Object.entries(selector?.matchLabels ?? { none: '' }).every(
    ([name, value]) => labels[name] === value,
  );
  return [
    ...(maxUnavailable === 1 && selects ? [] : ['may lose several replicas at once']),
    ...(unhealthyPodEvictionPolicy === 'AlwaysAllow'
      ? []
      : ['keeps a node from being drained while a pod is not ready']),
  ];
}
