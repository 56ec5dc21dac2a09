import { join } from 'node:path';
import type { AppName, Cluster } from '@nordgate/local/cluster';
import { ackBeforeCommit, noDedupe, offsetBeforeEffects } from './bus-bugs.js';
import type { BusChange } from './bus-bugs.js';
import { droppedEvent, positionReader } from './relay-bugs.js';

/** The environment variable that names the bug of a process. */
export const bugVariable = 'NORDGATE_PLANTED_BUG';

/** The bugs that an app gets together with its bus. */
export const busChanges = {
  'ack-before-commit': ackBeforeCommit,
  'offset-before-effects': offsetBeforeEffects,
  'no-dedupe': noDedupe,
  'position-reader': positionReader,
  'dropped-event': droppedEvent,
} as const satisfies Record<string, BusChange>;

export type BusBug = keyof typeof busChanges;

const file = join(import.meta.dirname, '..', '..', 'dist', 'planted-main.js');

/** Runs every instance of an app with this bug, until the bug is removed. */
export function inApp(app: AppName, bug: BusBug) {
  return {
    plant: (cluster: Cluster) => restart(cluster, app, { file, env: { [bugVariable]: bug } }),
    uproot: (cluster: Cluster) => restart(cluster, app, undefined),
  };
}

async function restart(
  cluster: Cluster,
  name: AppName,
  program: { readonly file: string; readonly env: Record<string, string> } | undefined,
): Promise<void> {
  for (const app of cluster.of(name)) {
    await app.stop();
    app.use(program);
    await app.start();
  }
}
