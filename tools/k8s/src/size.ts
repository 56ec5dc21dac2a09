import { replicasOf } from './rules/availability.js';
import type { Manifest, Rendered, WorkloadSpec } from './rendered.js';

/** What pods request of the nodes, and the volumes that they claim. */
export interface Size {
  /** In thousandths of a processor. */
  readonly milliCpu: number;
  readonly mebibytes: number;
  readonly diskGibibytes: number;
}

/** What an overlay requests with the fewest replicas that it may have, by part. Jobs that end are left out. */
export function sizesOf(rendered: Rendered): Readonly<Record<string, Size>> {
  return {
    apps: sum(rendered.all('Deployment').map((one) => sizeOfDeployment(rendered, one))),
    databases: sum(rendered.all('Cluster').map(sizeOfCluster)),
    Kafka: sum([
      ...rendered.all('KafkaNodePool').map(sizeOfPool),
      ...rendered.all('Kafka').map(sizeOfEntityOperator),
    ]),
  };
}

/** The sum of sizes. */
export const sum = (sizes: readonly Size[]): Size => ({
  milliCpu: sizes.reduce((total, one) => total + one.milliCpu, 0),
  mebibytes: sizes.reduce((total, one) => total + one.mebibytes, 0),
  diskGibibytes: sizes.reduce((total, one) => total + one.diskGibibytes, 0),
});

type Requests = Readonly<Record<string, string>>;
interface Resources {
  readonly requests?: Requests;
}

function sizeOfDeployment(rendered: Rendered, { metadata, spec }: Manifest): Size {
  const { containers } = (spec as WorkloadSpec).template.spec;
  const one = sum(containers.map(({ resources }) => requested(resources)));
  return times(replicasOf(rendered, metadata.name).min, one);
}

function sizeOfCluster({ spec }: Manifest): Size {
  const { instances, resources, storage, walStorage } = spec as {
    readonly instances: number;
    readonly resources: Resources;
    readonly storage: { readonly size: string };
    readonly walStorage?: { readonly size: string };
  };
  const disk = gibibytesOf(storage.size) + gibibytesOf(walStorage?.size ?? '0Gi');
  return times(instances, { ...requested(resources), diskGibibytes: disk });
}

function sizeOfPool({ spec }: Manifest): Size {
  const { replicas, resources, storage } = spec as {
    readonly replicas: number;
    readonly resources: Resources;
    readonly storage: { readonly volumes: readonly { readonly size: string }[] };
  };
  const disk = storage.volumes.reduce((total, { size }) => total + gibibytesOf(size), 0);
  return times(replicas, { ...requested(resources), diskGibibytes: disk });
}

function sizeOfEntityOperator({ spec }: Manifest): Size {
  const { entityOperator } = spec as {
    readonly entityOperator: Readonly<Record<string, { readonly resources: Resources }>>;
  };
  return sum(Object.values(entityOperator).map(({ resources }) => requested(resources)));
}

function requested({ requests = {} }: Resources = {}): Size {
  return {
    milliCpu: milliCpuOf(requests['cpu'] ?? '0'),
    mebibytes: mebibytesOf(requests['memory'] ?? '0Mi'),
    diskGibibytes: 0,
  };
}

const times = (count: number, { milliCpu, mebibytes, diskGibibytes }: Size): Size => ({
  milliCpu: count * milliCpu,
  mebibytes: count * mebibytes,
  diskGibibytes: count * diskGibibytes,
});

const milliCpuOf = (text: string) =>
  text.endsWith('m') ? Number(text.slice(0, -1)) : Number(text) * 1000;

/** @throws Error for another unit than Mi and Gi */
function mebibytesOf(text: string): number {
  const [, number, unit] = /^(\d+)(Mi|Gi)$/.exec(text) ?? [];
  if (number === undefined) throw new Error(`not a number of Mi or Gi: ${text}`);
  return Number(number) * (unit === 'Gi' ? 1024 : 1);
}

const gibibytesOf = (text: string) => mebibytesOf(text) / 1024;
