import { services } from '../bank.js';
import { kafkaCluster } from '../kafka-resources.js';
import type { Manifest, Rendered, WorkloadSpec } from '../rendered.js';

type Labels = Readonly<Record<string, string>>;

/** Something that can open or accept a connection. */
export interface Place {
  readonly name: string;
  /** Of its pod in the namespace of the bank; undefined elsewhere. */
  readonly labels?: Labels;
  /** Of its namespace, where that is another one. */
  readonly namespace?: Labels;
}

interface Selector {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values?: readonly string[];
  }[];
}

interface PolicyPeer {
  readonly podSelector?: Selector;
  readonly namespaceSelector?: Selector;
  readonly ipBlock?: object;
}

interface Rule {
  readonly to?: readonly PolicyPeer[];
  readonly from?: readonly PolicyPeer[];
  readonly ports?: readonly { readonly port: number }[];
}

interface Policy {
  readonly podSelector: Selector;
  readonly policyTypes: readonly ('Egress' | 'Ingress')[];
  readonly egress?: readonly Rule[];
  readonly ingress?: readonly Rule[];
}

/** Everything in and around the namespace. Each workload is a place, and so are the pods of the operators. */
export function placesOf(rendered: Rendered): readonly Place[] {
  const own = [...rendered.all('Deployment'), ...rendered.all('Job')].map(
    ({ metadata, spec }): Place => ({
      name: metadata.name,
      labels: (spec as WorkloadSpec).template.metadata.labels,
    }),
  );
  const databases = services.map((service): Place => ({
    name: `${service}-db`,
    labels: { 'cnpg.io/cluster': `${service}-db`, 'cnpg.io/podRole': 'instance' },
  }));
  const kafka = {
    name: 'kafka',
    labels: { 'strimzi.io/cluster': kafkaCluster, 'strimzi.io/name': `${kafkaCluster}-kafka` },
  };
  const elsewhere = ['edge', 'monitoring', 'scaler', 'core', 'database-operator', 'stranger'].map(
    (name): Place => ({ name, namespace: { 'nordgate-access': name } }),
  );
  return [...own, ...databases, kafka, { name: 'a stray pod', labels: {} }, ...elsewhere, outside];
}

export const outside: Place = { name: 'outside' };

/** Every port that something listens on, and one that nothing does. */
export const ports = [80, 443, 4318, 5432, 8000, 8080, 8081, 8083, 8090, 9090, 9091, 9093, 22];

/** All connections that the policies let through: `from > to:port`. Names (DNS) are left out. */
export function reachable(rendered: Rendered): readonly string[] {
  const policies = [
    ...rendered.all('NetworkPolicy').map(({ spec }) => spec as Policy),
    ...rendered.all('Kafka').map(brokerPolicy),
  ];
  const places = placesOf(rendered);
  return places.flatMap((from) =>
    places.flatMap((to) =>
      // Connections between others are none of our business.
      from.labels === undefined && to.labels === undefined
        ? []
        : ports
            .filter((port) => leaves(policies, { from, to, port }))
            .filter((port) => arrives(policies, { from, to, port }))
            .map((port) => `${from.name} > ${to.name}:${String(port)}`),
    ),
  );
}

interface Connection {
  readonly from: Place;
  readonly to: Place;
  readonly port: number;
}

function leaves(policies: readonly Policy[], { from, to, port }: Connection): boolean {
  const own = policies.filter((one) => isOf(one, 'Egress', from));
  return (
    own.length === 0 || own.some(({ egress = [] }) => egress.some((rule) => lets(rule, to, port)))
  );
}

function arrives(policies: readonly Policy[], { from, to, port }: Connection): boolean {
  const own = policies.filter((one) => isOf(one, 'Ingress', to));
  return (
    own.length === 0 ||
    own.some(({ ingress = [] }) => ingress.some((rule) => lets(rule, from, port)))
  );
}

function isOf(policy: Policy, type: 'Egress' | 'Ingress', place: Place): boolean {
  const { labels } = place;
  return (
    labels !== undefined && policy.policyTypes.includes(type) && selects(policy.podSelector, labels)
  );
}

function lets({ to, from, ports: open }: Rule, other: Place, port: number): boolean {
  const peers = to ?? from;
  const isPeer = peers === undefined || peers.some((peer) => matches(peer, other));
  return isPeer && (open === undefined || open.some((one) => one.port === port));
}

function matches({ podSelector, namespaceSelector, ipBlock }: PolicyPeer, place: Place): boolean {
  if (ipBlock !== undefined) return place === outside;
  if (namespaceSelector !== undefined) {
    // Nothing here asks for pods of another namespace by their labels.
    return (
      podSelector === undefined &&
      place.namespace !== undefined &&
      selects(namespaceSelector, place.namespace)
    );
  }
  return place.labels !== undefined && selects(podSelector ?? {}, place.labels);
}

function selects({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      const value = labels[key];
      return value !== undefined && (operator === 'Exists' || values.includes(value));
    })
  );
}

/** The policy that Strimzi makes for the brokers: every listener for its peers, or for everybody without a list. */
function brokerPolicy({ spec }: Manifest): Policy {
  const { kafka } = spec as {
    readonly kafka: {
      readonly listeners: readonly {
        readonly port: number;
        readonly networkPolicyPeers?: readonly PolicyPeer[];
      }[];
    };
  };
  const brokers = { podSelector: { matchLabels: { 'strimzi.io/cluster': kafkaCluster } } };
  const ingress = kafka.listeners.map(({ port, networkPolicyPeers }): Rule => ({
    ports: [{ port }],
    ...(networkPolicyPeers && { from: networkPolicyPeers }),
  }));
  const among = { from: [brokers], ports: [{ port: 9090 }, { port: 9091 }] };
  return { ...brokers, policyTypes: ['Ingress'], ingress: [...ingress, among] };
}
