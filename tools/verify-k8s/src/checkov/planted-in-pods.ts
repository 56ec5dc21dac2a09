import type { Manifest } from '../documents.js';
import { isWorkload } from '../pods.js';

/** A fault in the pods of an app, and the check of checkov that has to find it. */
interface PlantedInPod {
  readonly name: string;
  readonly check: string;
  readonly manifest: Manifest;
}

type Fields = Readonly<Record<string, unknown>>;

const inContainer = (fields: Fields) => (spec: Fields) => ({
  ...spec,
  containers: (spec['containers'] as readonly Fields[]).map((one) => ({ ...one, ...fields })),
});
const inSecurity = (fields: Fields) => (spec: Fields) => ({
  ...spec,
  containers: (spec['containers'] as readonly Fields[]).map((one) => ({
    ...one,
    securityContext: { ...(one['securityContext'] as Fields), ...fields },
  })),
});

const faults: readonly (readonly [name: string, check: string, plant: (spec: Fields) => Fields])[] =
  [
    ['a pod on the network of the host', 'CKV_K8S_19', (spec) => ({ ...spec, hostNetwork: true })],
    [
      'a token of the API server',
      'CKV_K8S_38',
      (spec) => ({ ...spec, automountServiceAccountToken: true }),
    ],
    ['a privileged container', 'CKV_K8S_16', inSecurity({ privileged: true })],
    ['more privileges', 'CKV_K8S_20', inSecurity({ allowPrivilegeEscalation: true })],
    ['a writable root', 'CKV_K8S_22', inSecurity({ readOnlyRootFilesystem: false })],
    ['kept capabilities', 'CKV_K8S_37', inSecurity({ capabilities: {} })],
    ['an image by tag', 'CKV_K8S_43', inContainer({ image: 'registry.example/nordgate/sca:1.2' })],
    ['no limit of memory', 'CKV_K8S_13', inContainer({ resources: {} })],
    ['a pod without a readiness probe', 'CKV_K8S_9', inContainer({ readinessProbe: undefined })],
    [
      'a user who may be root',
      'CKV_K8S_23',
      (spec) => ({ ...spec, securityContext: { runAsUser: 0, runAsNonRoot: false } }),
    ],
    ['no seccomp profile', 'CKV_K8S_31', (spec) => ({ ...spec, securityContext: {} })],
  ];

/** A Deployment of the overlay for each fault, each under another name. */
export function plantedInPods(manifests: readonly Manifest[]): readonly PlantedInPod[] {
  const sca = manifests
    .filter(isWorkload)
    .find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'sca');
  if (sca === undefined) throw new Error('the overlay has no Deployment sca');
  return faults.map(([name, check, plant], index) => {
    const { template } = sca.spec;
    const spec = plant(template.spec as unknown as Fields);
    const metadata = { ...sca.metadata, name: `sca-fault-${String(index)}` };
    return {
      name,
      check,
      manifest: { ...sca, metadata, spec: { ...sca.spec, template: { ...template, spec } } },
    };
  });
}
