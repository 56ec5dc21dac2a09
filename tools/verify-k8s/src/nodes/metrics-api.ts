import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { Server } from 'node:https';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Access } from '../control-plane/access.js';
import { appOf, isOfApp, isServing, nameLabel } from './pod.js';
import type { Pod } from './pod.js';

const groups = ['metrics.k8s.io', 'external.metrics.k8s.io'] as const;
const version = 'v1beta1';

/** What the apps have to do: processor time in thousandths of a core, and messages by name of the metric. */
export interface Load {
  readonly cpu: Readonly<Record<string, number>>;
  readonly lag: Readonly<Record<string, number>>;
}

/**
 * The answers of the metrics API and of the external metrics API: the load of an app is shared by its serving pods.
 *
 * @param path the path of the request, with its query
 * @returns undefined for a path that is not one of these
 */
export function answerTo(
  path: string,
  pods: readonly Pod[],
  load: Load,
  now: Date,
): object | undefined {
  const url = new URL(path, 'https://localhost');
  const [, , group = '', , , namespace = '', name = ''] = url.pathname.split('/');
  if (group === 'metrics.k8s.io' && name === 'pods') return usages(namespace, pods, load, now);
  if (group === 'external.metrics.k8s.io' && name !== '') {
    return lagOf(name, load.lag[`${namespace}/${scaledIn(url)}/${name}`] ?? 0, now);
  }
  if (!groups.some((one) => url.pathname === `/apis/${one}/${version}`)) return undefined;
  return { ...kinds(group, 'APIResourceList'), groupVersion: `${group}/${version}`, resources };
}

function scaledIn({ searchParams }: URL): string {
  const selector = searchParams.get('labelSelector') ?? '';
  return /scaledobject\.keda\.sh\/name=([\w-]+)/.exec(selector)?.[1] ?? '';
}

function kinds(group: string, kind: string) {
  return { kind, apiVersion: kind === 'APIResourceList' ? 'v1' : `${group}/${version}` };
}

function usages(namespace: string, pods: readonly Pod[], load: Load, now: Date): object {
  const items = pods
    .filter((pod) => pod.metadata.namespace === namespace && isOfApp(pod) && isServing(pod))
    .map((pod) => usageOf(pod, pods, load, now.toISOString()));
  return { ...kinds('metrics.k8s.io', 'PodMetricsList'), metadata: {}, items };
}

function lagOf(metricName: string, lag: number, now: Date): object {
  const items = [
    { metricName, metricLabels: {}, timestamp: now.toISOString(), value: String(lag) },
  ];
  const named = kinds('external.metrics.k8s.io', 'ExternalMetricValueList');
  return { ...named, metadata: {}, items };
}

const resources = [
  { name: 'pods', singularName: '', namespaced: true, kind: 'PodMetrics', verbs: ['get', 'list'] },
];

function usageOf(pod: Pod, pods: readonly Pod[], load: Load, timestamp: string): object {
  const app = appOf(pod);
  const sharers = pods.filter((one) => isOfApp(one) && appOf(one) === app && isServing(one)).length;
  const cpu = `${String(Math.round((load.cpu[app] ?? 0) / sharers))}m`;
  const { name, namespace, labels } = pod.metadata;
  return {
    metadata: { name, namespace, labels: { [nameLabel]: labels?.[nameLabel] ?? '' } },
    ...{ timestamp, window: '1s' },
    containers: pod.spec.containers.map((one) => ({
      name: one.name,
      usage: { cpu, memory: '1Mi' },
    })),
  };
}

/** Both metrics APIs as a server of the run, behind the API server's own. */
export class MetricsApi {
  load: Load = { cpu: {}, lag: {} };

  private constructor(private readonly server: Server) {}

  /** Serves on a loopback port. The certificate is the one of the API server. */
  static async start(access: Access, pods: () => readonly Pod[]): Promise<MetricsApi> {
    const cert = readFileSync(access.authority);
    const key = readFileSync(access.authority.replace(/\.crt$/, '.key'));
    const server = createServer({ cert, key });
    const api = new MetricsApi(server);
    server.on('request', ({ url = '/' }, response) => {
      const body = answerTo(url, pods(), api.load, new Date());
      response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body ?? {}));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return api;
  }

  /** What registers both APIs at the API server: a service outside of the cluster, and two API services. */
  manifests() {
    const { port } = this.server.address() as AddressInfo;
    const metadata = { name: 'metrics', namespace: 'kube-system' };
    const service = {
      apiVersion: 'v1',
      kind: 'Service',
      metadata,
      spec: { type: 'ExternalName', externalName: 'localhost', ports: [{ port }] },
    };
    const services = groups.map((group) => ({
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
      metadata: { name: `${version}.${group}` },
      spec: {
        ...{ group, version, groupPriorityMinimum: 100, versionPriority: 100 },
        ...{ insecureSkipTLSVerify: true, service: { ...metadata, port } },
      },
    }));
    return [service, ...services];
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
