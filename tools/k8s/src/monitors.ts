import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { apps } from './apps.js';
import { kafkaCluster } from './kafka-resources.js';
import type { KubernetesObject } from './objects.js';
import { root } from '@nordgate/local/overlays';

const apiVersion = 'monitoring.coreos.com/v1';
/** Prometheus may select what it reads by this label (`podMonitorSelector`, `ruleSelector`). */
const labels = { 'app.kubernetes.io/part-of': 'nordgate' };

/** The job of the apps: the alerts and dashboards of deploy/observability know a process by it and by `app`. */
export const appJob = 'nordgate';

/** Where Prometheus reads what: a port by its name in the pod, and labels beside those of Prometheus Operator. */
interface Endpoint {
  readonly port: string;
  readonly job: string;
  readonly isTls?: { readonly serverName: string };
  readonly relabelings?: readonly object[];
}

function monitor(name: string, selector: object, endpoint: Endpoint): KubernetesObject {
  const { port, job, isTls, relabelings = [] } = endpoint;
  const ca = { configMap: { name: 'internal-ca', key: 'ca.crt' } };
  const tls = isTls && { scheme: 'https', tlsConfig: { ca, serverName: isTls.serverName } };
  const always = [
    { targetLabel: 'job', replacement: job },
    { sourceLabels: ['__meta_kubernetes_pod_name'], targetLabel: 'pod' },
  ];
  const read = { port, path: '/metrics', interval: '15s', ...tls };
  return {
    ...{ apiVersion, kind: 'PodMonitor', metadata: { name, labels } },
    spec: {
      selector,
      podMetricsEndpoints: [{ ...read, relabelings: [...always, ...relabelings] }],
    },
  };
}

/** One for each app, as each has a certificate for the name of its Service. */
export function appMonitors(): readonly KubernetesObject[] {
  return apps.map((app) => {
    const pods = { 'app.kubernetes.io/name': app, 'app.kubernetes.io/component': 'app' };
    return monitor(
      app,
      { matchLabels: pods },
      {
        ...{ port: 'internal', job: appJob, isTls: { serverName: app } },
        relabelings: [{ targetLabel: 'app', replacement: app }],
      },
    );
  });
}

/** The brokers and controllers of Strimzi, the instances of CloudNativePG, and the Collector. */
export function platformMonitors(): readonly KubernetesObject[] {
  const clusterOf = [
    { sourceLabels: ['__meta_kubernetes_pod_label_cnpg_io_cluster'], targetLabel: 'cnpg_cluster' },
  ];
  return [
    monitor(
      'kafka',
      { matchLabels: { 'strimzi.io/cluster': kafkaCluster, 'strimzi.io/kind': 'Kafka' } },
      { port: 'tcp-prometheus', job: 'nordgate-kafka' },
    ),
    monitor(
      'databases',
      {
        matchLabels: { 'cnpg.io/podRole': 'instance' },
        matchExpressions: [{ key: 'cnpg.io/cluster', operator: 'Exists' }],
      },
      { port: 'metrics', job: 'nordgate-databases', relabelings: [...clusterOf, withoutCopies] },
    ),
    monitor(
      'collector',
      { matchLabels: { 'app.kubernetes.io/name': 'collector' } },
      { port: 'metrics', job: 'collector' },
    ),
  ];
}

/** The copy of a drill has no backup and no standby, and no alert is about it. */
const withoutCopies = {
  sourceLabels: ['__meta_kubernetes_pod_label_cnpg_io_cluster'],
  ...{ regex: '.+-drill', action: 'drop' },
};

/** The rules of deploy/observability/rules, one resource for each file: etcd takes 1.5 MiB for one object. */
export function prometheusRules(): readonly KubernetesObject[] {
  const folder = join(root, 'deploy/observability/rules');
  return globSync('*.yml', { cwd: folder })
    .sort()
    .map((file) => ({
      ...{ apiVersion, kind: 'PrometheusRule' },
      metadata: { name: `nordgate-${basename(file, '.yml')}`, labels },
      spec: parse(readFileSync(join(folder, file), 'utf8')) as object,
    }));
}
