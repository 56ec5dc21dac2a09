import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fetchedFolder } from './fetched-folder.js';
import type { Say } from './processes.js';
import { cacheFolder, requirePrograms, run } from './programs.js';

/** What a Maven project needs on the machine. */
const mavenPrograms = {
  javac: 'Java 17 or newer (Debian: apt-get install openjdk-17-jdk-headless)',
  mvn: 'Maven (Debian: apt-get install maven)',
} as const;

/**
 * A local repository of Maven with everything that goals of a project need, filled at the first call and kept in the
 * cache: Maven can then run offline. It is a separate one, because two fetches at once break Maven's usual one.
 *
 * @param project the folder with `pom.xml`; the goals run there once, when something has to be fetched
 * @throws Error when Java or Maven is missing, and when a goal fails
 */
export async function mavenRepository(
  project: string,
  goals: readonly string[],
  say: Say,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  requirePrograms('a project of Maven', mavenPrograms, env);
  const pom = readFileSync(join(project, 'pom.xml'), 'utf8');
  const name = createHash('sha256').update(pom).update(goals.join(' ')).digest('hex').slice(0, 12);
  const folder = join(cacheFolder(env), 'maven', name);
  if (!existsSync(folder)) say(`fetching what ${join(project, 'pom.xml')} needs to ${folder}`);
  return fetchedFolder(folder, async (draft) => {
    const repository = join(draft, 'repository');
    const flags = ['-q', '-B', '--strict-checksums', `-Dmaven.repo.local=${repository}`];
    await run('mvn', [...flags, ...goals], { cwd: project, env });
    return repository;
  });
}
