import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readManifests } from './documents.js';
import { optionalComponents } from './optional.js';
import { pullFaults } from './pull-secrets.js';
import { repository } from './schemas/bundle.js';

const account = `
apiVersion: v1
kind: ServiceAccount
metadata: { name: sca }
imagePullSecrets: [{ name: registry }]
`;
const deployment = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: sca }
spec: { template: { spec: { serviceAccountName: sca, containers: [] } } }
`;
const brokers = `
apiVersion: kafka.strimzi.io/v1
kind: KafkaNodePool
metadata: { name: brokers }
spec: { template: { pod: { imagePullSecrets: [{ name: registry }] } } }
`;

const faultsOf = (...documents: readonly string[]) =>
  pullFaults(readManifests(documents.join('---')));

describe('the check of pull secrets', () => {
  it('finds nothing where every account and every pool has the secret', () => {
    expect(faultsOf(account, deployment, brokers)).toEqual([]);
  });

  it.each([
    [
      'an account without the secret',
      [account.replace(/imagePull.*/, ''), deployment],
      ['ServiceAccount sca has no pull secret'],
    ],
    [
      'an account with another secret',
      [account.replace('registry', 'other'), deployment],
      ['ServiceAccount sca has no pull secret'],
    ],
    [
      'a pod with the default account',
      [account, deployment.replace('serviceAccountName: sca, ', '')],
      ['Deployment sca has no account of the bank'],
    ],
    [
      'a pool of brokers without the secret',
      [brokers.replace('imagePullSecrets', 'tolerations')],
      ['KafkaNodePool brokers has no pull secret'],
    ],
    [
      'a database without the secret',
      ['apiVersion: postgresql.cnpg.io/v1\nkind: Cluster\nmetadata: { name: sca-db }\nspec: {}\n'],
      ['Cluster sca-db has no pull secret'],
    ],
    [
      'an entity operator without a template',
      ['apiVersion: kafka.strimzi.io/v1\nkind: Kafka\nmetadata: { name: bank }\nspec: {}\n'],
      ['Kafka bank has no pull secret'],
    ],
  ])('reports %s', (_what, documents, faults) => {
    expect(faultsOf(...documents)).toEqual(faults);
  });
});

describe('the optional components', () => {
  const page = readFileSync(join(repository, 'docs/operations/install.md'), 'utf8');
  const names = optionalComponents.flatMap(({ components }) => components);

  it.each([...new Set(names)])('are explained on the install page: %s', (name) => {
    expect(page).toMatch(new RegExp(`\`(?:\\.\\./\\.\\./\\.\\./components/)?${name}\``));
  });
});
