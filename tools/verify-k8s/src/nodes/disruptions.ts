import type { App } from './apps.js';
import { zones } from './cluster.js';
import { isOfApp, isServing } from './pod.js';
import type { Rehearsal } from './rehearsal.js';
import { spreadFaults, spreads } from './spread.js';

const drainSeconds = 120;
const settleSeconds = 120;

/**
 * Drains a node by evictions, then opens it again.
 *
 * @throws Error when the drain does not end in time, or an app had fewer serving pods than its budget allows
 */
export async function drain(one: Rehearsal, node: string, seconds = drainSeconds): Promise<void> {
  const wanted = await one.wanted();
  one.cluster.availability.restart();
  const flags = ['--ignore-daemonsets', '--delete-emptydir-data', `--timeout=${String(seconds)}s`];
  try {
    await one.kubectl('drain', node, ...flags);
    await one.rolledOut(one.apps);
    one.requireServed(one.apps, (app) => (wanted.get(app.key) ?? 0) - app.budget);
  } finally {
    await one.kubectl('uncordon', node);
  }
}

/**
 * The nodes of a zone fall silent.
 *
 * @throws Error when an app has no pod left at any moment, or its pods are not spread over the other zones in the end
 */
export async function loseZone(one: Rehearsal, zone: string): Promise<void> {
  const { cluster } = one;
  const living = zones.filter((other) => other !== zone);
  cluster.availability.restart();
  cluster.nodes.loseZone(zone);
  await settled(one, living);
  requireSpread(one, living);
  one.requireServed(one.apps, () => 1);
}

/** The zone is back: its nodes end the pods that were deleted meanwhile. */
export async function returnZone({ cluster }: Rehearsal, zone: string): Promise<void> {
  await cluster.nodes.returnZone(zone);
  cluster.kubelet.reconsider();
  const leaving = () =>
    cluster.kubelet.all.filter(({ metadata }) => metadata.deletionTimestamp !== undefined);
  await cluster.until(`the end of the deleted pods of ${zone}`, settleSeconds, () =>
    leaving().length === 0 ? undefined : `${String(leaving().length)} pods are still there`,
  );
}

/** Resolves when every wanted pod of an app serves on a node of one of these zones. */
async function settled(one: Rehearsal, living: readonly string[]): Promise<void> {
  const { cluster } = one;
  const wanted = await one.wanted();
  const serving = (app: App) =>
    cluster.kubelet.all.filter(
      (pod) =>
        isOfApp(pod) &&
        isServing(pod) &&
        living.includes(cluster.nodes.zoneOf(pod.spec.nodeName)) &&
        `${pod.metadata.namespace}/${pod.metadata.labels?.['app.kubernetes.io/name'] ?? ''}` ===
          app.key,
    ).length;
  await cluster.until('the pods in the other zones', settleSeconds, () => {
    const short = one.apps.filter((app) => serving(app) < (wanted.get(app.key) ?? 0));
    return short.length === 0 ? undefined : `too few of ${short.map(({ key }) => key).join(', ')}`;
  });
}

/**
 * Both constraints of every app: over zones, and over nodes.
 *
 * @param domains the zones that may have pods
 * @throws Error naming the apps with a skew above 1
 */
export function requireSpread({ cluster }: Rehearsal, domains: readonly string[] = zones): void {
  const nodes = domains.flatMap((zone) => cluster.nodes.inZone(zone).map(({ name }) => name));
  const { all } = cluster.kubelet;
  const faults = [
    ...spreadFaults(spreads(all, domains, (node) => cluster.nodes.zoneOf(node))),
    ...spreadFaults(spreads(all, nodes, (node) => node ?? '')),
  ];
  if (faults.length > 0) throw new Error(faults.join('\n'));
}
