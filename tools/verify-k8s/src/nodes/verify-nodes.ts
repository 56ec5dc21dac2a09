import type { Lifetime } from '../control-plane/lifetime.js';
import type { KubernetesPrograms } from '../control-plane/kubernetes-programs.js';
import type { RenderedOverlays } from '../rendered-overlays.js';
import type { Report } from '../report.js';
import { appsOf } from './apps.js';
import { Cluster, zones } from './cluster.js';
import { drain, loseZone, requireSpread, returnZone } from './disruptions.js';
import { verifyImages } from './images.js';
import { plantFaults } from './planted-faults.js';
import { plantScalingFaults } from './planted-scaling-faults.js';
import { Rehearsal } from './rehearsal.js';
import { install, upgrade } from './releases.js';
import { autoscalersOf, expectations, scaleTo } from './scaling.js';

/**
 * Both overlays in one cluster with controllers, a scheduler and nodes without machines: install, upgrade, scale, lose a
 * zone, drain, and plant faults.
 *
 * @param life what ends the cluster
 * @param prepare installs what the overlays need of a new API server
 */
export async function verifyNodes(
  life: Lifetime,
  programs: KubernetesPrograms,
  overlays: RenderedOverlays,
  report: Report,
  prepare: (cluster: Cluster) => Promise<void>,
): Promise<void> {
  const apps = Object.values(overlays).flatMap((manifests) => appsOf(manifests));
  const migrated = new Set(apps.filter(({ migrates }) => migrates).map(({ key }) => key));
  const cluster = await report.timed('nodes: cluster ready', () =>
    Cluster.start(life, programs, migrated),
  );
  await prepare(cluster);
  await rehearse(new Rehearsal(cluster, overlays, report));
  for (const [name, megabytes] of Object.entries(cluster.memory())) {
    report.figure(`nodes: memory of ${name}`, `${String(megabytes ?? 'unknown')} MB`);
  }
}

async function rehearse(one: Rehearsal): Promise<void> {
  const { report, overlays } = one;
  const scalers = autoscalersOf(overlays.production);
  const timed = (what: string, run: () => Promise<void> | void) =>
    report.timed(`nodes: ${what}`, () => one.check(what, run));
  await timed('first install, pods wait for their migrations', () => install(one));
  await timed('autoscalers keep two pods of each app', async () => {
    await one.apply(scalers);
    const [, , , rest] = expectations(scalers, one.apps);
    if (rest !== undefined) await scaleTo(one, rest);
  });
  await timed('rollout of every app, after migrations that failed once', () => upgrade(one, 1));
  await timed('pods are spread over zones and nodes', () => requireSpread(one));
  await timed('loss of a zone', () => loseZone(one, zones[0]));
  await timed('return of the zone', () => returnZone(one, zones[0]));
  await timed('second rollout', () => upgrade(one, 2));
  for (const { name } of one.cluster.nodes.all) {
    await timed(`drain of ${name}`, () => drain(one, name));
  }
  for (const expectation of expectations(scalers, one.apps)) {
    await timed(`autoscaling: ${expectation.what}`, () => scaleTo(one, expectation));
  }
  await report.timed('nodes: images by digest', () => verifyImages(one));
  await report.timed('nodes: planted faults', () => plantFaults(one));
  await report.timed('nodes: planted faults of autoscalers', () =>
    plantScalingFaults(one, scalers),
  );
}
