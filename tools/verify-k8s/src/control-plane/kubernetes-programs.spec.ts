import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { kubernetesPrograms, pinnedVersion, requireEtcd } from './kubernetes-programs.js';

let folder: string;
let env: NodeJS.ProcessEnv;
const said: string[] = [];
const say = (line: string) => void said.push(line);

beforeEach(() => {
  said.length = 0;
  folder = mkdtempSync(join(tmpdir(), 'nordgate-kubernetes-'));
  mkdirSync(join(folder, 'bin'));
  env = { NORDGATE_CACHE_DIR: join(folder, 'cache'), PATH: `${join(folder, 'bin')}:/usr/bin:/bin` };
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A Go that notes its arguments, fills its build cache, and writes a program of each name. */
function go(last = ''): void {
  const script = `#!/bin/sh
echo "$@" >> ${folder}/calls
mkdir -p "$GOCACHE"
for each in "$@"; do if [ "$next" ]; then out="$each"; next=; fi; [ "$each" = -o ] && next=1; done
echo program > "$out/kubectl"
${last}
for each in "$@"; do case "$each" in k8s.io/*) echo program > "$out/\${each##*/}";; esac; done
`;
  writeFileSync(join(folder, 'bin', 'go'), script, { mode: 0o755 });
}

const names = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kubectl'];
const calls = () => readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');

it('pins the version of Kubernetes whose schemas are bundled', () => {
  const bundled = new URL('../../../../deploy/k8s/schemas/kubernetes.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(bundled, 'utf8')) as { version: string };
  expect(version).toBe(pinnedVersion());
});

it('builds all programs once, stamped with their version', async () => {
  go();
  const first = await kubernetesPrograms(say, env);
  const second = await kubernetesPrograms(say, env);
  expect(calls()).toHaveLength(1);
  expect(calls()[0]).toContain(`version.gitVersion=v${pinnedVersion()}`);
  expect(first.buildSeconds).toEqual(expect.any(Number));
  expect(second).toEqual({ ...first, buildSeconds: undefined });
  const { kubectl, apiServer, controllerManager, scheduler } = first;
  const missing = [kubectl, apiServer, controllerManager, scheduler].filter(
    (one) => !existsSync(one),
  );
  expect(missing).toEqual([]);
});

it('keeps the four programs and no build cache', async () => {
  go();
  const { kubectl } = await kubernetesPrograms(say, env);
  expect(readdirSync(dirname(kubectl)).sort()).toEqual(names);
  expect(readdirSync(dirname(dirname(kubectl)))).toHaveLength(1);
});

it('keeps no programs of a failed build, but the build cache for the next try', async () => {
  go('echo no module >&2; exit 1');
  await expect(kubernetesPrograms(say, env)).rejects.toThrow('go failed (1): no module');
  expect(readdirSync(join(folder, 'cache', `kubernetes-${pinnedVersion()}`))).toEqual(['go-build']);
});

it('ends a build at a signal, with the programs that Go has started', async () => {
  go(`sleep 60 & echo $! > ${folder}/compiler; wait`);
  const ending = new AbortController();
  const built = kubernetesPrograms(say, env, ending.signal);
  const compiler = join(folder, 'compiler');
  while (!existsSync(compiler) || readFileSync(compiler, 'utf8') === '') await sleep(10);
  ending.abort();
  // The output of Go ends only when the compiler has ended, too.
  await expect(built).rejects.toThrow('go failed');
  expect(readdirSync(join(folder, 'cache', `kubernetes-${pinnedVersion()}`))).toEqual(['go-build']);
});

it('says what to install where Go is missing', async () => {
  const without = { ...env, PATH: join(folder, 'bin') };
  await expect(kubernetesPrograms(say, without)).rejects.toThrow(
    'the API server cannot run on this machine. go is missing: install Go 1.26',
  );
});

it('says that etcd is missing, before anything is built', () => {
  const without = { ...env, PATH: join(folder, 'bin') };
  expect(() => requireEtcd(without)).toThrow('etcd is missing: install etcd (Debian: etcd-server)');
  writeFileSync(join(folder, 'bin', 'etcd'), '#!/bin/sh\n', { mode: 0o755 });
  expect(() => requireEtcd(without)).not.toThrow();
  const main = readFileSync(join(import.meta.dirname, '..', 'main.ts'), 'utf8');
  expect(main.indexOf('requireEtcd(process.env)')).toBeLessThan(
    main.indexOf('kubernetesPrograms(say'),
  );
});

describe('programs from KUBEBUILDER_ASSETS', () => {
  const given = (version: string) => {
    const script = `#!/bin/sh\necho Kubernetes v${version}\n`;
    writeFileSync(join(folder, 'kube-apiserver'), script, { mode: 0o755 });
    return kubernetesPrograms(say, { ...env, KUBEBUILDER_ASSETS: folder });
  };

  it('are used without a build when their minor version is the pinned one', async () => {
    const [major = '', minor = ''] = pinnedVersion().split('.');
    expect(await given(`${major}.${minor}.99`)).toEqual({
      version: `${major}.${minor}.99`,
      kubectl: join(folder, 'kubectl'),
      apiServer: join(folder, 'kube-apiserver'),
      controllerManager: join(folder, 'kube-controller-manager'),
      scheduler: join(folder, 'kube-scheduler'),
    });
    expect(said).toEqual([]);
  });

  it('are refused when their minor version is another one', async () => {
    await expect(given('1.9.3')).rejects.toThrow('KUBEBUILDER_ASSETS has Kubernetes 1.9.3');
  });
});
