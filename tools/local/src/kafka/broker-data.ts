import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { javaFlags } from './broker-process.js';
import { brokerProperties, type LocalSecurity } from './broker-properties.js';
import type { ClusterPlan } from './cluster-plan.js';
import type { KafkaFolder } from './kafka-folder.js';
import { run } from './programs.js';

/** What brokers are made ready with. */
export interface BrokerDataSettings {
  readonly folder: KafkaFolder;
  readonly plan: ClusterPlan;
  readonly security: LocalSecurity;
  readonly jars: string;
}

/**
 * Writes a broker's settings, and makes its data folder unless it exists. That gets its name only when
 * complete, so a process killed meanwhile leaves nothing that looks like data.
 */
export async function prepareBroker(settings: BrokerDataSettings, node: number): Promise<void> {
  const own = settings.folder.node(node);
  mkdirSync(own.root, { recursive: true });
  if (!existsSync(own.data)) await format(settings, node);
  writeAsSecret(own.properties, propertiesOf(settings, node, own.data));
}

/** Every cluster has the users of a secured one, so that it may be started either way. */
async function format(settings: BrokerDataSettings, node: number): Promise<void> {
  const { plan, jars } = settings;
  const own = settings.folder.node(node);
  const draft = `${own.data}.new`;
  const properties = join(own.root, 'format.properties');
  const args = join(own.root, 'format.args');
  rmSync(draft, { recursive: true, force: true });
  writeAsSecret(properties, propertiesOf({ ...settings, security: 'plaintext' }, node, draft));
  const user = `SCRAM-SHA-512=[name=nordgate,password=${plan.passwords.nordgate}]`;
  const flags = ['-t', plan.id, '-c', basename(properties), '--add-scram', user];
  // Whoever may list processes sees their arguments, so the tool reads them from a file.
  writeAsSecret(args, ['format', ...flags].join('\n'));
  const tool = ['kafka.tools.StorageTool', `@${basename(args)}`];
  await run('java', [...javaFlags(jars, 'quickly'), ...tool], { cwd: own.root });
  rmSync(args);
  rmSync(properties);
  renameSync(draft, own.data);
}

function propertiesOf(settings: BrokerDataSettings, node: number, data: string): string {
  const { folder, plan, security } = settings;
  const { root } = folder.node(node);
  return brokerProperties({
    plan,
    node,
    security,
    data: basename(data),
    keystore: relative(root, folder.tls.keystore),
    certificate: relative(root, folder.tls.certificate),
  });
}

/** Readable by our user only, as it may hold passwords. */
function writeAsSecret(path: string, text: string): void {
  rmSync(path, { force: true });
  writeFileSync(path, text, { mode: 0o600 });
}
