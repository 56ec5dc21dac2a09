import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Say } from '../host/processes.js';
import { cacheFolder, requirePrograms, run } from '../host/programs.js';

/** The same depth in `src` and `dist`. */
const pom = fileURLToPath(new URL('../../kafka/pom.xml', import.meta.url));

/** What local brokers need on the machine, with the way to install each. Only a fetch needs Maven. */
export const brokerPrograms = {
  java: 'Java 17 or newer (Debian: apt-get install openjdk-17-jre-headless)',
  mvn: 'Maven (Debian: apt-get install maven), once, to fetch the broker',
} as const;

/**
 * The folder of the broker's jars, fetched at the first call. The folder gets its name only when it is
 * complete, and the name depends on the pom: neither a killed fetch nor an older pom can leave a folder
 * with this name.
 *
 * @throws Error when Java or Maven is missing and a fetch is needed, and when the fetch fails
 */
export async function kafkaJars(say: Say, env: NodeJS.ProcessEnv): Promise<string> {
  const text = readFileSync(pom, 'utf8');
  const version = /<artifactId>kafka_[\d.]+<\/artifactId>\s*<version>([\d.]+)</.exec(text)?.[1];
  if (version === undefined) throw new Error(`${pom} names no version of Kafka`);
  const parent = join(cacheFolder(env), `kafka-${version}`);
  const jars = join(parent, createHash('sha256').update(text).digest('hex').slice(0, 12));
  if (existsSync(jars)) return jars;
  requirePrograms('local Kafka brokers', brokerPrograms, env);
  mkdirSync(parent, { recursive: true });
  const draft = mkdtempSync(join(parent, 'fetching-'));
  say(`fetching Kafka ${version} to ${jars}`);
  try {
    await fetchInto(draft, env);
    return keep(join(draft, 'jars'), jars);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Uses a separate local repository: Maven's usual one breaks when two fetches run at once. */
async function fetchInto(draft: string, env: NodeJS.ProcessEnv): Promise<void> {
  const settings = {
    'maven.repo.local': join(draft, 'repository'),
    includeScope: 'runtime',
    outputDirectory: join(draft, 'jars'),
  };
  const flags = Object.entries(settings).map(([name, value]) => `-D${name}=${value}`);
  const goal = ['-q', '-B', '--strict-checksums', '-f', pom, 'dependency:copy-dependencies'];
  await run('mvn', [...goal, ...flags], { cwd: draft, env });
}

function keep(fetched: string, jars: string): string {
  try {
    renameSync(fetched, jars);
  } catch (error) {
    // Another process was faster. Its folder is complete.
    if (!existsSync(jars)) throw error;
  }
  return jars;
}
