import type { Manifest } from './documents.js';
import { isWorkload, podOf } from './pods.js';
import type { PodSpec, Workload } from './pods.js';

/** A fault that is put into a manifest of an overlay, to see that the server refuses it. */
export interface PlantedFault {
  readonly name: string;
  /** Undefined when the overlay has no manifest that can carry the fault. */
  readonly plantIn: (manifests: readonly Manifest[]) => Manifest | undefined;
  /** What the server's refusal says. */
  readonly refusal: RegExp;
  /** Whose request it is; default: a person with all rights. */
  readonly user?: string;
}

/** A request of a controller that the policy of images must let through. */
export type AcceptedRequest = Omit<Required<PlantedFault>, 'refusal'>;

/** Faults that only a server finds are among them: rules across fields, CEL rules, admission. */
export const plantedFaults: readonly PlantedFault[] = [
  {
    name: 'a misspelt field of a Deployment',
    plantIn: inSpec('Deployment', (spec) => ({ ...spec, replica: 2 })),
    refusal: /\.spec\.replica: field not declared in schema/,
  },
  {
    name: 'a misspelt field of a topic',
    plantIn: inSpec('KafkaTopic', (spec) => ({ ...spec, partition: 2 })),
    refusal: /\.spec\.partition: field not declared in schema/,
  },
  {
    name: 'a preStop sleep that is longer than the grace period',
    plantIn: (manifests) => {
      const slow = workloads(manifests).find(({ spec }) => isSleeping(spec.template.spec));
      return slow && withPodSpec(slow, sleepingTooLong);
    },
    refusal: /preStop\.sleep.*must be/,
  },
  {
    name: 'a topology spread with maxSkew 0',
    plantIn: (manifests) => {
      const spread = workloads(manifests).find(
        ({ spec }) => spec.template.spec.topologySpreadConstraints !== undefined,
      );
      return spread && withPodSpec(spread, withoutSkew);
    },
    refusal: /maxSkew: Invalid value: 0/,
  },
  {
    name: 'a selector that its own pods do not match',
    plantIn: inSpec('Deployment', (spec) => ({
      ...spec,
      selector: { matchLabels: { absent: 'label' } },
    })),
    refusal: /`selector` does not match template `labels`/,
  },
  {
    name: 'a disruption budget with two limits',
    plantIn: inSpec('PodDisruptionBudget', (spec) => ({
      ...spec,
      minAvailable: 1,
      maxUnavailable: 1,
    })),
    refusal: /minAvailable and maxUnavailable cannot be both set/,
  },
  {
    name: 'a network policy with port 70000',
    plantIn: inSpec('NetworkPolicy', (spec) => ({
      ...spec,
      policyTypes: ['Egress'],
      egress: [{ ports: [{ port: 70_000 }] }],
    })),
    refusal: /port: Invalid value: 70000/,
  },
  {
    name: 'a topic without partitions',
    plantIn: inSpec('KafkaTopic', (spec) => ({ ...spec, partitions: 0 })),
    refusal: /spec\.partitions.*greater than or equal to 1/,
  },
  {
    name: 'a scaled object without triggers',
    plantIn: inSpec('ScaledObject', ({ triggers: _, ...spec }) => spec),
    refusal: /spec\.triggers: Required value/,
  },
  {
    name: 'a database cluster without instances',
    plantIn: inSpec('Cluster', (spec) => ({ ...spec, instances: 0 })),
    refusal: /spec\.instances.*greater than or equal to 1/,
  },
  {
    name: 'a listener with TLS on plain HTTP',
    plantIn: inSpec('Gateway', (spec) => ({
      ...spec,
      listeners: [{ name: 'plain', port: 80, protocol: 'HTTP', tls: { mode: 'Terminate' } }],
    })),
    refusal: /tls must not be specified for protocols/,
  },
  {
    name: 'a privileged pod',
    plantIn: inFirstPod((container) => ({ ...container, securityContext: { privileged: true } })),
    refusal: /violates PodSecurity "restricted/,
  },
  {
    name: 'a pod with an image by tag',
    plantIn: inFirstPod(byTag),
    refusal: /ValidatingAdmissionPolicy/,
  },
  {
    name: 'a pod with an image by tag that claims to be of an operator',
    plantIn: (manifests) => {
      const pod = inFirstPod(byTag)(manifests);
      return pod && withLabels(pod, { 'cnpg.io/cluster': 'any', 'strimzi.io/cluster': 'any' });
    },
    refusal: /ValidatingAdmissionPolicy/,
  },
  {
    name: 'a Deployment with an image by tag',
    plantIn: deploymentByTag,
    refusal: /ValidatingAdmissionPolicy/,
  },
  {
    name: 'a ReplicaSet with an image by tag',
    plantIn: replicaSetByTag,
    refusal: /ValidatingAdmissionPolicy/,
  },
  {
    name: 'a ReplicaSet with an image by tag, from the controller of pods',
    plantIn: replicaSetByTag,
    user: 'system:serviceaccount:kube-system:replicaset-controller',
    refusal: /ValidatingAdmissionPolicy/,
  },
  {
    name: 'a pod with an image by tag, from the controller of Deployments',
    plantIn: inFirstPod(byTag),
    user: 'system:serviceaccount:kube-system:deployment-controller',
    refusal: /ValidatingAdmissionPolicy/,
  },
];

/** How the Entity Operator of Strimzi gets its pod: its images have tags, and it is a Deployment. */
export const acceptedRequests: readonly AcceptedRequest[] = [
  {
    name: 'a Deployment with an image by tag, from Strimzi',
    plantIn: deploymentByTag,
    user: 'system:serviceaccount:strimzi:strimzi-cluster-operator',
  },
  {
    name: 'a ReplicaSet with an image by tag, from the controller of Deployments',
    plantIn: replicaSetByTag,
    user: 'system:serviceaccount:kube-system:deployment-controller',
  },
  {
    name: 'a pod with an image by tag, from the controller of ReplicaSets',
    plantIn: inFirstPod(byTag),
    user: 'system:serviceaccount:kube-system:replicaset-controller',
  },
  {
    name: 'a pod with an image by tag, from the controller of Jobs',
    plantIn: inFirstPod(byTag),
    user: 'system:serviceaccount:kube-system:job-controller',
  },
];

/** With another name: the Deployment of the same name belongs to the verifier. */
function deploymentByTag(manifests: readonly Manifest[]): Manifest | undefined {
  const first = workloads(manifests).find(({ kind }) => kind === 'Deployment');
  const changed =
    first &&
    withPodSpec(first, (pod) => ({ ...pod, containers: pod.containers.map((one) => byTag(one)) }));
  return changed && { ...changed, metadata: { ...changed.metadata, name: 'by-tag' } };
}

function replicaSetByTag(manifests: readonly Manifest[]): Manifest | undefined {
  const deployment = deploymentByTag(manifests);
  if (deployment === undefined) return undefined;
  const { replicas, selector, template } = deployment['spec'] as Spec;
  return { ...deployment, kind: 'ReplicaSet', spec: { replicas, selector, template } };
}

type Container = PodSpec['containers'][number];

function byTag(container: Container): Container {
  return { ...container, image: 'registry.example/bank:latest' };
}

function withLabels(manifest: Manifest, labels: Readonly<Record<string, string>>): Manifest {
  return { ...manifest, metadata: { ...manifest.metadata, labels } };
}

type Spec = Readonly<Record<string, unknown>>;

function inSpec(kind: string, change: (spec: Spec) => Spec): PlantedFault['plantIn'] {
  return (manifests) => {
    const first = manifests.find((one) => one.kind === kind);
    return first && { ...first, spec: change(first['spec'] as Spec) };
  };
}

function inFirstPod(change: (container: Container) => Container): PlantedFault['plantIn'] {
  return (manifests) => {
    const [first] = workloads(manifests);
    if (first === undefined) return undefined;
    const changed = withPodSpec(first, (pod) => ({
      ...pod,
      containers: pod.containers.map(change),
    }));
    return podOf(changed);
  };
}

function workloads(manifests: readonly Manifest[]): readonly Workload[] {
  return manifests.filter(isWorkload);
}

function withPodSpec(workload: Workload, change: (pod: PodSpec) => PodSpec): Workload {
  const { spec } = workload;
  const template = { ...spec.template, spec: change(spec.template.spec) };
  return { ...workload, spec: { ...spec, template } };
}

function isSleeping({ containers }: PodSpec): boolean {
  return containers.some(({ lifecycle }) => lifecycle?.preStop?.sleep !== undefined);
}

function sleepingTooLong(pod: PodSpec): PodSpec {
  const preStop = { sleep: { seconds: (pod.terminationGracePeriodSeconds ?? 30) + 1 } };
  const containers = pod.containers.map((one) => ({ ...one, lifecycle: { preStop } }));
  return { ...pod, containers };
}

function withoutSkew(pod: PodSpec): PodSpec {
  const { topologySpreadConstraints = [] } = pod;
  return {
    ...pod,
    topologySpreadConstraints: topologySpreadConstraints.map((one) => ({ ...one, maxSkew: 0 })),
  };
}
