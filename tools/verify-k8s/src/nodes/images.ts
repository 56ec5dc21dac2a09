import type { App } from './apps.js';
import type { Rehearsal } from './rehearsal.js';

const refusal = /an image without digest/;
const tagged = 'registry.example/nordgate/gateway:latest';

/** A rollout and a pod with an image by tag are refused, and the app serves on. */
export async function verifyImages(one: Rehearsal): Promise<void> {
  for (const app of one.apps.filter(({ name }) => name === 'gateway')) {
    const inNamespace = ['--namespace', app.namespace];
    one.cluster.availability.restart();
    await one.finds(`${app.key}: a rollout to an image by tag`, refusal, async () => {
      await one.kubectl('set', 'image', ...inNamespace, 'deployment/gateway', `app=${tagged}`);
    });
    await one.finds(`${app.key}: a job with an image by tag`, refusal, async () => {
      await one.kubectl('create', 'job', ...inNamespace, 'by-tag', `--image=${tagged}`);
    });
    await one.check(`${app.key}: serves on`, () => servesOn(one, app));
  }
}

async function servesOn(one: Rehearsal, app: App): Promise<void> {
  const wanted = await one.wanted([app]);
  await one.rolledOut([app]);
  one.requireServed([app], ({ key }) => wanted.get(key) ?? 0);
}
