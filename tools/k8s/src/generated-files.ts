import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { externalSecrets, internalAuthorities, internalCertificates } from './bank-secrets.js';
import {
  consoleEdges,
  databaseMetricsEdges,
  innerEdges,
  outsideEdges,
  replicationEdges,
  restoreEdges,
} from './edges.js';
import { coreUser, kafkaTopics, kafkaUsers, scalerUser } from './kafka-resources.js';
import { migrationJobs } from './migrations.js';
import { appMonitors, platformMonitors, prometheusRules } from './monitors.js';
import { policiesOf } from './network-policies.js';
import { fileOf } from './objects.js';
import { restoreDrills } from './restore-drill.js';
import { restoreDeployments } from './restore.js';
import { scaledObjects } from './scalers.js';
import { root } from '@nordgate/local/overlays';

const k8s = (path: string, about: string, objects: readonly object[]) =>
  [`deploy/k8s/${path}`, fileOf(about, objects)] as const;

/** The files below deploy/k8s that follow from the code, by path. */
export function generatedFiles(): ReadonlyMap<string, string> {
  return new Map([
    k8s('base/migrations.yaml', 'The migrations of each service.', migrationJobs()),
    k8s(
      'components/restore/deployments.yaml',
      'A pod for the repair of each service after a restore.',
      restoreDeployments(),
    ),
    k8s(
      'components/restore-drill/drills.yaml',
      'A drill of the restore of each database, once a week.',
      restoreDrills(),
    ),
    k8s(
      'components/keda/scalers.yaml',
      'Replicas by the lag of every consumer group.',
      scaledObjects(),
    ),
    ...kafkaFiles(),
    ...secretFiles(),
    ...monitoringFiles(),
    ...policyFiles(),
  ]);
}

const kafkaFiles = () => [
  k8s('components/strimzi/topics.yaml', 'The topics between the apps.', kafkaTopics('apps')),
  k8s(
    'components/kafka-access/sandbox/users.yaml',
    'A user for each app, with the rights that it needs.',
    kafkaUsers('sandbox'),
  ),
  k8s(
    'components/kafka-access/production/users.yaml',
    'A user for each app, for the core of the bank and for KEDA, with the rights that each needs.',
    [...kafkaUsers('production'), coreUser(), scalerUser()],
  ),
  k8s(
    'components/kafka-access/production/core-topics.yaml',
    'The topics between the bank and its core.',
    kafkaTopics('core'),
  ),
];

const secretFiles = () => [
  k8s(
    'components/external-secrets/secrets.yaml',
    'Every Secret of production that no operator makes.',
    externalSecrets(),
  ),
  k8s(
    'components/cert-manager/certificates.yaml',
    'A certificate for each internal port.',
    internalCertificates(),
  ),
  k8s(
    'components/cert-manager/authorities.yaml',
    'Where each workload finds the authority of the internal ports.',
    internalAuthorities(),
  ),
];

const monitoringFiles = () => [
  k8s('components/prometheus-operator/bank/monitors.yaml', 'Where Prometheus reads metrics.', [
    ...appMonitors(),
    ...platformMonitors(),
  ]),
  k8s(
    'components/prometheus-operator/bank/rules.yaml',
    'The rules of deploy/observability/rules.',
    prometheusRules(),
  ),
];

/** The network policies: each connection from both of its sides. */
function policyFiles() {
  return [
    k8s(
      'base/network/edges.yaml',
      'Each connection inside the cluster, for both of its sides.',
      innerEdges().flatMap(policiesOf),
    ),
    k8s(
      'components/outside/edges.yaml',
      'What the apps call outside the cluster.',
      outsideEdges.flatMap(policiesOf),
    ),
    k8s(
      'components/cloudnative-pg/edges.yaml',
      'The instances of each database among themselves, and the reading of their metrics.',
      [...replicationEdges, ...databaseMetricsEdges].flatMap(policiesOf),
    ),
    k8s(
      'components/console/edges.yaml',
      'Who reaches the console, and what it queries.',
      consoleEdges.flatMap(policiesOf),
    ),
    k8s(
      'components/restore/edges.yaml',
      'What these pods call. The policies of the databases let every pod of a service in.',
      restoreEdges.flatMap(policiesOf),
    ),
  ];
}

/** Writes the generated files. Returns their paths. */
export function writeGenerated(): readonly string[] {
  const files = generatedFiles();
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return [...files.keys()];
}
