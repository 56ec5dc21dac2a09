import { apps } from './apps.js';
import type { KubernetesObject } from './objects.js';
import { Rendered } from './rendered.js';
import { namedSecrets, secretsOfOperators, tlsSecrets, tlsType } from './rules/named-secrets.js';

/* The Secrets of production that people make by hand without the components `external-secrets` and `cert-manager`. */

/** The store from which External Secrets reads them, and the issuer of the internal certificates. */
const secretStore = 'vault';
const internalIssuer = 'internal-ca';

/** The Secret with the certificate of an app's internal port. */
export const internalTls = (app: string) => `${app}-internal-tls`;

/** One ExternalSecret for each Secret of production that neither an operator nor the component `cert-manager` makes. */
export function externalSecrets(): readonly KubernetesObject[] {
  const production = Rendered.read('production');
  const made = new Set([...secretsOfOperators(production), ...apps.map(internalTls)]);
  const tls = tlsSecrets(production);
  return [...namedSecrets(production)]
    .filter(([name]) => !made.has(name))
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([name, keys]) => externalSecret(name, [...keys].sort(), tls.has(name)));
}

function externalSecret(name: string, keys: readonly string[], isTls: boolean): KubernetesObject {
  return {
    apiVersion: 'external-secrets.io/v1',
    kind: 'ExternalSecret',
    metadata: { name, namespace },
    spec: {
      refreshInterval: '1m0s',
      secretStoreRef: { kind: 'SecretStore', name: secretStore },
      // A deletion in the store must not take a key away from a bank that runs.
      target: {
        ...{ creationPolicy: 'Owner', deletionPolicy: 'Retain' },
        // A template without data leaves the keys as they are.
        ...(isTls && { template: { type: tlsType } }),
      },
      data: keys.map((secretKey) => ({ secretKey, remoteRef: remoteRef(name, secretKey) })),
    },
  };
}

/**
 * A file of `<workload>-secrets` is one item of the store with the name of the file: several workloads have the same file, and a
 * rotation changes it for all of them.
 */
const remoteRef = (name: string, key: string) =>
  name.endsWith('-secrets') ? { key, property: 'value' } : { key: name, property: key };

/** The certificate of each internal port, for the names of its Service. */
export function internalCertificates(): readonly KubernetesObject[] {
  return apps.map((app) => ({
    apiVersion: 'cert-manager.io/v1',
    kind: 'Certificate',
    metadata: { name: `${app}-internal`, namespace },
    spec: {
      secretName: internalTls(app),
      commonName: app,
      dnsNames: [app, `${app}.${namespace}.svc`],
      duration: '2160h',
      renewBefore: '720h',
      privateKey: { algorithm: 'ECDSA', size: 256, rotationPolicy: 'Always' },
      usages: ['digital signature', 'server auth'],
      issuerRef: { group: 'cert-manager.io', kind: 'Issuer', name: internalIssuer },
    },
  }));
}

/** Of production, as in `deploy/k8s/overlays/production/bank`. */
const namespace = 'nordgate';

/** The authority beside each certificate takes the place of the ConfigMap `internal-ca`, which people would copy by hand. */
export function internalAuthorities(): readonly object[] {
  return [...apps, 'operator'].map((name) => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace },
    spec: {
      template: {
        spec: {
          volumes: [
            {
              name: 'internal-ca',
              configMap: null,
              // The operator's pod has no certificate: the authority alone is mounted, and it is the same everywhere.
              secret: {
                secretName: internalTls(name === 'operator' ? 'gateway' : name),
                defaultMode: 0o440,
                items: [{ key: 'ca.crt', path: 'internal-ca.pem' }],
              },
            },
          ],
        },
      },
    },
  }));
}
