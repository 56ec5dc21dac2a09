import { join } from 'node:path';
import type { AppName, Cluster } from '@nordgate/local/cluster';
import type { Bug } from './bug.js';
import { bugVariable } from './tampers.js';
import type { TamperName } from './tampers.js';

const file = join(import.meta.dirname, '..', '..', 'dist', 'planted-main.js');

/** Runs every instance of an app with this bug, until it is uprooted. */
export function inApp(app: AppName, bug: TamperName): Pick<Bug, 'plant' | 'uproot'> {
  return {
    plant: (cluster) => restart(cluster, app, { file, env: { [bugVariable]: bug } }),
    uproot: (cluster) => restart(cluster, app, undefined),
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
