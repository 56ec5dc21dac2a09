import { drain, requireSpread } from './disruptions.js';
import type { App } from './apps.js';
import { appOf, isServing } from './pod.js';
import type { Rehearsal } from './rehearsal.js';

/** A fault in a running cluster, and what the check that has to find it says. */
interface ClusterFault {
  readonly name: string;
  readonly fault: RegExp;
  readonly check: (one: Rehearsal, app: App) => Promise<void>;
  readonly app: string;
}

const faults: readonly ClusterFault[] = [
  {
    name: 'a rollout that takes a pod away first',
    app: 'sca',
    fault: /^fewer serving pods than allowed: nordgate-sandbox\/sca: 1 of 2$/,
    check: async (one, app) => {
      const rollingUpdate = { maxSurge: 0, maxUnavailable: 1 };
      const wanted = await one.wanted([app]);
      one.cluster.availability.restart();
      await rollOut(one, app, { strategy: { rollingUpdate } });
      one.requireServed([app], ({ key }) => (wanted.get(key) ?? 0) - app.maxUnavailable);
    },
  },
  {
    name: 'an app that does not wait for its schema',
    app: 'accounts',
    fault: /^ready before the schema of their release: accounts-/,
    check: async (one, app) => {
      const image = `registry.example/nordgate/${app.name}@sha256:${'9'.repeat(64)}`;
      const containers = [{ name: 'app', image, env: [{ name: 'MIGRATIONS', value: 'ignore' }] }];
      await rollOut(one, app, {}, { spec: { containers } });
      one.cluster.schemas.requireKept();
    },
  },
  {
    name: 'a zone that is too small',
    app: 'payments',
    fault: /^nordgate-sandbox\/payments: skew 2 of .*"zone-c":0/m,
    check: async (one, app) => {
      const small = one.cluster.nodes.inZone('zone-c').map(({ name }) => name);
      await setCpu(one, small, '10m');
      await rollOut(one, app, { replicas: 3 });
      requireSpread(one);
    },
  },
  {
    name: 'a cluster that is too small',
    app: 'batch',
    fault: /no node for batch-.*Insufficient memory/,
    check: async (one, app) => {
      const containers = [
        { name: 'app', resources: { requests: { memory: '20Gi' }, limits: { memory: '20Gi' } } },
      ];
      await rollOut(one, app, {}, { spec: { containers } });
    },
  },
  {
    name: 'a surge that no node may take',
    app: 'gateway',
    fault: /no node for gateway-.*anti-affinity/,
    check: async (one, app) => {
      await rollOut(one, app, { replicas: one.cluster.nodes.all.length });
      const term = {
        labelSelector: { matchLabels: { 'app.kubernetes.io/name': app.name } },
        topologyKey: 'kubernetes.io/hostname',
      };
      const podAntiAffinity = { requiredDuringSchedulingIgnoredDuringExecution: [term] };
      await rollOut(one, app, {}, { spec: { affinity: { podAntiAffinity } } });
    },
  },
  {
    name: 'a budget that blocks a drain',
    app: 'baskets',
    fault: /"baskets-\S+" -n "nordgate-sandbox".*Cannot evict pod/,
    check: async (one, app) => {
      const body = { spec: { maxUnavailable: 0 } };
      const path = `/apis/policy/v1/namespaces/${app.namespace}/poddisruptionbudgets/${app.name}`;
      await one.cluster.api.patch(path, body);
      const pod = one.cluster.kubelet.all.find(
        (some) => appOf(some) === app.key && isServing(some),
      );
      await drain(one, pod?.spec.nodeName ?? '', 15);
    },
  },
];

/** Plants each fault in the sandbox, and runs the check that has to find it. */
export async function plantFaults(one: Rehearsal): Promise<void> {
  for (const { name, fault, check, app } of faults) {
    const found = one.apps.find((some) => some.key === `nordgate-sandbox/${app}`);
    if (found === undefined) throw new Error(`the sandbox has no ${app}`);
    await one.finds(name, fault, () => check(one, found));
    await setCpu(
      one,
      one.cluster.nodes.all.map((node) => node.name),
      '8',
    );
  }
}

/** Changes a Deployment in a way that makes new pods, and waits for them. */
async function rollOut(one: Rehearsal, app: App, spec: object, template: object = {}) {
  const annotations = { 'planted-at': new Date().toISOString() };
  const path = `/apis/apps/v1/namespaces/${app.namespace}/deployments/${app.name}`;
  await one.cluster.api.patch(path, {
    spec: { minReadySeconds: 0, ...spec, template: { metadata: { annotations }, ...template } },
  });
  await one.rolledOut([app]);
}

async function setCpu({ cluster }: Rehearsal, nodes: readonly string[], cpu: string) {
  for (const name of nodes) {
    await cluster.api.patch(`/api/v1/nodes/${name}/status`, { status: { allocatable: { cpu } } });
  }
}
