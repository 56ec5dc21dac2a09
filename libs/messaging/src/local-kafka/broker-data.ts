import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { javaFlags } from './broker-process.js';
import { brokerProperties } from './broker-properties.js';
import type { ClusterPlan } from './cluster-plan.js';
import type { NodeFolder } from './kafka-folder.js';
import { run } from './programs.js';

/**
 * Writes a broker's settings, and makes its data folder unless it exists. That gets its name only when
 * complete, so a process killed meanwhile leaves nothing that looks like data.
 */
export async function prepareBroker(
  folder: NodeFolder,
  settings: { readonly plan: ClusterPlan; readonly node: number; readonly jars: string },
): Promise<void> {
  mkdirSync(folder.root, { recursive: true });
  if (!existsSync(folder.data)) await format(folder, settings);
  writeProperties(
    folder.properties,
    brokerProperties({ ...settings, data: basename(folder.data) }),
  );
}

async function format(
  folder: NodeFolder,
  { plan, node, jars }: { plan: ClusterPlan; node: number; jars: string },
): Promise<void> {
  const draft = `${folder.data}.new`;
  const properties = join(folder.root, 'format.properties');
  rmSync(draft, { recursive: true, force: true });
  writeProperties(properties, brokerProperties({ plan, node, data: basename(draft) }));
  const tool = ['kafka.tools.StorageTool', 'format', '-t', plan.id, '-c', basename(properties)];
  await run('java', [...javaFlags(jars), ...tool], { cwd: folder.root });
  rmSync(properties);
  renameSync(draft, folder.data);
}

/** Readable by our user only, as it may hold passwords. */
function writeProperties(path: string, text: string): void {
  rmSync(path, { force: true });
  writeFileSync(path, text, { mode: 0o600 });
}
