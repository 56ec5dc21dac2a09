import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kubectl } from './control-plane/kubectl.js';
import { readManifests } from './documents.js';
import type { Manifest } from './documents.js';
import { pullFaults } from './pull-secrets.js';
import type { Report } from './report.js';
import { repository } from './schemas/bundle.js';

/** An overlay with components that a bank adds by a line in its kustomization (docs/operations/install.md). */
export interface Option {
  readonly overlay: string;
  readonly components: readonly string[];
  /** What the components do not do although they should. */
  readonly faults: (manifests: readonly Manifest[]) => readonly string[];
}

export const optionalComponents: readonly Option[] = [
  { overlay: 'sandbox', components: ['console-ca'], faults: consoleFaults },
  { overlay: 'sandbox', components: ['prometheus-operator/sandbox'], faults: monitorFaults },
  { overlay: 'sandbox', components: ['pull-secret'], faults: pullFaults },
  { overlay: 'production', components: ['pull-secret'], faults: pullFaults },
  { overlay: 'sandbox', components: ['collector-login'], faults: collectorLoginFaults },
  { overlay: 'production', components: ['collector-login'], faults: collectorLoginFaults },
  { overlay: 'sandbox', components: ['export'], faults: exportFaults },
  { overlay: 'production', components: ['export'], faults: exportFaults },
  { overlay: 'sandbox', components: ['archive'], faults: archiveFaults },
  { overlay: 'production', components: ['export', 'archive'], faults: archiveFaults },
];

/** Renders a copy of the overlay with the components, checks what they do, and asks the API server about every manifest. */
export async function verifyOption(
  { overlay, components, faults }: Option,
  kubectl: Kubectl,
  report: Report,
): Promise<void> {
  const what = `${overlay} with ${components.join(' and ')}`;
  const folder = mkdtempSync(join(tmpdir(), 'nordgate-overlay-'));
  try {
    cpSync(join(repository, 'deploy'), folder, { recursive: true });
    addComponents(join(folder, 'k8s/overlays', overlay, 'bank/kustomization.yaml'), components);
    const rendered = await kubectl.run(['kustomize', join(folder, 'k8s/overlays', overlay)]);
    if (!rendered.ok) return report.fail(`${what}: is rendered`, rendered.stderr);
    const manifests = readManifests(rendered.stdout);
    const found = faults(manifests);
    if (found.length > 0) return report.fail(`${what}: does its work`, found.join('\n'));
    const { ok, stderr } = await kubectl.dryRun(manifests);
    if (ok && stderr.trim() === '') report.pass(`${what}: ${String(manifests.length)} manifests`);
    else report.fail(`${what}: manifests are accepted`, stderr);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Adds the lines as the page tells it. @throws Error when the file has no list of components */
function addComponents(path: string, components: readonly string[]): void {
  const text = readFileSync(path, 'utf8');
  const lines = components.map((name) => `  - ../../../components/${name}\n`).join('');
  const changed = text.replace(/^components:\n(?: {2}- .*\n)+/m, (list) => list + lines);
  if (changed === text) throw new Error(`${path} has no components`);
  writeFileSync(path, changed);
}

/** The console gets the key of its CA. */
function consoleFaults(manifests: readonly Manifest[]): readonly string[] {
  const accounts = manifests.find(
    ({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'accounts',
  );
  return JSON.stringify(accounts).includes('CONSOLE_CA_KEY_FILE') ? [] : ['no key of the CA'];
}

/** In a sandbox every port speaks plain HTTP. */
function monitorFaults(manifests: readonly Manifest[]): readonly string[] {
  const monitors = manifests.filter(({ kind }) => kind === 'PodMonitor');
  const overTls = monitors.filter((one) => /"https"|tlsConfig/.test(JSON.stringify(one)));
  return [
    ...(monitors.length > 0 ? [] : ['there are no monitors']),
    ...overTls.map(({ metadata }) => `the monitor ${metadata.name} expects TLS`),
  ];
}

/** The Collector gets the token as a file, and the configuration that names this file. */
function collectorLoginFaults(manifests: readonly Manifest[]): readonly string[] {
  const text = JSON.stringify(
    manifests.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'collector'),
  );
  const wanted = [
    '"--config=/etc/collector/collector.yaml","--config=/etc/collector/collector-login.yaml"',
    '"mountPath":"/etc/traces-backend"',
    '"secretName":"traces-backend"',
  ];
  const missing = wanted.filter((part) => !text.includes(part));
  return [
    ...missing.map((part) => `the Collector has no ${part}`),
    ...(text.includes('secretKeyRef') ? ['a variable of the Collector is a secret'] : []),
  ];
}

/** Each service, and the pod of its repair where the overlay has one, gets the file that says where a store is. */
function storeFaults(setting: string, services: readonly string[], manifests: readonly Manifest[]) {
  const wanted = services.flatMap((service) => [service, `${service}-restore`]);
  const pods = manifests.filter(
    ({ kind, metadata }) => kind === 'Deployment' && wanted.includes(metadata.name),
  );
  const without = pods.filter((pod) => !JSON.stringify(pod).includes(setting));
  return [
    ...(pods.length < services.length ? ['a service is missing'] : []),
    ...without.map(({ metadata }) => `${metadata.name} has no ${setting}`),
  ];
}

const exporting = ['payments', 'baskets', 'sca', 'accounts', 'batch'];

function exportFaults(manifests: readonly Manifest[]): readonly string[] {
  return storeFaults('EXPORT_STORE_FILE', exporting, manifests);
}

function archiveFaults(manifests: readonly Manifest[]): readonly string[] {
  return storeFaults('ARCHIVE_STORE_FILE', ['payments', 'batch'], manifests);
}
