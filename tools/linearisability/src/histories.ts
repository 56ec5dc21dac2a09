import { access, granted, readUnattended } from './access-clients.js';
import { transfer } from './balance-clients.js';
import { group, pay } from './payment-clients.js';
import type { Operation } from './recorder.js';
import type { Scene } from './scene.js';

/** Lets clients call the bank, and records a history for each model. The seed decides what each client does. */
export async function recordHistories(scene: Scene): Promise<readonly Operation[]> {
  const accounts = await granted(scene);
  await pay(scene);
  await group(scene);
  await readUnattended(scene, accounts);
  await transfer(scene, accounts[0] ?? '');
  await access(scene);
  return scene.recorder.settled();
}
