import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { apps } from './apps.js';
import { externalSecrets, internalCertificates, internalTls } from './bank-secrets.js';
import { Rendered } from './rendered.js';
import type { Manifest } from './rendered.js';
import { namedSecrets, secretsOfOperators } from './rules/named-secrets.js';
import { secretFaults } from './rules/made-secrets.js';
import { changed, container, pod, set } from './rules/planting.js';
import { changesPath, root } from '@nordgate/local/overlays';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const objectsIn = (path: string) =>
  parseAllDocuments(read(path)).map((document) => document.toJS() as Manifest);
const secrets = () => objectsIn('deploy/k8s/components/external-secrets/secrets.yaml');
const certificates = () => objectsIn('deploy/k8s/components/cert-manager/certificates.yaml');
const makers = () => [...secrets(), ...certificates()];

describe('the components external-secrets and cert-manager', () => {
  it('make every key of every Secret that production names, once, beside those of the operators', () => {
    const production = Rendered.read('production');
    expect(namedSecrets(production).size).toBeGreaterThan(30);
    expect(secretFaults(production, makers())).toEqual([]);
  });

  it.each([
    [
      'a volume',
      set('Deployment batch', `${pod}/volumes`, [{ name: 'a', secret: { secretName: 'new' } }]),
    ],
    [
      'a projected volume',
      set('Deployment batch', `${pod}/volumes`, [
        { name: 'a', projected: { sources: [{ secret: { name: 'new' } }] } },
      ]),
    ],
    [
      'a variable',
      set('Deployment batch', `${container}/env`, [
        { name: 'A', valueFrom: { secretKeyRef: { name: 'new', key: 'a' } } },
      ]),
    ],
    [
      'all variables',
      set('Deployment batch', `${container}/envFrom`, [{ secretRef: { name: 'new' } }]),
    ],
    [
      'a listener',
      set('Gateway edge', 'spec/listeners', [
        { tls: { certificateRefs: [{ kind: 'Secret', name: 'new' }] } },
      ]),
    ],
    [
      'the object store',
      set('ObjectStore backups', 'spec/configuration/s3Credentials/accessKeyId/name', 'new'),
    ],
    ['a log-in of KEDA', set('TriggerAuthentication kafka', 'spec/secretTargetRef/0/name', 'new')],
  ])('are asked for a new Secret of %s', (_what, plant) => {
    expect([...namedSecrets(changed(plant)).keys()]).toContain('new');
  });

  it('are asked for a new key of a Secret', () => {
    const plant = set('Deployment batch', `${pod}/volumes`, [
      { name: 'a', secret: { secretName: 'batch-secrets', items: [{ key: 'new.key' }] } },
    ]);
    const faults = secretFaults(changed(plant), makers());
    expect(faults).toContain('nobody makes batch-secrets new.key');
  });

  const listener = (name: string, more: object = { kind: 'Secret' }) =>
    set('Gateway edge', 'spec/listeners', [{ tls: { certificateRefs: [{ ...more, name }] } }]);

  it.each([
    ['a Secret of its kind', listener('new')],
    ['the kind that is the default', listener('new', {})],
  ])('are asked for certificate and key by a listener with %s', (_what, plant) => {
    const faults = secretFaults(changed(plant), makers());
    expect(faults).toEqual(
      expect.arrayContaining(['nobody makes new tls.crt', 'nobody makes new tls.key']),
    );
  });

  it.each(['gateway-tls', 'sca-tls'])('are refused when %s has another type', (name) => {
    for (const template of [undefined, {}, { type: 'Opaque' }]) {
      const planted = makers().map((one) => {
        if (one.metadata.name !== name) return one;
        const { target, ...spec } = one.spec as { readonly target: object };
        return { ...one, spec: { ...spec, target: { ...target, template } } };
      });
      const faults = secretFaults(Rendered.read('production'), planted);
      expect(faults).toEqual([`${name} is not of the type kubernetes.io/tls`]);
    }
  });

  it('are asked for the type by every Gateway', () => {
    const production = changed(listener('gateway-seal'));
    const faults = secretFaults(production, makers());
    expect(faults).toContain('gateway-seal is not of the type kubernetes.io/tls');
  });

  it('make a Secret of a listener with its type when cert-manager makes it', () => {
    const internal = internalTls('gateway');
    const faults = secretFaults(changed(listener(internal)), makers());
    expect(faults.filter((one) => one.startsWith(internal))).toEqual([]);
  });

  it('are refused when both make a Secret, and when nobody needs one', () => {
    const production = Rendered.read('production');
    const [first] = secrets();
    const stray = { ...(first as Manifest), metadata: { name: 'stray' } };
    const faults = secretFaults(production, [...makers(), first as Manifest, stray]);
    expect(faults).toEqual([`two make ${String(first?.metadata.name)}`, 'nobody needs stray']);
  });

  it('leave the Secrets of the operators to them', () => {
    const made = secretsOfOperators(Rendered.read('production'));
    const names = makers().map(({ metadata }) => metadata.name);
    expect(names.filter((name) => made.has(name))).toEqual([]);
  });
});

describe('the component external-secrets', () => {
  it('reads a file of several workloads from one place', () => {
    const places = new Map<string, Set<string>>();
    for (const { spec } of externalSecrets()) {
      const { data } = spec as Data;
      for (const { secretKey, remoteRef } of data) {
        const place = `${remoteRef.key} ${remoteRef.property}`;
        places.set(place, (places.get(place) ?? new Set()).add(secretKey));
      }
    }
    expect([...places.values()].filter(({ size }) => size > 1)).toEqual([]);
    expect(places.get('ids.json value')).toEqual(new Set(['ids.json']));
  });
});

describe('the component cert-manager', () => {
  it('names every host at which an app calls the internal port of another one', () => {
    const hosts = globSync('deploy/env/production/*', { cwd: root })
      .flatMap((path) => [...read(path).matchAll(/https:\/\/([a-z-]+):8090/g)])
      .map(([, host = '']) => host);
    const named = internalCertificates().flatMap(
      ({ spec }) => (spec as { readonly dnsNames: readonly string[] }).dnsNames,
    );
    expect(new Set(hosts).size).toBeGreaterThan(3);
    expect(hosts.filter((host) => !named.includes(host))).toEqual([]);
  });

  it('leaves no workload and no monitor of a bank with the ConfigMap that people copy', () => {
    const changes = objectsIn(changesPath('production'));
    const monitors = changes.filter(({ kind }) => kind === 'PodMonitor');
    const text = JSON.stringify(changes);
    expect(text).not.toContain('"configMap":{"name":"internal-ca"');
    expect(text).not.toContain('"configMap":{"items":[{"key":"ca.crt","path":"internal-ca.pem"}]');
    expect(monitors).toHaveLength(apps.length);
    for (const app of apps) {
      const ca = { secret: { name: internalTls(app), key: 'ca.crt' } };
      const monitor = monitors.find(({ metadata }) => metadata.name === app);
      expect(JSON.stringify(monitor)).toContain(ca.secret.name);
    }
  });
});

interface Data {
  readonly data: readonly {
    readonly secretKey: string;
    readonly remoteRef: { readonly key: string; readonly property: string };
  }[];
}
