import { RELEASE } from '@nordgate/contracts/codes';
import { services } from './apps.js';
import type { Service } from './apps.js';
import type { KubernetesObject } from './objects.js';

/** The Job that migrates the database of a service. Its name has the release, because a Job cannot change. */
function migrationJob(service: Service): KubernetesObject {
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: `${service}-migrate-${RELEASE.replaceAll('.', '-')}` },
    spec: {
      template: {
        metadata: {
          labels: {
            'app.kubernetes.io/name': service,
            'app.kubernetes.io/component': 'migration',
          },
        },
        spec: {
          serviceAccountName: service,
          containers: [containerOf(service)],
          volumes: volumesOf(service),
        },
      },
    },
  };
}

export const migrationJobs = () => services.map(migrationJob);

function containerOf(service: Service) {
  return {
    name: 'migrate',
    image: `nordgate/${service}`,
    command: ['node', `apps/${service}/dist/migrate.js`],
    envFrom: [{ configMapRef: { name: `${service}-env` } }],
    volumeMounts: [
      { name: 'own', mountPath: `/run/nordgate/${service}`, readOnly: true },
      { name: 'postgres-ca', mountPath: '/run/nordgate/postgres', readOnly: true },
    ],
  };
}

/** The address of the database and its CA, and no other secret of the service. */
function volumesOf(service: Service) {
  return [
    {
      name: 'own',
      projected: {
        defaultMode: readableByGroup,
        sources: [
          {
            secret: {
              name: `${service}-database`,
              items: [{ key: 'database-url', path: 'database-url' }],
            },
          },
        ],
      },
    },
    {
      name: 'postgres-ca',
      secret: {
        secretName: `${service}-db-ca`,
        defaultMode: readableByGroup,
        items: [{ key: 'ca.crt', path: 'ca.pem' }],
      },
    },
  ];
}

const readableByGroup = 0o440;
