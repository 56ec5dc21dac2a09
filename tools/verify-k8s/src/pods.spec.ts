import type { Manifest } from './documents.js';
import { readManifests } from './documents.js';
import { plantedFaults } from './planted.js';
import { podsOf } from './pods.js';

const template = `{ metadata: { labels: { app: sca } }, spec: { restartPolicy: Never, containers: [{ name: sca, image: x }] } }`;

const manifests = readManifests(`
apiVersion: apps/v1
kind: Deployment
metadata: { name: sca, namespace: bank }
spec:
  template:
    metadata: { labels: { app: sca } }
    spec:
      terminationGracePeriodSeconds: 45
      topologySpreadConstraints: [{ maxSkew: 1, topologyKey: zone }]
      containers: [{ name: sca, image: x, lifecycle: { preStop: { sleep: { seconds: 5 } } } }]
---
{ apiVersion: batch/v1, kind: Job, metadata: { name: migrate }, spec: { template: ${template} } }
---
apiVersion: batch/v1
kind: CronJob
metadata: { name: nightly, namespace: bank }
spec: { jobTemplate: { spec: { template: ${template} } } }
---
{ apiVersion: v1, kind: ConfigMap, metadata: { name: settings } }
---
{ apiVersion: kafka.strimzi.io/v1, kind: KafkaTopic, metadata: { name: t }, spec: { partitions: 6 } }
`);

describe('the pods of an overlay', () => {
  it('are those of Deployments, Jobs and CronJobs, with the labels and the namespace of each', () => {
    expect(podsOf(manifests).map(({ metadata }) => metadata)).toEqual([
      { name: 'sca-deployment', namespace: 'bank', labels: { app: 'sca' } },
      { name: 'migrate-job', labels: { app: 'sca' } },
      { name: 'nightly-cronjob', namespace: 'bank', labels: { app: 'sca' } },
    ]);
  });

  it('have the specification of the template, unchanged', () => {
    const [, job] = podsOf(manifests);
    expect(job?.['spec']).toEqual({
      restartPolicy: 'Never',
      containers: [{ name: 'sca', image: 'x' }],
    });
  });
});

describe('a planted fault', () => {
  const planted = (name: string) =>
    plantedFaults.find((fault) => fault.name === name)?.plantIn(manifests);
  const podSpec = (manifest?: Manifest) =>
    (manifest?.['spec'] as { template: { spec: object } } | undefined)?.template.spec;

  it('makes the preStop sleep one second longer than the grace period', () => {
    expect(podSpec(planted('a preStop sleep that is longer than the grace period'))).toMatchObject({
      terminationGracePeriodSeconds: 45,
      containers: [{ lifecycle: { preStop: { sleep: { seconds: 46 } } } }],
    });
  });

  it('sets maxSkew to 0 and keeps the rest of the constraint', () => {
    expect(podSpec(planted('a topology spread with maxSkew 0'))).toMatchObject({
      topologySpreadConstraints: [{ maxSkew: 0, topologyKey: 'zone' }],
    });
  });

  it('changes one field of a custom resource', () => {
    expect(planted('a topic without partitions')?.['spec']).toEqual({ partitions: 0 });
  });

  it('turns the first template into a pod where the pod is what the server refuses', () => {
    expect(planted('a pod with an image by tag')).toMatchObject({
      kind: 'Pod',
      spec: { containers: [{ name: 'sca', image: 'registry.example/bank:latest' }] },
    });
  });

  it('is not planted where no manifest can carry it', () => {
    expect(planted('a scaled object without triggers')).toBeUndefined();
  });

  it('makes a ReplicaSet of a Deployment, which has no strategy', () => {
    expect(planted('a ReplicaSet with an image by tag')).toMatchObject({
      ...{ apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: { name: 'by-tag' } },
      spec: { template: { spec: { containers: [{ image: 'registry.example/bank:latest' }] } } },
    });
  });

  it('leaves the manifests of the overlay unchanged', () => {
    const before = structuredClone(manifests);
    for (const { plantIn } of plantedFaults) plantIn(manifests);
    expect(manifests).toEqual(before);
  });
});
