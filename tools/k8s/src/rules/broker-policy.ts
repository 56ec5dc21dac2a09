import { kafkaCluster } from '../kafka-resources.js';
import type { Manifest } from '../rendered.js';
import type { Policy, PolicyPeer, Rule } from './policies.js';

interface BrokerSpec {
  readonly kafka: {
    readonly metricsConfig?: object;
    readonly listeners: readonly {
      readonly port: number;
      readonly networkPolicyPeers?: readonly PolicyPeer[];
    }[];
  };
}

const pods = (matchLabels: Readonly<Record<string, string>>) => ({ podSelector: { matchLabels } });

const brokers = pods({
  'strimzi.io/cluster': kafkaCluster,
  'strimzi.io/kind': 'Kafka',
  'strimzi.io/name': `${kafkaCluster}-kafka`,
});
const entityOperator = pods({ 'strimzi.io/name': `${kafkaCluster}-entity-operator` });
/** In any namespace, unless STRIMZI_OPERATOR_NAMESPACE_LABELS names one. */
const clusterOperator = {
  ...pods({ 'strimzi.io/kind': 'cluster-operator' }),
  namespaceSelector: {},
};

/**
 * The policy that Strimzi makes for the brokers (`KafkaCluster.generateNetworkPolicy` of its cluster operator): the ports
 * between brokers and operators, every listener for its peers or for everybody without a list, and the metrics for
 * everybody. No policy of the bank can take back what this one allows.
 */
export function brokerPolicy({ spec }: Manifest): Policy {
  const { kafka } = spec as BrokerSpec;
  const rule = (port: number, from?: readonly PolicyPeer[]): Rule => ({
    ports: [{ port }],
    ...(from && { from }),
  });
  return {
    ...brokers,
    policyTypes: ['Ingress'],
    ingress: [
      rule(9090, [brokers, clusterOperator]),
      rule(9091, [brokers, clusterOperator, entityOperator]),
      rule(8443, [clusterOperator]),
      ...kafka.listeners.map(({ port, networkPolicyPeers }) => rule(port, networkPolicyPeers)),
      ...(kafka.metricsConfig === undefined ? [] : [rule(9404)]),
    ],
  };
}
