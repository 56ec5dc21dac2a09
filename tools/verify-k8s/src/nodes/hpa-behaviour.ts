import type { Manifest } from '../documents.js';

/** The windows of autoscalers are divided by this: 300 s become 5 s. */
const divisor = 60;

/** The rules of a HorizontalPodAutoscaler for one direction (Kubernetes: HPAScalingRules). */
interface ScalingRules {
  readonly stabilizationWindowSeconds: number;
  readonly selectPolicy: string;
  readonly policies: readonly ScalingPolicy[];
}

interface ScalingPolicy {
  readonly type: string;
  readonly value: number;
  readonly periodSeconds: number;
}

type Direction = 'scaleUp' | 'scaleDown';

interface HpaSpec {
  readonly minReplicas: number;
  readonly maxReplicas: number;
  readonly behavior?: Partial<Record<Direction, Partial<ScalingRules>>>;
}

/** The rules of Kubernetes for a field that a manifest leaves out (API reference of autoscaling/v2). */
const defaults: Readonly<Record<Direction, ScalingRules>> = {
  scaleUp: {
    ...{ stabilizationWindowSeconds: 0, selectPolicy: 'Max' },
    policies: [
      { type: 'Pods', value: 4, periodSeconds: 15 },
      { type: 'Percent', value: 100, periodSeconds: 15 },
    ],
  },
  scaleDown: {
    ...{ stabilizationWindowSeconds: 300, selectPolicy: 'Max' },
    policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }],
  },
};

/** A manifest as the check applies it: an autoscaler has short windows. */
export function asRehearsed(manifest: Manifest): Manifest {
  if (manifest.kind !== 'HorizontalPodAutoscaler') return manifest;
  return withShorterWindows(manifest, divisor);
}

/**
 * The same autoscaler with all windows divided and rounded up, so that a run need not wait for minutes. A window that
 * the manifest leaves to the default of Kubernetes is divided, too.
 */
export function withShorterWindows(hpa: Manifest, divisor: number): Manifest {
  const spec = hpa['spec'] as HpaSpec;
  const shorter = (rules: ScalingRules): ScalingRules => ({
    ...rules,
    stabilizationWindowSeconds: Math.ceil(rules.stabilizationWindowSeconds / divisor),
    policies: rules.policies.map((policy) => ({
      ...policy,
      periodSeconds: Math.ceil(policy.periodSeconds / divisor),
    })),
  });
  const behavior = {
    scaleUp: shorter(rulesOf(spec, 'scaleUp')),
    scaleDown: shorter(rulesOf(spec, 'scaleDown')),
  };
  return { ...hpa, spec: { ...spec, behavior } };
}

/**
 * The longest time that the behaviour of an autoscaler takes between its limits, in either direction.
 *
 * @param syncSeconds the time between two looks of the controller
 * @throws Error when its policies do not let it get there
 */
export function secondsToScale(hpa: Manifest, syncSeconds: number): number {
  const spec = hpa['spec'] as HpaSpec;
  const { minReplicas, maxReplicas } = spec;
  const seconds = (['scaleUp', 'scaleDown'] as const).map((direction) => {
    const rules = rulesOf(spec, direction);
    const [from, to] =
      direction === 'scaleUp' ? [minReplicas, maxReplicas] : [maxReplicas, minReplicas];
    const period = Math.max(...rules.policies.map(({ periodSeconds }) => periodSeconds));
    const steps = stepsBetween(from, to, rules);
    if (steps === undefined) throw new Error(`${hpa.metadata.name}: ${direction} makes no step`);
    return rules.stabilizationWindowSeconds + steps * (period + syncSeconds);
  });
  return Math.max(...seconds);
}

function rulesOf({ behavior }: HpaSpec, direction: Direction): ScalingRules {
  return { ...defaults[direction], ...behavior?.[direction] };
}

/** Undefined when the policies allow no step. */
function stepsBetween(from: number, to: number, rules: ScalingRules): number | undefined {
  if (rules.selectPolicy === 'Disabled') return undefined;
  let replicas = from;
  let steps = 0;
  while (replicas !== to) {
    const changes = rules.policies.map((policy) => changeBy(policy, replicas, to > from));
    const change = rules.selectPolicy === 'Min' ? Math.min(...changes) : Math.max(...changes);
    if (change < 1) return undefined;
    replicas += Math.sign(to - replicas) * Math.min(change, Math.abs(to - replicas));
    steps += 1;
  }
  return steps;
}

/** Both directions round in favour of a change, as kube-controller-manager does. */
function changeBy({ type, value }: ScalingPolicy, replicas: number, isUp: boolean): number {
  if (type !== 'Percent') return value;
  const part = (replicas * value) / 100;
  return isUp ? Math.ceil(part) : replicas - Math.trunc(replicas - part);
}
