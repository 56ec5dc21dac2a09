import { services } from './apps.js';
import type { Service } from './apps.js';
import { drillPolicy } from './drill-policy.js';
import type { KubernetesObject } from './objects.js';

/** The label `app.kubernetes.io/component` of the pods that drill. */
const drillComponent = 'restore-drill';
/** What a Job has beyond the limit of its command: for its pod and its image before, and for the removal of the copy after. */
export const reserveSeconds = 30 * 60;
const jobSeconds = 3 * 3600;
/** For the removal of the copy and the record, when the pod is told to end. */
const endSeconds = 180;
const resultsName = 'restore-drill';
const namespace = 'nordgate';
/** The user of the images (ADR 42). */
const uid = 65_532;
const readableByGroup = 0o440;
const rbac = 'rbac.authorization.k8s.io';

const copyOf = (service: Service) => `${service}-drill`;
const nameOf = (service: Service) => `${service}-${drillComponent}`;

/**
 * A CronJob for each service, on a separate day of the week: one copy at a time, and each pod has the log-in of one database.
 * The account may read one Cluster and one log-in, and may create and remove nothing but its copy.
 */
export function restoreDrills(): readonly object[] {
  return [
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: resultsName, namespace } },
    ...services.flatMap((service, index) => [
      { ...account(service), automountServiceAccountToken: false },
      role(service),
      roleBinding(service),
      cronJob(service, index + 1),
      ...drillPolicy(service, nameOf(service)),
    ]),
    ...drillPolicies(),
  ];
}

const account = (service: Service): KubernetesObject => ({
  ...{ apiVersion: 'v1', kind: 'ServiceAccount' },
  metadata: { name: nameOf(service), namespace },
});

function role(service: Service) {
  const copy = copyOf(service);
  const rule = (group: string, resource: string, verbs: readonly string[], names?: string[]) => ({
    ...{ apiGroups: [group], resources: [resource], verbs },
    ...(names === undefined ? {} : { resourceNames: names }),
  });
  return {
    ...{ apiVersion: `${rbac}/v1`, kind: 'Role', metadata: { name: nameOf(service), namespace } },
    rules: [
      rule('postgresql.cnpg.io', 'clusters', ['get'], [`${service}-db`]),
      rule('postgresql.cnpg.io', 'clusters', ['create']),
      rule('postgresql.cnpg.io', 'clusters', ['get', 'delete'], [copy]),
      rule('', 'secrets', ['get'], [`${copy}-app`, `${copy}-ca`]),
      rule('', 'configmaps', ['patch'], [resultsName]),
    ],
  };
}

const roleBinding = (service: Service) => ({
  apiVersion: `${rbac}/v1`,
  kind: 'RoleBinding',
  metadata: { name: nameOf(service), namespace },
  roleRef: { apiGroup: rbac, kind: 'Role', name: nameOf(service) },
  subjects: [{ kind: 'ServiceAccount', name: nameOf(service), namespace }],
});

/** @param weekday 0 is Sunday; the backups begin at 02:00 */
function cronJob(service: Service, weekday: number): KubernetesObject {
  const labels = {
    'app.kubernetes.io/name': service,
    'app.kubernetes.io/component': drillComponent,
    'app.kubernetes.io/part-of': 'nordgate',
  };
  return {
    ...{ apiVersion: 'batch/v1', kind: 'CronJob' },
    metadata: { name: nameOf(service), namespace, labels },
    spec: {
      ...{ schedule: `0 5 * * ${String(weekday)}`, timeZone: 'Etc/UTC' },
      ...{ concurrencyPolicy: 'Forbid', startingDeadlineSeconds: 3600 },
      ...{ successfulJobsHistoryLimit: 1, failedJobsHistoryLimit: 1 },
      jobTemplate: {
        spec: {
          backoffLimit: 0,
          activeDeadlineSeconds: jobSeconds,
          // The alert on a failed drill is over with the Job. The alert on an old one follows.
          ttlSecondsAfterFinished: 2 * 24 * 3600,
          template: { metadata: { labels }, spec: podOf(service) },
        },
      },
    },
  };
}

function podOf(service: Service) {
  return {
    restartPolicy: 'Never',
    terminationGracePeriodSeconds: endSeconds,
    serviceAccountName: nameOf(service),
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    securityContext: {
      ...{ runAsNonRoot: true, runAsUser: uid, runAsGroup: uid, fsGroup: uid },
      seccompProfile: { type: 'RuntimeDefault' },
    },
    containers: [
      {
        // As the overlay production names it: the `images` of a bank's overlay replace that name.
        ...{ name: 'drill', image: 'registry.example/nordgate/operator' },
        imagePullPolicy: 'IfNotPresent',
        command: ['node', 'apps/operator/dist/main.js', 'restore', 'drill', service],
        envFrom: [{ configMapRef: { name: `${service}-env` } }],
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
        resources: {
          requests: { cpu: '100m', memory: '256Mi', 'ephemeral-storage': '16Mi' },
          limits: { memory: '512Mi', 'ephemeral-storage': '64Mi' },
        },
        volumeMounts: [
          { name: 'own', mountPath: `/run/nordgate/${service}`, readOnly: true },
          { name: 'postgres-ca', mountPath: '/run/nordgate/postgres', readOnly: true },
          { name: 'kubernetes', mountPath: '/run/nordgate/kubernetes', readOnly: true },
          { name: 'scratch', mountPath: '/tmp' },
        ],
      },
    ],
    volumes: volumesOf(service),
  };
}

function volumesOf(service: Service) {
  return [
    {
      name: 'own',
      secret: {
        ...{ secretName: `${service}-database`, defaultMode: readableByGroup },
        items: [{ key: 'database-url', path: 'database-url' }],
      },
    },
    {
      name: 'postgres-ca',
      secret: {
        ...{ secretName: `${service}-db-ca`, defaultMode: readableByGroup },
        items: [{ key: 'ca.crt', path: 'ca.pem' }],
      },
    },
    { name: 'kubernetes', projected: { defaultMode: readableByGroup, sources: tokenSources } },
    { name: 'scratch', emptyDir: { sizeLimit: '16Mi' } },
  ];
}

/** What a pod with a mounted token has, for this container alone and for an hour. Every namespace has `kube-root-ca.crt`. */
const tokenSources = [
  { serviceAccountToken: { path: 'token', expirationSeconds: 3600 } },
  { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
  {
    downwardAPI: {
      items: [{ path: 'namespace', fieldRef: { fieldPath: 'metadata.namespace' } }],
    },
  },
];

/** The databases have the policies of every Cluster; a drill also reaches its copy and the API server. */
function drillPolicies(): readonly KubernetesObject[] {
  const copies = {
    matchExpressions: [
      { key: 'cnpg.io/cluster', operator: 'In', values: services.map((one) => copyOf(one)) },
    ],
  };
  const drills = { matchLabels: { 'app.kubernetes.io/component': drillComponent } };
  const tcp = (port: number) => ({ protocol: 'TCP', port });
  const policy = (name: string, spec: object): KubernetesObject => ({
    ...{ apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy' },
    ...{ metadata: { name, namespace }, spec },
  });
  return [
    policy('restore-drills-may-call-copies-and-api-server', {
      ...{ podSelector: drills, policyTypes: ['Egress'] },
      egress: [
        { to: [{ podSelector: copies }], ports: [tcp(5432)] },
        // The address of the API server differs between clusters.
        { ports: [tcp(443), tcp(6443)] },
      ],
    }),
    policy('copies-may-be-called-by-restore-drills', {
      ...{ podSelector: copies, policyTypes: ['Ingress'] },
      ingress: [{ from: [{ podSelector: drills }], ports: [tcp(5432)] }],
    }),
  ];
}
