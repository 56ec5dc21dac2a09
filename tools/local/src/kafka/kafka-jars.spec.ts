import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { kafkaJars } from './kafka-jars.js';

let folder: string;
let env: NodeJS.ProcessEnv;
const said: string[] = [];
const say = (line: string) => void said.push(line);

beforeEach(() => {
  said.length = 0;
  folder = mkdtempSync(join(tmpdir(), 'nordgate-jars-'));
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin', 'java'), '#!/bin/sh\n', { mode: 0o755 });
  env = { NORDGATE_CACHE_DIR: join(folder, 'cache'), PATH: `${folder}/bin:${process.env['PATH']}` };
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A Maven that takes its time over two jars, and notes every call. */
function maven(between = 'sleep 0.2'): void {
  const script = `#!/bin/sh
echo called >> ${folder}/calls
for flag in "$@"; do case "$flag" in -DoutputDirectory=*) out="\${flag#*=}";; esac; done
mkdir -p "$out"
echo one > "$out/one.jar"
${between}
echo two > "$out/two.jar"
`;
  writeFileSync(join(folder, 'bin', 'mvn'), script, { mode: 0o755 });
}

const calls = () => readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n').length;

it('fetches once, into a folder with the version of the pom', async () => {
  maven();
  const jars = await kafkaJars(say, env);
  expect(readdirSync(jars).sort()).toEqual(['one.jar', 'two.jar']);
  expect(basename(dirname(jars))).toBe('kafka-4.3.1');
  expect(await kafkaJars(say, env)).toBe(jars);
  expect(calls()).toBe(1);
  expect(said).toEqual([`fetching Kafka 4.3.1 to ${jars}`]);
});

it('survives two fetches at once', async () => {
  maven();
  const [first, second] = await Promise.all([kafkaJars(say, env), kafkaJars(say, env)]);
  expect(calls()).toBe(2);
  expect(first).toBe(second);
  expect(readdirSync(first).sort()).toEqual(['one.jar', 'two.jar']);
  expect(readdirSync(dirname(first))).toEqual([basename(first)]);
});

it('keeps nothing of a failed fetch', async () => {
  maven('echo no route >&2; exit 1');
  await expect(kafkaJars(say, env)).rejects.toThrow('mvn failed (1): no route');
  expect(readdirSync(join(folder, 'cache', 'kafka-4.3.1'))).toEqual([]);
  maven();
  expect(readdirSync(await kafkaJars(say, env))).toHaveLength(2);
});

it('needs Maven only when there is something to fetch', async () => {
  await expect(kafkaJars(say, { ...env, PATH: join(folder, 'bin') })).rejects.toThrow(
    'mvn is missing: install Maven',
  );
  maven();
  await kafkaJars(say, env);
  rmSync(join(folder, 'bin', 'mvn'));
  await kafkaJars(say, { ...env, PATH: join(folder, 'bin') });
});
