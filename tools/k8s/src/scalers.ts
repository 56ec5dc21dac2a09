import { topics } from '@nordgate/contracts/topics';
import { services } from './apps.js';
import type { Service } from './apps.js';
import { kafkaPort } from './edges.js';
import { kafkaAccessIn } from './kafka-access.js';
import type { GroupRead } from './kafka-access.js';
import { kafkaCluster } from './kafka-resources.js';
import type { KubernetesObject } from './objects.js';

/** A replica more than a topic has partitions would have nothing to read. */
const replicasMax = Math.min(...Object.values(topics).map(({ partitions }) => partitions));
const replicasMin = 2;

/** Messages that wait for one replica, about a second of work. More ask for a further replica. */
const lagThreshold = 500;

/** Scales a service by the lag of each of its groups, and by its CPU: queries and pages make no lag. */
function scalerOf(service: Service, reads: readonly GroupRead[]): KubernetesObject {
  const cpu = { type: 'cpu', metricType: 'Utilization', metadata: { value: '60' } };
  return {
    apiVersion: 'keda.sh/v1alpha1',
    kind: 'ScaledObject',
    metadata: { name: service, annotations: { 'argocd.argoproj.io/sync-wave': '3' } },
    spec: {
      scaleTargetRef: { name: service },
      minReplicaCount: replicasMin,
      maxReplicaCount: replicasMax,
      pollingInterval: 15,
      cooldownPeriod: 300,
      advanced: { horizontalPodAutoscalerConfig: { behavior } },
      triggers: [...reads.map(lagTrigger), cpu],
    },
  };
}

/** Slowly down: every step is a rebalance of the groups. */
const behavior = {
  scaleUp: {
    stabilizationWindowSeconds: 30,
    policies: [{ type: 'Pods', value: 2, periodSeconds: 60 }],
  },
  scaleDown: {
    stabilizationWindowSeconds: 300,
    policies: [{ type: 'Pods', value: 1, periodSeconds: 120 }],
  },
};

/** KEDA runs elsewhere, so its address of the brokers has the namespace of the overlay production. */
const namespace = 'nordgate';

/**
 * The protocol that KEDA speaks to the brokers. KEDA's default is 1.0.0, and Kafka 4 refuses clients before 2.1 (KIP-896).
 * KEDA 2.21 knows every version up to 4.3.1 (Sarama 1.60.2), and all brokers of Kafka 4 know this one.
 */
const protocolVersion = '4.0.0';

function lagTrigger({ topic, group }: GroupRead) {
  return {
    type: 'kafka',
    metadata: {
      bootstrapServers: `${kafkaCluster}-kafka-bootstrap.${namespace}.svc:${String(kafkaPort)}`,
      consumerGroup: group,
      topic,
      version: protocolVersion,
      lagThreshold: String(lagThreshold),
      // A parked key keeps its offset: its lag does not ask for replicas that could not help.
      excludePersistentLag: 'true',
      allowIdleConsumers: 'false',
      offsetResetPolicy: 'earliest',
      sasl: 'scram_sha512',
      tls: 'enable',
    },
    authenticationRef: { name: 'kafka' },
  };
}

/** One ScaledObject for each service, over all of its groups in production. */
export function scaledObjects(): readonly KubernetesObject[] {
  const reads = new Map(kafkaAccessIn('production').map(({ app, reads }) => [app, reads]));
  return services.map((service) => scalerOf(service, reads.get(service) ?? []));
}
