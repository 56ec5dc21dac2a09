import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { observabilityFolder } from '../rule-files.js';
import { collectorFile, loginFile, readConfig } from './collector-config.js';
import { collectorProgram, moduleFolder, pinnedVersion } from './collector-program.js';

type Kind = 'receivers' | 'processors' | 'exporters' | 'extensions';
type Builder = Readonly<Record<Kind | 'providers', readonly { readonly gomod: string }[]>> & {
  readonly dist: { readonly version: string };
};
const kinds: readonly Kind[] = ['receivers', 'processors', 'exporters', 'extensions'];
const read = (name: string) => readFileSync(join(moduleFolder, name), 'utf8');
const builder = parse(read('builder.yaml')) as Builder;

describe('the Collector that the checks run', () => {
  it.each(kinds)('has exactly the %s of the configuration', (kind) => {
    const files = [readConfig(collectorFile), readConfig(loginFile)];
    // `transform/redaction` is the component `transform` with the name `redaction`.
    const used = files.flatMap((file) => Object.keys((file[kind] as object | undefined) ?? {}));
    const wanted = used.map((name) => name.replace(/\/.*/, '').replaceAll('_', ''));
    const built = builder[kind].map(({ gomod }) => /(\w+) v/.exec(gomod)?.[1] ?? '');
    const names = built.map((name) => name.replace(new RegExp(`${kind.slice(0, -1)}$`), ''));
    expect(names.sort()).toEqual([...new Set(wanted)].sort());
  });

  it('is what the builder wrote from its description, with the versions of go.mod', () => {
    const modules = [...kinds, 'providers' as const].flatMap((kind) =>
      builder[kind].map(({ gomod }) => gomod),
    );
    const components = `${read('components.go')}${read('main.go')}`;
    for (const gomod of modules) {
      expect(components).toContain(`"${gomod}"`);
      expect(read('go.mod')).toContain(`\t${gomod}\n`);
      expect(read('go.sum')).toContain(`${gomod} h1:`);
    }
    expect(read('main.go')).toContain(`Version:     "${pinnedVersion()}"`);
    expect(builder.dist.version).toBe(pinnedVersion());
  });

  it.each(['deploy/docker/compose.yaml', 'docs/operations/install.md'])(
    'has the version of the image in %s',
    (path) => {
      const text = readFileSync(join(observabilityFolder, '../..', path), 'utf8');
      const versions = [...text.matchAll(/opentelemetry-collector-contrib:([\d.]+)/g)];
      expect(new Set(versions.map(([, version]) => version))).toEqual(new Set([pinnedVersion()]));
    },
  );
});

describe('the build of the Collector', () => {
  let folder: string;
  let env: NodeJS.ProcessEnv;
  const said: string[] = [];
  const say = (line: string) => void said.push(line);

  beforeEach(() => {
    said.length = 0;
    folder = mkdtempSync(join(tmpdir(), 'nordgate-collector-'));
    env = { NORDGATE_CACHE_DIR: join(folder, 'cache'), PATH: `${folder}:/usr/bin:/bin` };
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** A Go that notes its arguments, fills its build cache, names packages, and writes a program. */
  function go(last = ''): void {
    const script = `#!/bin/sh
[ "$1" = env ] && { echo go1.26.8; exit; }
echo "$@" >> ${folder}/calls
mkdir -p "$GOCACHE"
echo "go: downloading package v1.0.0" >&2
i=0; while [ $i -lt 320 ]; do echo "package/$i" >&2; i=$((i+1)); done
for each in "$@"; do if [ "$next" ]; then out="$each"; next=; fi; [ "$each" = -o ] && next=1; done
${last}
echo program > "$out"
`;
    writeFileSync(join(folder, 'go'), script, { mode: 0o755 });
  }
  const calls = () => readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');
  const cache = () => readdirSync(join(folder, 'cache', `collector-${pinnedVersion()}`));

  it('runs once, shows its progress, and leaves the program alone', async () => {
    go();
    const first = await collectorProgram(say, env);
    const second = await collectorProgram(say, env);
    expect(calls()).toHaveLength(1);
    expect(calls()[0]).toContain('-mod=readonly');
    expect(first.buildSeconds).toEqual(expect.any(Number));
    expect(second).toEqual({ ...first, buildSeconds: undefined });
    expect(existsSync(first.path)).toBe(true);
    expect(said.slice(1)).toEqual(['  150 packages', '  300 packages']);
    expect(cache()).toHaveLength(1);
  });

  it('keeps no program of a failed build, but the build cache for the next try', async () => {
    go('echo no module >&2; exit 1');
    await expect(collectorProgram(say, env)).rejects.toThrow(/go failed \(1\): .*no module/);
    expect(cache()).toEqual(['go-build']);
  });
});
