import type { Manifest } from '../documents.js';

interface ScaledSpec {
  readonly scaleTargetRef: { readonly name: string };
  readonly minReplicaCount: number;
  readonly maxReplicaCount: number;
  readonly triggers: readonly Trigger[];
  readonly advanced?: { readonly horizontalPodAutoscalerConfig?: { readonly behavior?: object } };
}

interface Trigger {
  readonly type: string;
  readonly metricType?: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/**
 * The HorizontalPodAutoscaler that KEDA's documentation says it makes of a ScaledObject: one external metric by average
 * value for each Kafka trigger (`s<index>-kafka-<topic>`), and a resource metric for a cpu trigger. KEDA itself does not
 * run here.
 *
 * @throws Error for a trigger of another type
 */
export function hpaOf(scaled: Manifest): Manifest {
  const { metadata } = scaled;
  const spec = scaled['spec'] as ScaledSpec;
  const { behavior } = spec.advanced?.horizontalPodAutoscalerConfig ?? {};
  return {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: `keda-hpa-${metadata.name}`, namespace: metadata.namespace ?? 'default' },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', ...spec.scaleTargetRef },
      minReplicas: spec.minReplicaCount,
      maxReplicas: spec.maxReplicaCount,
      metrics: spec.triggers.map((trigger, index) => metricOf(trigger, index, metadata.name)),
      ...(behavior === undefined ? {} : { behavior }),
    },
  };
}

function metricOf({ type, metadata, metricType }: Trigger, index: number, scaled: string): object {
  if (type === 'cpu' && metricType === 'Utilization') {
    const target = { type: 'Utilization', averageUtilization: Number(metadata['value']) };
    return { type: 'Resource', resource: { name: 'cpu', target } };
  }
  const { topic, lagThreshold } = metadata;
  if (type !== 'kafka' || topic === undefined || lagThreshold === undefined) {
    throw new Error(`no metric is known for a trigger ${type} of ${scaled}`);
  }
  const matchLabels = { 'scaledobject.keda.sh/name': scaled };
  return {
    type: 'External',
    external: {
      metric: { name: metricName(index, topic), selector: { matchLabels } },
      target: { type: 'AverageValue', averageValue: lagThreshold },
    },
  };
}

/** `s0-kafka-payments-commands-v1` */
export function metricName(index: number, topic: string): string {
  return `s${String(index)}-kafka-${topic.replaceAll('.', '-')}`;
}
