import { services } from '../apps.js';
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
export const ports = [
  80, 443, 4318, 5432, 8000, 8080, 8081, 8083, 8090, 9090, 9091, 9093, 9187, 22,
];

/** Connections as `from > to:port`. Names (DNS) are left out. */
export interface Reachability {
  /** Both sides let them through. */
  readonly open: ReadonlySet<string>;
  /** A policy of one side lets them through. */
  readonly granted: ReadonlySet<string>;
}

/** What the policies of an overlay let through. Connections between others are none of our business. */
export function reachabilityOf(rendered: Rendered): Reachability {
  const policies = [
    ...rendered.all('NetworkPolicy').map(({ spec }) => spec as Policy),
    ...rendered.all('Kafka').map(brokerPolicy),
  ];
  const sides = placesOf(rendered).map((place) => new Side(place, policies));
  const open = new Set<string>();
  const granted = new Set<string>();
  for (const from of sides) {
    for (const to of sides.filter((one) => from.isOurs || one.isOurs)) {
      for (const port of ports) {
        const [leaves, arrives] = [from.sends(to.place, port), to.accepts(from.place, port)];
        const connection = `${from.place.name} > ${to.place.name}:${String(port)}`;
        if (leaves && arrives) open.add(connection);
        if ((from.isOurs && leaves) || (to.isOurs && arrives)) granted.add(connection);
      }
    }
  }
  return { open, granted };
}

/** A place with the policies that select it. Without any, everything is allowed. */
class Side {
  readonly isOurs: boolean;
  private readonly egress: readonly Rule[] | undefined;
  private readonly ingress: readonly Rule[] | undefined;

  constructor(
    readonly place: Place,
    policies: readonly Policy[],
  ) {
    const { labels } = place;
    this.isOurs = labels !== undefined;
    const own = policies.filter(({ podSelector }) => labels && selects(podSelector, labels));
    const of = (type: 'Egress' | 'Ingress') =>
      own.filter(({ policyTypes }) => policyTypes.includes(type));
    const [out, into] = [of('Egress'), of('Ingress')];
    this.egress = out.length === 0 ? undefined : out.flatMap(({ egress = [] }) => egress);
    this.ingress = into.length === 0 ? undefined : into.flatMap(({ ingress = [] }) => ingress);
  }

  sends(to: Place, port: number): boolean {
    return this.egress?.some((rule) => lets(rule, to, port)) ?? true;
  }

  accepts(from: Place, port: number): boolean {
    return this.ingress?.some((rule) => lets(rule, from, port)) ?? true;
  }
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
