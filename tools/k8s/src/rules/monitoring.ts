import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { appJob } from '../monitors.js';
import { containerOf } from '../rendered.js';
import type { Manifest, Rendered } from '../rendered.js';
import { root } from '@nordgate/local/overlays';
import { placesOf } from './places.js';
import type { Labels } from './places.js';
import { selects } from './policies.js';
import type { Selector } from './policies.js';

interface Endpoint {
  readonly port: string;
  readonly path?: string;
  readonly scheme?: string;
  readonly tlsConfig?: {
    readonly serverName?: string;
    readonly ca?: { readonly configMap?: { readonly name: string; readonly key: string } };
  };
  readonly relabelings?: readonly {
    readonly targetLabel?: string;
    readonly replacement?: string;
  }[];
}

/** The pods that Prometheus reads beside the apps, with the ports that Strimzi, CloudNativePG and the manifests name. */
const platform = [
  [/^kafka$/, 'tcp-prometheus'],
  [/-db$/, 'metrics'],
  [/^collector$/, 'metrics'],
] as const;

/** Prometheus reads every process with the labels of the alerts, and Kafka measures what the alerts ask for. */
export function monitoringFaults(rendered: Rendered): readonly string[] {
  const isMonitored = rendered.overlay === 'production';
  return [
    ...allowListFaults(rendered),
    ...(isMonitored ? [...appFaults(rendered), ...platformFaults(rendered)] : []),
    ...(isMonitored ? dashboardFaults(rendered) : []),
    ...(isMonitored && rendered.all('PrometheusRule').length === 0 ? ['there are no alerts'] : []),
    ...sizeFaults(rendered),
  ];
}

/** The endpoints of the monitors that select a pod with these labels. */
function endpointsOf(rendered: Rendered, labels: Labels): readonly Endpoint[] {
  return rendered
    .all('PodMonitor')
    .map(({ spec }) => spec as { selector: Selector; podMetricsEndpoints: readonly Endpoint[] })
    .filter(({ selector }) => selects(selector, labels))
    .flatMap(({ podMetricsEndpoints }) => podMetricsEndpoints);
}

function appFaults(rendered: Rendered): readonly string[] {
  return rendered.apps().flatMap(([app, workload]) => {
    const found = endpointsOf(rendered, workload.template.metadata.labels);
    const [endpoint] = found;
    if (endpoint === undefined || found.length > 1) {
      return [`${app}: is read by ${String(found.length)} monitors`];
    }
    const container = containerOf(workload);
    const isTls = rendered.environment(container)['INTERNAL_TLS_CERT_FILE'] !== undefined;
    const isNamed = container.ports?.some(({ name }) => name === endpoint.port) === true;
    return [
      ...(isTls ? tlsFaults(app, endpoint) : []),
      ...((endpoint.scheme ?? 'http') === (isTls ? 'https' : 'http') ? [] : ['another scheme']),
      ...(isNamed ? [] : ['an unknown port']),
      ...labelFaults(app, endpoint),
    ].map((fault) => `${app}: its monitor has ${fault}`);
  });
}

/** The alerts know a process by these labels. */
function labelFaults(app: string, { relabelings = [] }: Endpoint): readonly string[] {
  const labels = new Map(
    relabelings.map(({ targetLabel, replacement }) => [targetLabel, replacement]),
  );
  return [
    ...(labels.get('job') === appJob ? [] : ['another job']),
    ...(labels.get('app') === app ? [] : ['another app']),
    ...(labels.has('pod') ? [] : ['no pod']),
  ];
}

/** A certificate is for the name of the Service, and the CA is the one that the apps trust. */
function tlsFaults(app: string, { tlsConfig: { ca, serverName } = {} }: Endpoint) {
  const { name, key } = ca?.configMap ?? {};
  return [
    ...(serverName === app ? [] : [`the server name ${String(serverName)}`]),
    ...(name === 'internal-ca' && key === 'ca.crt' ? [] : ['another CA']),
  ];
}

function platformFaults(rendered: Rendered): readonly string[] {
  return placesOf(rendered).flatMap(({ name, labels = {} }) => {
    const port = platform.find(([pattern]) => pattern.test(name))?.[1];
    if (port === undefined) return [];
    const found = endpointsOf(rendered, labels).map((endpoint) => endpoint.port);
    return found.join() === port ? [] : [`${name}: is read at port ${found.join() || 'none'}`];
  });
}

/** The reporter of Strimzi publishes only metrics whose whole name matches a pattern of its list. */
function allowListFaults(rendered: Rendered): readonly string[] {
  const rules = readFileSync(join(root, 'deploy/observability/rules/platform.yml'), 'utf8');
  const asked = [...new Set(rules.match(/\bkafka_\w+/g) ?? [])];
  return rendered.all('Kafka').flatMap(({ spec }) => {
    const { metricsConfig } = (
      spec as { kafka: { metricsConfig?: { values?: { allowList?: readonly string[] } } } }
    ).kafka;
    const patterns = metricsConfig?.values?.allowList ?? [];
    return asked
      .filter((name) => !patterns.some((pattern) => new RegExp(`^(?:${pattern})$`).test(name)))
      .map((name) => `Kafka does not publish ${name}`);
  });
}

/** The sidecar of Grafana's chart finds a dashboard by this label. */
function dashboardFaults(rendered: Rendered): readonly string[] {
  const folder = join(root, 'deploy/observability/dashboards');
  const found = rendered
    .all('ConfigMap')
    .filter(({ metadata: { labels = {} } }) => labels['grafana_dashboard'] === '1')
    .flatMap(({ data = {} }) => Object.entries(data));
  return globSync('*.json', { cwd: folder })
    .filter((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      return !found.some(([name, content]) => name === file && content === text);
    })
    .map((file) => `Grafana does not find ${file}`);
}

/** The least limit: an annotation of kubectl apply without `--server-side` holds the whole object in 256 KiB. */
const bytesMax = 256 * 1024;

function sizeFaults(rendered: Rendered): readonly string[] {
  const sized = [...rendered.all('ConfigMap'), ...rendered.all('PrometheusRule')];
  return sized
    .filter((manifest: Manifest) => Buffer.byteLength(JSON.stringify(manifest)) >= bytesMax)
    .map(({ kind, metadata }) => `${kind} ${metadata.name} has more than 256 KiB`);
}
