import { services } from './apps.js';
import type { Service } from './apps.js';
import type { KubernetesObject } from './objects.js';

/** The label `app.kubernetes.io/component` of the pods in which a stopped service is repaired. */
export const restoreComponent = 'restore';

/**
 * The pod in which people run `operator restore …` for a service that is stopped: the operator's image with the settings,
 * the database and the Kafka user of the service. It is off until somebody scales it to one, as the operator's pod is. A
 * Job would need a command that is known before, and could not change with the next release.
 *
 * @returns a Deployment without replicas
 */
function restoreDeployment(service: Service): KubernetesObject {
  const labels = {
    'app.kubernetes.io/name': service,
    'app.kubernetes.io/component': restoreComponent,
  };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: `${service}-restore`, labels },
    spec: {
      replicas: 0,
      revisionHistoryLimit: 5,
      // Two pods at once would work on one database.
      strategy: { type: 'Recreate' },
      selector: { matchLabels: labels },
      template: {
        metadata: { labels: { ...labels, 'app.kubernetes.io/part-of': 'nordgate' } },
        spec: podOf(service),
      },
    },
  };
}

export const restoreDeployments = () => services.map(restoreDeployment);

function podOf(service: Service) {
  return {
    serviceAccountName: service,
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    terminationGracePeriodSeconds: 1,
    securityContext: {
      ...{ runAsNonRoot: true, runAsUser: uid, runAsGroup: uid, fsGroup: uid },
      seccompProfile: { type: 'RuntimeDefault' },
    },
    // `events` reads the events back (docs/adr/0045): that program is in the image of the service.
    containers: [
      containerOf(service, 'restore', 'nordgate/operator'),
      containerOf(service, 'events', `nordgate/${service}`),
    ],
    volumes: volumesOf(service),
  };
}

/** The user of the images (ADR 42). */
const uid = 65_532;

function containerOf(service: Service, name: string, image: string) {
  return {
    ...{ name, image },
    imagePullPolicy: 'IfNotPresent',
    // Waits, so that people can run the command in it: kubectl exec deploy/<service>-restore -- node …
    command: ['node', '-e', 'setInterval(() => undefined, 2 ** 30)'],
    // Has DATABASE_URL_FILE and KAFKA_… of the service.
    envFrom: [{ configMapRef: { name: `${service}-env` } }],
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
    resources: {
      requests: { cpu: '100m', memory: '256Mi', 'ephemeral-storage': '16Mi' },
      // An import remembers the version of each stream: about 150 bytes.
      limits: { memory: name === 'events' ? '2Gi' : '512Mi', 'ephemeral-storage': '64Mi' },
    },
    volumeMounts: [
      { name: 'own', mountPath: `/run/nordgate/${service}`, readOnly: true },
      { name: 'kafka-ca', mountPath: '/run/nordgate/kafka', readOnly: true },
      { name: 'postgres-ca', mountPath: '/run/nordgate/postgres', readOnly: true },
    ],
  };
}

/** The address of the database, the password of the Kafka user, and both CAs: no other secret of the service. */
function volumesOf(service: Service) {
  const secret = (name: string, key: string, path: string) => ({
    secret: { name, items: [{ key, path }] },
  });
  const ca = (name: string, secretName: string) => ({
    name,
    secret: {
      secretName,
      defaultMode: readableByGroup,
      items: [{ key: 'ca.crt', path: 'ca.pem' }],
    },
  });
  return [
    {
      name: 'own',
      projected: {
        defaultMode: readableByGroup,
        sources: [
          secret(`${service}-database`, 'database-url', 'database-url'),
          secret(`nordgate-${service}`, 'password', 'kafka-password'),
        ],
      },
    },
    ca('kafka-ca', 'nordgate-cluster-ca-cert'),
    ca('postgres-ca', `${service}-db-ca`),
  ];
}

const readableByGroup = 0o440;
