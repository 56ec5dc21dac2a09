/** The kinds of Kubernetes whose schemas are bundled: those of the rendered overlays, and their pods. */
export const bundledKinds = [
  'v1 ConfigMap',
  'v1 LimitRange',
  'v1 Namespace',
  'v1 PersistentVolumeClaim',
  'v1 Pod',
  'v1 Service',
  'v1 ServiceAccount',
  'admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy',
  'admissionregistration.k8s.io/v1 ValidatingAdmissionPolicyBinding',
  'apps/v1 Deployment',
  'autoscaling/v2 HorizontalPodAutoscaler',
  'batch/v1 CronJob',
  'batch/v1 Job',
  'networking.k8s.io/v1 NetworkPolicy',
  'policy/v1 PodDisruptionBudget',
  'rbac.authorization.k8s.io/v1 Role',
  'rbac.authorization.k8s.io/v1 RoleBinding',
  'scheduling.k8s.io/v1 PriorityClass',
] as const;

/** Where an API server publishes the definitions of a kind's group. */
export function openApiPath(kind: string): string {
  const [apiVersion = ''] = kind.split(' ');
  return `/openapi/v3/${apiVersion.includes('/') ? 'apis' : 'api'}/${apiVersion}`;
}

/** Files of a Go module with custom resource definitions, with the module's checksum. */
export interface GoModuleSource {
  readonly module: string;
  readonly version: string;
  readonly sum: string;
  readonly files: readonly string[];
}

export const goModuleSources: readonly GoModuleSource[] = [
  {
    module: 'github.com/cloudnative-pg/cloudnative-pg',
    version: 'v1.30.0',
    sum: 'h1:fnhVq44xXx97MNiuvJsPrX1vSjYbgdyBK5MSGfdHdp0=',
    files: ['clusters', 'scheduledbackups'].map(
      (name) => `config/crd/bases/postgresql.cnpg.io_${name}.yaml`,
    ),
  },
  {
    module: 'github.com/cloudnative-pg/plugin-barman-cloud',
    version: 'v0.15.0',
    sum: 'h1:gNVytrzzYUE08wxLDrjfJqy1FPPSFkMe1OEr4s4pVI0=',
    files: ['config/crd/bases/barmancloud.cnpg.io_objectstores.yaml'],
  },
  {
    module: 'github.com/kedacore/keda/v2',
    version: 'v2.21.0',
    sum: 'h1:R6z2HZvstK4RLUMxroNACzBj74xGxt3kG59b5Xc+Xps=',
    files: ['scaledobjects', 'triggerauthentications'].map(
      (name) => `config/crd/bases/keda.sh_${name}.yaml`,
    ),
  },
  {
    module: 'github.com/prometheus-operator/prometheus-operator',
    version: 'v0.85.0',
    sum: 'h1:M5xLCLEoaW2IJfnuCwFzzpL+jSVQu3KGT84Pye+fW8s=',
    files: ['podmonitors', 'prometheusrules'].map(
      (name) => `example/prometheus-operator-crd/monitoring.coreos.com_${name}.yaml`,
    ),
  },
  {
    module: 'sigs.k8s.io/gateway-api',
    version: 'v1.6.3',
    sum: 'h1:lKpJa5bGlraC/QeACvCpsHLdmO6y0iKfzVl6gzaFEYc=',
    files: ['backendtlspolicies', 'gateways', 'httproutes'].map(
      (name) => `config/crd/standard/gateway.networking.k8s.io_${name}.yaml`,
    ),
  },
];

/** Files of a release that no package registry has: they come from an unpacked release or a checkout of its tag. */
export interface FolderSource {
  /** The option of the command that names the folder. */
  readonly option: string;
  readonly version: string;
  /** How the names of the definitions end: a renewal without the folder keeps them. */
  readonly group: string;
  /** The ends of the paths below the folder. */
  readonly files: readonly string[];
}

export const folderSources: readonly FolderSource[] = [
  {
    ...{ option: 'strimzi', version: '1.2.0', group: 'kafka.strimzi.io' },
    files: [
      '040-Crd-kafka.yaml',
      '043-Crd-kafkatopic.yaml',
      '044-Crd-kafkauser.yaml',
      '045-Crd-kafkanodepool.yaml',
    ],
  },
  {
    ...{ option: 'cert-manager', version: '1.21.1', group: 'cert-manager.io' },
    files: ['certificates', 'issuers'].map((name) => `deploy/crds/cert-manager.io_${name}.yaml`),
  },
  {
    ...{ option: 'external-secrets', version: '2.9.0', group: 'external-secrets.io' },
    files: ['externalsecrets', 'secretstores'].map(
      (name) => `config/crds/bases/external-secrets.io_${name}.yaml`,
    ),
  },
];
