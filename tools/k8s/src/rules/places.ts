import { services } from '../apps.js';
import { kafkaCluster } from '../kafka-resources.js';
import type { Rendered, WorkloadSpec } from '../rendered.js';

export type Labels = Readonly<Record<string, string>>;

/** Something that can open or accept a connection. */
export interface Place {
  readonly name: string;
  /** Whether it is a pod in the namespace of the bank, where the policies of the bank count. */
  readonly isOurs: boolean;
  /** Of its pod; undefined for what is no pod. */
  readonly labels?: Labels;
  /** Of its namespace; undefined outside the cluster. */
  readonly namespace?: Labels;
}

/** The pods of Strimzi by name, with the labels that its operator gives them. */
const strimziPods = [
  ['kafka', { 'strimzi.io/kind': 'Kafka', 'strimzi.io/name': `${kafkaCluster}-kafka` }],
  ['entity-operator', { 'strimzi.io/name': `${kafkaCluster}-entity-operator` }],
] as const;

/** Everything in and around the namespace. Each workload is a place, and so are the pods of the operators. */
export function placesOf(rendered: Rendered): readonly Place[] {
  const workloads = [...rendered.all('Deployment'), ...rendered.all('Job')].map(
    ({ metadata, spec }) =>
      [metadata.name, (spec as WorkloadSpec).template.metadata.labels] as const,
  );
  const databases = services.map((service) => {
    const name = `${service}-db`;
    return [name, { 'cnpg.io/cluster': name, 'cnpg.io/podRole': 'instance' }] as const;
  });
  const kafka = strimziPods.map(
    ([name, labels]) => [name, { 'strimzi.io/cluster': kafkaCluster, ...labels }] as const,
  );
  const { name: own = '', labels = {} } = rendered.all('Namespace')[0]?.metadata ?? {};
  const namespace = { ...labels, ...namedNamespace(own) };
  const ours = [...workloads, ...databases, ...kafka, ['a stray pod', {}] as const];
  return [
    ...ours.map(([one, pod]): Place => ({ name: one, isOurs: true, labels: pod, namespace })),
    ...elsewhere,
  ];
}

/** Kubernetes gives this label to every namespace. */
const namedNamespace = (name: string): Labels => ({ 'kubernetes.io/metadata.name': name });

/** The namespaces that the platform team labels, what every cluster has, and what is outside the cluster. */
const elsewhere: readonly Place[] = [
  ...['edge', 'monitoring', 'scaler', 'core', 'database-operator', 'stranger'].map(
    (name): Place => ({
      ...{ name, isOurs: false, labels: {} },
      namespace: { 'nordgate-access': name },
    }),
  ),
  {
    ...{ name: 'dns', isOurs: false, labels: { 'k8s-app': 'kube-dns' } },
    namespace: namedNamespace('kube-system'),
  },
  {
    ...{ name: 'cluster-operator', isOurs: false, namespace: namedNamespace('strimzi') },
    labels: { 'strimzi.io/kind': 'cluster-operator' },
  },
  // It runs on the nodes of the control plane, so no selector names it.
  { name: 'api-server', isOurs: false },
  { name: 'outside', isOurs: false },
];

/** A port; without a protocol it is TCP, as in a policy. */
export interface Port {
  readonly port: number;
  readonly protocol?: string;
}

/** Every port that something listens on, and one that nothing does. */
export const ports: readonly Port[] = [
  ...[22, 53, 80, 443, 4318, 5432, 6443, 8000, 8080, 8081, 8083, 8090, 8443].map((port) => ({
    port,
  })),
  ...[8888, 9090, 9091, 9093, 9187, 9404].map((port) => ({ port })),
  { port: 53, protocol: 'UDP' },
];

/** `8090`, or `53/udp`. */
export const portName = ({ port, protocol = 'TCP' }: Port) =>
  protocol === 'TCP' ? String(port) : `${String(port)}/${protocol.toLowerCase()}`;
