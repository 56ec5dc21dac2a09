import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { services } from './apps.js';
import { Rendered } from './rendered.js';
import type { Manifest } from './rendered.js';
import { podSecurityFaults } from './rules/pod-security.js';
import {
  bankOverlays,
  changesPath,
  renderedFaults,
  root,
  sourcesDigest,
} from '@nordgate/local/overlays';
import type { BankOverlay } from '@nordgate/local/overlays';

const names = Object.keys(bankOverlays) as BankOverlay[];
const read = (overlay: BankOverlay) => readFileSync(join(root, changesPath(overlay)), 'utf8');
const changesOf = (overlay: BankOverlay) =>
  parseAllDocuments(read(overlay)).map((document) => document.toJS() as Manifest);
const releaseOf = (overlay: BankOverlay) =>
  Rendered.read(overlay === 'sandbox' ? 'sandbox' : 'production');

/** What the components of the example add that no overlay of the release has. */
const addedByComponents = () =>
  globSync('{shared-register,external-secrets,cert-manager,restore-drill,export,archive}/*.yaml', {
    cwd: components,
  })
    .filter((path) => !/(kustomization|authorities)\.yaml$/.test(path))
    .flatMap((path) => parseAllDocuments(readFileSync(join(components, path), 'utf8')))
    .map((document) => titleOf(document.toJS() as Manifest));
const components = join(root, 'deploy/k8s/components');

describe.each(names)('the overlay %s of a bank', (overlay) => {
  const release = releaseOf(overlay);
  const changes = changesOf(overlay);

  it('comes from the sources as they are now (npm run render:k8s)', () => {
    expect(renderedFaults(sourcesDigest(), read(overlay))).toEqual([]);
  });

  it('adds no manifest that neither the release nor one of its components has', () => {
    const titles = changes.map(({ kind, metadata }) => `${kind} ${withoutHash(metadata.name)}`);
    const known = release.manifests.map(
      ({ kind, metadata }) => `${kind} ${withoutHash(metadata.name)}`,
    );
    const optional = overlay === 'sandbox' ? [] : addedByComponents();
    expect(titles.filter((title) => ![...known, ...optional].includes(title))).toEqual([]);
  });

  it('has pods that pass the restricted standard, and more', () => {
    expect(podSecurityFaults(new Rendered(release.overlay, changes))).toEqual([]);
  });
});

describe.each(['sandbox', 'production'] as const)('the overlay %s of a bank', (overlay) => {
  it('leaves no example of the release in what it changes', () => {
    const examples =
      /\/\/registry\.example|: registry\.example|[^-]\bbank\.example|tpp-register\.example|sha256:0{64}/;
    const left = read(overlay)
      .split('\n')
      .filter((line) => examples.test(line));
    expect(left).toEqual([]);
  });

  it('replaces every manifest with an example of the release', () => {
    const changed = new Set(changesOf(overlay).map(titleOf));
    const examples = /registry\.example|bank\.example|tpp-register\.example|sha256:0{64}/;
    const kept = releaseOf(overlay)
      .manifests.filter((one) => examples.test(JSON.stringify(one)))
      .map(titleOf);
    expect(kept.length).toBeGreaterThan(10);
    expect(kept.filter((title) => !changed.has(title))).toEqual([]);
  });
});

describe.each([
  ['export', 'EXPORT_STORE_FILE', 'services-may-call-object-store', services],
  ['archive', 'ARCHIVE_STORE_FILE', 'services-may-call-archive', ['payments', 'batch']],
] as const)('the %s of the bank in production', (store, setting, policyName, users) => {
  const changes = changesOf('production');
  const podsOf = (service: string) =>
    changes.filter(
      ({ kind, metadata }) =>
        kind === 'Deployment' && [service, `${service}-restore`].includes(metadata.name),
    );

  it.each(users)('is set up for %s and for the pod of its repair, from one file', (service) => {
    const pods = podsOf(service).map(({ spec }) => JSON.stringify(spec));
    expect(pods).toHaveLength(2);
    for (const pod of pods) {
      expect(pod).toContain(`"name":"${setting}","value":"${folder}/store.json"`);
      // Without `subPath`: a file that is mounted so never changes.
      expect(pod).toContain(`{"mountPath":"${folder}","name":"${store}-store","readOnly":true}`);
      expect(pod).toContain(`"secretName":"${store}-store"`);
    }
  });

  it('is set up for no other pod', () => {
    const withIt = changes.filter((one) => JSON.stringify(one.spec ?? {}).includes(setting));
    const wanted = users.flatMap((service) => [service, `${service}-restore`]);
    expect(withIt.map(({ metadata }) => metadata.name).sort()).toEqual(wanted.sort());
  });

  it('may reach an object store from exactly these pods', () => {
    const policy = changes.find(({ metadata }) => metadata.name === policyName);
    const spec = policy?.spec as PodPolicy | undefined;
    expect(spec?.podSelector.matchExpressions.map(({ values }) => values)).toEqual([
      [...users],
      ['app', 'restore'],
    ]);
  });

  const folder = `/run/nordgate/${store}`;
});

interface PodPolicy {
  readonly podSelector: { readonly matchExpressions: readonly { readonly values: string[] }[] };
}

describe('the recovery of the databases', () => {
  const recovered = new Map(changesOf('recovery').map((one) => [one.metadata.name, one]));
  const own = new Map(changesOf('production').map((one) => [one.metadata.name, one]));
  const specOf = (from: ReadonlyMap<string, Manifest>, service: string) =>
    from.get(`${service}-db`)?.spec as Cluster;

  it('changes the five databases and nothing else', () => {
    expect([...recovered.keys()].sort()).toEqual(services.map((one) => `${one}-db`).sort());
  });

  it.each(services)('begins the database of %s with its copy, for the same owner', (service) => {
    const { bootstrap, externalClusters } = specOf(recovered, service);
    const { database, owner } = specOf(own, service).bootstrap.initdb ?? {};
    expect(bootstrap).toEqual({
      recovery: {
        ...{ source: 'origin', database, owner },
        recoveryTarget: { targetTime: expect.any(String) as string },
      },
    });
    const parameters = { barmanObjectName: 'backups', serverName: `${service}-db` };
    const plugin = { name: 'barman-cloud.cloudnative-pg.io', parameters };
    expect(externalClusters).toEqual([{ name: 'origin', plugin }]);
  });

  it.each(services)('lets the database of %s write to an empty archive', (service) => {
    const { externalClusters, plugins } = specOf(recovered, service);
    const read = externalClusters?.[0]?.plugin.parameters;
    const written = plugins[0]?.parameters;
    expect(plugins).toHaveLength(1);
    expect(written?.barmanObjectName).toBe(read?.barmanObjectName);
    expect(written?.serverName).toBe(`${service}-db-2`);
  });

  it.each(services)('leaves everything else of the database of %s as it was', (service) => {
    const rest = (from: ReadonlyMap<string, Manifest>) => ({
      ...specOf(from, service),
      ...{ bootstrap: null, externalClusters: null, plugins: null },
    });
    expect(rest(recovered)).toEqual(rest(own));
  });
});

interface Parameters {
  readonly barmanObjectName: string;
  readonly serverName?: string;
}

interface Cluster {
  readonly bootstrap: {
    readonly initdb?: { readonly database: string; readonly owner: string };
  };
  readonly externalClusters?: readonly {
    readonly plugin: { readonly parameters: Parameters };
  }[];
  readonly plugins: readonly { readonly parameters: Parameters }[];
}

const withoutHash = (name: string) => name.replace(/-[a-z0-9]{10}$/, '');
const titleOf = ({ kind, metadata }: Manifest) => `${kind} ${withoutHash(metadata.name)}`;
