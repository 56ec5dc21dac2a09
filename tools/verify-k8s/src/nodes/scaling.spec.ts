import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readManifests } from '../documents.js';
import { repository } from '../schemas/bundle.js';
import { appsOf } from './apps.js';
import { hpaOf } from './keda-hpa.js';
import { answerTo } from './metrics-api.js';
import { scalingFaults, withFault } from './planted-scaling-faults.js';
import { autoscalersOf, expectations } from './scaling.js';

const path = join(repository, 'deploy/k8s/rendered/production.yaml');
const production = readManifests(readFileSync(path, 'utf8'));

const scaled = {
  ...{ apiVersion: 'keda.sh/v1alpha1', kind: 'ScaledObject' },
  metadata: { name: 'sca', namespace: 'bank' },
  spec: {
    ...{ scaleTargetRef: { name: 'sca' }, minReplicaCount: 2, maxReplicaCount: 12 },
    advanced: {
      horizontalPodAutoscalerConfig: {
        behavior: { scaleDown: { stabilizationWindowSeconds: 300 } },
      },
    },
    triggers: [
      { type: 'kafka', metadata: { topic: 'sca.commands.v1', lagThreshold: '500' } },
      { type: 'cpu', metricType: 'Utilization', metadata: { value: '60' } },
    ],
  },
};

it('makes the autoscaler of a ScaledObject, with its limits, metrics and behaviour', () => {
  expect(hpaOf(scaled)).toMatchObject({
    metadata: { name: 'keda-hpa-sca', namespace: 'bank' },
    spec: {
      ...{ minReplicas: 2, maxReplicas: 12 },
      scaleTargetRef: { kind: 'Deployment', name: 'sca' },
      metrics: [
        {
          external: {
            metric: { name: 's0-kafka-sca-commands-v1' },
            target: { type: 'AverageValue', averageValue: '500' },
          },
        },
        { resource: { target: { averageUtilization: 60 } } },
      ],
      behavior: { scaleDown: { stabilizationWindowSeconds: 300 } },
    },
  });
});

it('rejects a ScaledObject with a trigger of another type', () => {
  const spec = { ...scaled.spec, triggers: [{ type: 'cron', metadata: {} }] };
  expect(() => hpaOf({ ...scaled, spec })).toThrow('no metric is known for a trigger cron of sca');
});

it('expects the pods that the thresholds of production give', () => {
  const all = expectations(autoscalersOf(production), appsOf(production));
  const of = (app: string) => all.map(({ replicas }) => replicas.get(`nordgate/${app}`));
  expect(of('payments')).toEqual([8, 10, 12, 2]);
  expect(of('gateway')).toEqual([8, 2, 2, 2]);
});

it('waits for three times the time that the slowest autoscaler of production takes, one pod of ten each 3 s', () => {
  const all = expectations(autoscalersOf(production), appsOf(production));
  expect(all.map(({ withinSeconds }) => withinSeconds)).toEqual(all.map(() => 30 + 3 * 35));
});

it('has a place in the autoscalers of production for each planted fault', () => {
  const scalers = autoscalersOf(production);
  for (const planted of scalingFaults) {
    const sound = scalers.find(({ metadata }) => metadata.name === planted.scaler);
    expect(withFault(scalers, planted)).not.toEqual(sound);
  }
  const nowhere = { scaler: 'absent', plantIn: (hpa: string) => hpa };
  expect(() => withFault(scalers, nowhere)).toThrow('absent has no place for the fault');
});

it('shares the load of an app between its serving pods', () => {
  const pods = ['1', '2'].map((uid) => ({
    metadata: {
      ...{ name: `sca-${uid}`, namespace: 'bank', uid },
      labels: { 'app.kubernetes.io/component': 'app', 'app.kubernetes.io/name': 'sca' },
    },
    spec: { nodeName: 'a', containers: [{ name: 'app', image: 'sca' }] },
    status: { conditions: [{ type: 'Ready', status: 'True' }] },
  }));
  const load = { cpu: { 'bank/sca': 500 }, lag: { 'bank/sca/s0-kafka-x': 7 } };
  const ask = (url: string) => answerTo(url, pods, load, new Date());
  const { items } = ask('/apis/metrics.k8s.io/v1beta1/namespaces/bank/pods') as {
    items: { containers: { usage: { cpu: string } }[] }[];
  };
  expect(items.map(({ containers }) => containers[0]?.usage.cpu)).toEqual(['250m', '250m']);
  const selector = encodeURIComponent('scaledobject.keda.sh/name=sca');
  const lag = `/apis/external.metrics.k8s.io/v1beta1/namespaces/bank/s0-kafka-x?labelSelector=${selector}`;
  expect(ask(lag)).toMatchObject({ items: [{ value: '7' }] });
  expect(ask('/apis/other/v1')).toBeUndefined();
});
