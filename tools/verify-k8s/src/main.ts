import { renderOverlays } from '@nordgate/local/render-overlays';
import { say } from '@nordgate/local/tool';
import { verifyCheckov } from './checkov/verify-checkov.js';
import { ControlPlane } from './control-plane/control-plane.js';
import type { Kubectl } from './control-plane/kubectl.js';
import type { KubernetesPrograms } from './control-plane/kubernetes-programs.js';
import { kubernetesPrograms, requireEtcd } from './control-plane/kubernetes-programs.js';
import { withLifetime } from './control-plane/lifetime.js';
import type { Lifetime } from './control-plane/lifetime.js';
import type { Manifest } from './documents.js';
import { drillFaults, drillRequest } from './drill-faults.js';
import { optionalComponents, verifyOption } from './optional.js';
import { acceptedRequests, plantedFaults } from './planted.js';
import { verifyNodes } from './nodes/verify-nodes.js';
import { renderedOverlays } from './rendered-overlays.js';
import { Report } from './report.js';
import { readBundle } from './schemas/bundle.js';
import { OverlayVerification } from './verify-overlay.js';

const overlays = ['sandbox', 'production'] as const;
/** The folders of `examples/bank-overlay` that begin with an overlay. */
const bankOverlays = { sandbox: ['sandbox'], production: ['production', 'recovery'] } as const;

/**
 * `npm run verify:k8s`: both overlays before a real API server, then in a cluster with nodes that exist as objects only.
 * The argument `manifests`, `checkov` or `nodes` runs one part. docs/how-to/verify-manifests.md has the facts.
 */
async function main(): Promise<void> {
  const started = performance.now();
  const report = new Report(say);
  const asked = partsOf(process.argv[2]);
  await renderOverlays(say, process.env);
  if (asked.includes('checkov')) {
    say('checkov');
    await withLifetime(({ signal }) => verifyCheckov(renderedOverlays(), report, signal));
  }
  if (asked.includes('manifests') || asked.includes('nodes')) {
    requireEtcd(process.env);
    const programs = await withLifetime(({ signal }) =>
      kubernetesPrograms(say, process.env, signal),
    );
    const { version, buildSeconds } = programs;
    report.figure('Kubernetes', version);
    const built = buildSeconds === undefined ? 'not needed' : `${buildSeconds.toFixed(0)} s`;
    report.figure('build of the programs', built);
    if (asked.includes('manifests')) {
      await withLifetime((life) => verifyManifests(life, programs, report));
    }
    if (asked.includes('nodes')) {
      say('\na cluster with nodes');
      const prepare = ({ kubectl }: { kubectl: Kubectl }) => installDefinitions(kubectl, report);
      await withLifetime((life) =>
        verifyNodes(life, programs, renderedOverlays(), report, prepare),
      );
    }
  }
  report.figure('all', `${((performance.now() - started) / 1000).toFixed(0)} s`);
  process.exitCode = report.close() ? 0 : 1;
}

const parts = ['checkov', 'manifests', 'nodes'];

function partsOf(asked: string | undefined): readonly string[] {
  if (asked === undefined) return parts;
  if (!parts.includes(asked)) throw new Error(`${asked} is none of ${parts.join(', ')}`);
  return [asked];
}

async function verifyManifests(
  life: Lifetime,
  programs: KubernetesPrograms,
  report: Report,
): Promise<void> {
  say(`starting etcd and kube-apiserver ${programs.version}`);
  const plane = await report.timed('both servers ready', () => ControlPlane.start(life, programs));
  await verify(plane.kubectl, report);
  for (const [name, megabytes] of Object.entries(plane.memory())) {
    report.figure(`memory of ${name}`, `${String(megabytes ?? 'unknown')} MB`);
  }
}

async function verify(kubectl: Kubectl, report: Report): Promise<void> {
  await report.timed('custom resource definitions', () => installDefinitions(kubectl, report));
  const planted = new Set<string>();
  for (const overlay of overlays) {
    say(`\n${overlay}`);
    const one = new OverlayVerification(overlay, kubectl, report);
    report.figure(`${overlay}: manifests`, String(one.manifests.length));
    await report.timed(`${overlay}: rendered`, () => one.render());
    await one.prepare();
    await report.timed(`${overlay}: dry-run of manifests`, () => one.dryRunManifests());
    await report.timed(`${overlay}: dry-run of pods`, () => one.dryRunPods());
    await report.timed(`${overlay}: overlays of a bank`, async () => {
      for (const name of bankOverlays[overlay]) await one.dryRunBankOverlay(name);
    });
    await report.timed(`${overlay}: planted faults`, async () => {
      for (const fault of plantedFaults) {
        if (await one.refuses(fault)) planted.add(fault.name);
      }
      for (const request of acceptedRequests) await one.accepts(request);
    });
    await report.timed(`${overlay}: later release`, () => one.dryRunLaterRelease());
    if (overlay === 'production') await report.timed('drills', () => verifyDrills(one));
  }
  say('\noptional components');
  await report.timed('optional components', async () => {
    for (const option of optionalComponents) await verifyOption(option, kubectl, report);
  });
  for (const { name } of plantedFaults.filter((fault) => !planted.has(fault.name))) {
    report.fail(`${name} is refused`, 'no overlay has a manifest that could carry this fault');
  }
}

/** The databases are there: each is the parameter of a policy. */
async function verifyDrills(production: OverlayVerification): Promise<void> {
  await production.addPoliciesOf('restore-drill/drills.yaml');
  for (const fault of drillFaults) await production.refuses(fault);
  await production.accepts(drillRequest);
}

/** The definitions are installed for good: a server knows no custom resource before. */
async function installDefinitions(kubectl: Kubectl, report: Report): Promise<void> {
  const definitions = readBundle().customResources as readonly unknown[] as readonly Manifest[];
  const { ok, stderr } = await kubectl.apply(definitions);
  if (!ok) throw new Error(`the API server refuses a custom resource definition: ${stderr}`);
  const wait = ['wait', '--for=condition=Established', 'crd', '--all', '--timeout=60s'];
  const established = await kubectl.run(wait);
  if (!established.ok) throw new Error(established.stderr);
  report.pass(`custom resource definitions: ${String(definitions.length)}`, definitions.length);
}

await main();
