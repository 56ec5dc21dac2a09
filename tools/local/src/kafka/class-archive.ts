import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fetchedFolder } from '../host/fetched-folder.js';
import type { Say } from '../host/processes.js';
import { programFile } from '../host/programs.js';
import { prepareBroker } from './broker-data.js';
import { planCluster } from './broker-plan.js';
import { javaFlags, spawnBroker } from './broker-process.js';
import { kafkaFolder } from './kafka-folder.js';
import { awaitReady } from './readiness.js';

const fileName = 'classes.jsa';
/** Java writes the archive in a few seconds; a busy machine needs longer. */
const archiveMsMax = 120_000;

/**
 * The archive of the classes that a broker loads, made by one broker at the first call for this Java. With it, a broker
 * starts with about half of the processor time.
 *
 * @param jars the folder of the jars, beside which the archive is kept
 * @returns undefined when no archive could be made: brokers then start without one
 */
export async function classArchiveOf(
  jars: string,
  say: Say,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const folder = `${jars}-classes-${javaKey(env)}`;
  try {
    await fetchedFolder(folder, async (draft) => {
      say(`making an archive of the classes of Kafka in ${folder}`);
      return archiveIn(draft, jars);
    });
    return join(folder, fileName);
  } catch (error) {
    say(`Kafka starts without an archive of its classes: ${(error as Error).message}`);
    return undefined;
  }
}

/** Runs a broker until it is ready: Java writes the archive when the broker ends in order. */
async function archiveIn(draft: string, jars: string): Promise<string> {
  const kept = join(draft, 'kept');
  const archive = join(kept, fileName);
  mkdirSync(kept);
  const folder = kafkaFolder(join(draft, 'broker'));
  mkdirSync(folder.root);
  const plan = await planCluster(folder, { brokers: 1 }, () => undefined);
  const [{ node, port } = { node: 1, port: 0 }] = plan.nodes;
  await prepareBroker({ folder, plan, security: 'plaintext', code: { jars } }, node);
  const flags = [`-XX:ArchiveClassesAtExit=${archive}`, ...javaFlags({ jars }, 'quickly')];
  const process = spawnBroker(folder.node(node), flags);
  const connection = { brokers: [`127.0.0.1:${String(port)}`] };
  try {
    await awaitReady([{ node, process, connection, clusterId: plan.id }]);
  } finally {
    await process.end('SIGTERM', archiveMsMax);
  }
  if (!existsSync(archive)) throw new Error('Java has written none');
  return kept;
}

/** Differs where another Java is installed, which cannot read the archive. */
function javaKey(env: NodeJS.ProcessEnv): string {
  const file = realpathSync(programFile('java', env) ?? '');
  const { mtimeMs, size } = statSync(file);
  const text = [file, String(mtimeMs), String(size)].join(' ');
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
