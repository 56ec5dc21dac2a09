import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchedFolder } from '../host/fetched-folder.js';
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
 * The folder of the broker's jars, fetched at the first call. Its name depends on the pom.
 *
 * @throws Error when Java or Maven is missing and a fetch is needed, and when the fetch fails
 */
export async function kafkaJars(say: Say, env: NodeJS.ProcessEnv): Promise<string> {
  const text = readFileSync(pom, 'utf8');
  const version = /<artifactId>kafka_[\d.]+<\/artifactId>\s*<version>([\d.]+)</.exec(text)?.[1];
  if (version === undefined) throw new Error(`${pom} names no version of Kafka`);
  const name = createHash('sha256').update(text).digest('hex').slice(0, 12);
  const jars = join(cacheFolder(env), `kafka-${version}`, name);
  return fetchedFolder(jars, async (draft) => {
    requirePrograms('local Kafka brokers', brokerPrograms, env);
    say(`fetching Kafka ${version} to ${jars}`);
    await fetchInto(draft, env);
    return join(draft, 'jars');
  });
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
