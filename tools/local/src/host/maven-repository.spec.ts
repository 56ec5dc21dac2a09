import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mavenRepository } from './maven-repository.js';

let folder: string;
let env: NodeJS.ProcessEnv;
const said: string[] = [];
const say = (line: string) => void said.push(line);

beforeEach(() => {
  said.length = 0;
  folder = mkdtempSync(join(tmpdir(), 'nordgate-maven-'));
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin', 'javac'), '#!/bin/sh\n', { mode: 0o755 });
  writeFileSync(join(folder, 'pom.xml'), '<project/>');
  env = { NORDGATE_CACHE_DIR: join(folder, 'cache'), PATH: `${folder}/bin:${process.env['PATH']}` };
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A Maven that notes its goals and puts a jar into its repository. */
function maven(end = ''): void {
  const script = `#!/bin/sh
echo "$@" | sed 's/.*-Dmaven.repo.local=[^ ]* //' >> ${folder}/calls
for flag in "$@"; do case "$flag" in -Dmaven.repo.local=*) out="\${flag#*=}";; esac; done
mkdir -p "$out"
echo one > "$out/one.jar"
${end}
`;
  writeFileSync(join(folder, 'bin', 'mvn'), script, { mode: 0o755 });
}

const calls = () => readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');
const fetched = (goals = ['compile']) => mavenRepository(folder, goals, say, env);

describe('the repository of a Maven project', () => {
  it('is fetched once for a pom and its goals', async () => {
    maven();
    const repository = await fetched();
    expect([readdirSync(repository), await fetched()]).toEqual([['one.jar'], repository]);
    expect(calls()).toEqual(['compile']);
    expect(said).toEqual([`fetching what ${folder}/pom.xml needs to ${repository}`]);
    expect(await fetched(['test'])).not.toBe(repository);
    writeFileSync(join(folder, 'pom.xml'), '<project>other</project>');
    expect(await fetched()).not.toBe(repository);
    expect(calls()).toEqual(['compile', 'test', 'compile']);
  });

  it('is nothing after a goal that failed', async () => {
    maven('echo no route >&2; exit 1');
    await expect(fetched()).rejects.toThrow('mvn failed (1): no route');
    expect(readdirSync(join(folder, 'cache', 'maven'))).toEqual([]);
  });

  it('names what is missing on the machine', async () => {
    rmSync(join(folder, 'bin', 'javac'));
    env = { ...env, PATH: join(folder, 'bin') };
    await expect(fetched()).rejects.toThrow(/javac is missing: install Java 17.*mvn is missing/);
  });
});
