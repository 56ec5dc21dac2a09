import type { Manifest } from '../documents.js';
import type { App } from './apps.js';
import { syncSeconds } from '../control-plane/controllers.js';
import { asRehearsed, secondsToScale } from './hpa-behaviour.js';
import { hpaOf } from './keda-hpa.js';
import type { Load } from './metrics-api.js';
import type { Rehearsal } from './rehearsal.js';

/** On a machine with other work, a change may take so many times the time of the behaviour. */
const busyFactor = 3;
/** For the metrics of pods that have just started. */
const metricsSeconds = 30;

interface HpaSpec {
  readonly minReplicas: number;
  readonly maxReplicas: number;
  readonly scaleTargetRef: { readonly name: string };
  readonly metrics: readonly Metric[];
}

interface Metric {
  readonly resource?: { readonly target: { readonly averageUtilization: number } };
  readonly external?: {
    readonly metric: { readonly name: string };
    readonly target: { readonly averageValue: string };
  };
}

/** The autoscalers of an overlay: its own, and those that KEDA would make. */
export function autoscalersOf(manifests: readonly Manifest[]): readonly Manifest[] {
  const own = manifests.filter(({ kind }) => kind === 'HorizontalPodAutoscaler');
  const made = manifests.filter(({ kind }) => kind === 'ScaledObject').map((one) => hpaOf(one));
  return [...own, ...made];
}

/** A load, and the number of pods that the controller has to find for it, by app. */
export interface Expectation {
  readonly what: string;
  readonly load: Load;
  readonly replicas: ReadonlyMap<string, number>;
  /** The time in which the slowest of the autoscalers gets there, as they are applied. */
  readonly withinSeconds: number;
}

/**
 * What the manifests say about loads: the processor, a lag between two numbers of pods, a lag above all limits, nothing.
 *
 * @param apps the apps, whose requests turn a utilisation into processor time
 */
export function expectations(
  autoscalers: readonly Manifest[],
  apps: readonly App[],
): readonly Expectation[] {
  const scaled = autoscalers.map((manifest) => {
    const spec = manifest['spec'] as HpaSpec;
    const key = `${manifest.metadata.namespace ?? ''}/${spec.scaleTargetRef.name}`;
    const cpu = apps.find((app) => app.key === key)?.cpu ?? Number.NaN;
    return { key, spec, cpu };
  });
  const eightPods = scaled.map(({ key, spec, cpu }) => [key, 8 * cpu * utilisation(spec)] as const);
  const withLag = (lag: (threshold: number) => number) =>
    Object.fromEntries(
      scaled.flatMap(({ key, spec }) =>
        lags(spec).map(([name, each]) => [`${key}/${name}`, lag(each)]),
      ),
    );
  const expected = (count: (spec: HpaSpec) => number) =>
    new Map(scaled.map(({ key, spec }) => [key, count(spec)]));
  const slowest = Math.max(
    ...autoscalers.map((one) => secondsToScale(asRehearsed(one), syncSeconds)),
  );
  const withinSeconds = metricsSeconds + busyFactor * slowest;
  return [
    {
      what: 'processor time of 8 pods at their target',
      load: { cpu: Object.fromEntries(eightPods), lag: {} },
      replicas: expected(() => 8),
      withinSeconds,
    },
    {
      what: 'a lag of 9.5 thresholds',
      load: { cpu: {}, lag: withLag((threshold) => 9.5 * threshold) },
      replicas: expected((spec) => (lags(spec).length > 0 ? 10 : spec.minReplicas)),
      withinSeconds,
    },
    {
      what: 'a lag of 1000 thresholds',
      load: { cpu: {}, lag: withLag((threshold) => 1000 * threshold) },
      replicas: expected((spec) => (lags(spec).length > 0 ? spec.maxReplicas : spec.minReplicas)),
      withinSeconds,
    },
    {
      what: 'no load',
      load: { cpu: {}, lag: {} },
      replicas: expected(({ minReplicas }) => minReplicas),
      withinSeconds,
    },
  ];
}

/**
 * Puts a load on the apps, and waits for its number of pods.
 *
 * @throws Error when the controller finds another number
 */
export async function scaleTo(
  one: Rehearsal,
  { what, load, replicas, withinSeconds }: Expectation,
): Promise<void> {
  const apps = one.apps.filter(({ key }) => replicas.has(key));
  one.cluster.metrics.load = load;
  await one.cluster.until(`the pods for ${what}`, withinSeconds, async () => {
    const wanted = await one.wanted(apps);
    const wrong = [...replicas].filter(([key, count]) => wanted.get(key) !== count);
    if (wrong.length === 0) return undefined;
    return wrong
      .map(([key, count]) => `${key}: ${String(wanted.get(key))} instead of ${String(count)}`)
      .join(', ');
  });
  await one.rolledOut(apps);
}

function utilisation({ metrics }: HpaSpec): number {
  const found = metrics.find(({ resource }) => resource !== undefined);
  return (found?.resource?.target.averageUtilization ?? Number.NaN) / 100;
}

/** Only the first metric of a kind has the lag: the highest proposal counts, not the sum. */
function lags({ metrics }: HpaSpec): readonly (readonly [name: string, threshold: number])[] {
  return metrics
    .flatMap(({ external }) => (external === undefined ? [] : [external]))
    .slice(0, 1)
    .map(({ metric, target }) => [metric.name, Number(target.averageValue)] as const);
}
