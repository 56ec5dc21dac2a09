import { readManifests } from '../documents.js';
import type { Manifest } from '../documents.js';
import { withOtherSettings } from '../later-release.js';
import type { Rehearsal } from './rehearsal.js';
import type { App } from './apps.js';
import { appOf, isOfApp, isServing } from './pod.js';
import { isMigration } from './pod-life.js';

const stateSeconds = 120;

/** An overlay of a later release: other settings, other digests, and migration jobs with another name. */
export function release(manifests: readonly Manifest[], number: number): readonly Manifest[] {
  const digest = `@sha256:${number.toString(16).repeat(64)}`;
  const text = withOtherSettings(manifests)
    .map((one) => JSON.stringify(one))
    .join('\n---\n')
    .replaceAll(/@sha256:[0-9a-f]{64}/g, digest)
    .replaceAll(/-migrate-\d+-\d+-\d+"/g, `-migrate-0-9-${String(number)}"`);
  return readManifests(text);
}

/**
 * The first apply, while the migrations go on: no pod that needs a schema is ready before its migration is done.
 *
 * @throws Error when a rollout does not end, naming the apps that were ready too early
 */
export async function install(one: Rehearsal): Promise<void> {
  const { cluster, overlays } = one;
  cluster.kubelet.letMigrations('waits');
  for (const manifests of Object.values(overlays)) await one.apply(manifests);
  await allWait(one);
  cluster.kubelet.letMigrations('succeeds');
  await one.rolledOut(one.apps);
  cluster.schemas.requireKept();
}

/**
 * A later release by one apply, as docs/operations/upgrade.md says. Each migration fails once and then succeeds; until
 * then the pods of the old release serve.
 *
 * @throws Error when a rollout does not end, an app has fewer serving pods than its Deployment allows, or the apply
 *   changes the number of pods
 */
export async function upgrade(one: Rehearsal, number: number): Promise<void> {
  const { cluster, overlays } = one;
  const wanted = await one.wanted();
  cluster.availability.restart();
  cluster.kubelet.letMigrations('fails');
  for (const manifests of Object.values(overlays)) await one.apply(release(manifests, number));
  await allWait(one);
  await aMigrationFailed(one);
  requireKept(wanted, await one.wanted());
  cluster.kubelet.letMigrations('succeeds');
  await one.rolledOut(one.apps);
  cluster.schemas.requireKept();
  one.requireServed(one.apps, (app) => (wanted.get(app.key) ?? 0) - app.maxUnavailable);
}

/** Resolves when each app with a migration has a pod that runs and waits for it. */
async function allWait({ cluster, apps }: Rehearsal): Promise<void> {
  const waits = ({ key }: App) =>
    cluster.kubelet.all.some(
      (pod) =>
        isOfApp(pod) &&
        appOf(pod) === key &&
        pod.status.phase === 'Running' &&
        !isServing(pod) &&
        !cluster.schemas.hasSchema(pod),
    );
  await cluster.until('a waiting pod of each app', stateSeconds, () => {
    const none = apps.filter((app) => app.migrates && !waits(app)).map(({ key }) => key);
    return none.length === 0 ? undefined : `none of ${none.join(', ')}`;
  });
}

/** An autoscaler has set the numbers: an apply without `replicas` keeps them. */
function requireKept(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): void {
  const changed = [...before].filter(([key, count]) => after.get(key) !== count);
  const names = changed.map(([key]) => key).join(', ');
  if (changed.length > 0) throw new Error(`the apply changed the replicas of ${names}`);
}

async function aMigrationFailed({ cluster }: Rehearsal): Promise<void> {
  const failed = () =>
    cluster.kubelet.all.some((pod) => isMigration(pod) && pod.status.phase === 'Failed');
  await cluster.until('a failed migration', stateSeconds, () =>
    failed() ? undefined : 'no migration has failed',
  );
}
