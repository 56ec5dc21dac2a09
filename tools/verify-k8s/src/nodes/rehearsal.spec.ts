import type { Manifest } from '../documents.js';
import { Report } from '../report.js';
import { renderedOverlays } from '../rendered-overlays.js';
import type { Cluster } from './cluster.js';
import { Rehearsal } from './rehearsal.js';
import { release } from './releases.js';
import { autoscalersOf } from './scaling.js';

const overlays = renderedOverlays();
const applied: Manifest[] = [];
const kubectl = {
  apply: (manifests: readonly Manifest[]) => {
    applied.push(...manifests);
    return Promise.resolve({ ok: true, stdout: '', stderr: '' });
  },
};
const report = new Report(() => undefined);
const rehearsal = new Rehearsal({ kubectl } as unknown as Cluster, overlays, report);

const windows = /"(periodSeconds|stabilizationWindowSeconds)":(\d+)/g;
const longestWindow = (manifest: Manifest | undefined) =>
  Math.max(
    ...[...JSON.stringify(manifest?.['spec']).matchAll(windows)].map(([, , each]) => Number(each)),
  );

beforeEach(() => applied.splice(0));

describe.each(['sandbox', 'production'] as const)('the overlay %s', (name) => {
  it.each([
    ['first install', overlays[name]],
    ['later release', release(overlays[name], 1)],
    ['autoscalers', autoscalersOf(overlays[name])],
  ])('keeps all windows of its autoscalers short in the %s', async (_, manifests) => {
    await rehearsal.apply(manifests);
    expect(applied).toHaveLength(manifests.length);
    const scalers = applied.filter(({ kind }) => kind === 'HorizontalPodAutoscaler');
    expect(scalers.filter((one) => longestWindow(one) > 5)).toEqual([]);
  });
});

it('applies the autoscaler of the gateway in a later release as with the autoscalers', async () => {
  await rehearsal.apply(autoscalersOf(overlays.production));
  const gateway = applied.find(({ metadata }) => metadata.name === 'gateway');
  applied.splice(0);
  await rehearsal.apply(release(overlays.production, 2));
  const inRelease = applied.filter(({ kind }) => kind === 'HorizontalPodAutoscaler');
  expect(inRelease).toEqual([gateway]);
});
