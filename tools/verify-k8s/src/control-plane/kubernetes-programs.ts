import { cacheFolder, programFile, requirePrograms, run } from '@nordgate/local/programs';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The same depth in `src` and `dist`. */
const moduleFolder = fileURLToPath(new URL('../../go/', import.meta.url));

const programNames = {
  kubectl: 'kubectl',
  apiServer: 'kube-apiserver',
  controllerManager: 'kube-controller-manager',
  scheduler: 'kube-scheduler',
} as const;

/** The programs of one version of Kubernetes. */
export interface KubernetesPrograms {
  readonly version: string;
  readonly kubectl: string;
  readonly apiServer: string;
  readonly controllerManager: string;
  readonly scheduler: string;
  /** Undefined when no build was needed. */
  readonly buildSeconds?: number;
}

/** @throws Error when etcd is missing: before a build of minutes, and before the servers start */
export function requireEtcd(env: NodeJS.ProcessEnv): void {
  requirePrograms('the API server', { etcd: 'etcd (Debian: etcd-server)' }, env);
}

/** The file of etcd. @throws Error when etcd is missing */
export function etcdProgram(env: NodeJS.ProcessEnv): string {
  requireEtcd(env);
  return programFile('etcd', env) ?? 'etcd';
}

/** The version that `go/go.mod` pins, such as `1.36.3`. @throws Error when it pins none */
export function pinnedVersion(): string {
  const text = readFileSync(join(moduleFolder, 'go.mod'), 'utf8');
  const version = /^\s*(?:require )?k8s\.io\/kubernetes v([\d.]+)/m.exec(text)?.[1];
  if (version === undefined) throw new Error('go.mod names no version of k8s.io/kubernetes');
  return version;
}

/**
 * The four programs: from the folder `KUBEBUILDER_ASSETS` where that is set, else from the cache, and
 * built by Go at the first call. Go checks every module against `go/go.sum`. The folder in the cache gets its
 * name only when it is complete, and the name depends on `go.mod` and `go.sum`.
 *
 * @param signal ends a build
 * @throws Error when Go is missing and a build is needed, when the build fails, and when the programs of
 *   `KUBEBUILDER_ASSETS` have another minor version
 */
export async function kubernetesPrograms(
  say: (line: string) => void,
  env: NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<KubernetesPrograms> {
  const version = pinnedVersion();
  const assets = env['KUBEBUILDER_ASSETS'];
  if (assets) return givenPrograms(resolve(assets), version);
  const parent = join(cacheFolder(env), `kubernetes-${version}`);
  const folder = join(parent, fingerprint());
  if (existsSync(folder)) return programsIn(folder, version);
  requirePrograms('the API server', { go: 'Go 1.26 or newer, once, to build it' }, env);
  mkdirSync(parent, { recursive: true });
  const draft = mkdtempSync(join(parent, 'building-'));
  say(`building the programs of Kubernetes ${version} to ${folder}`);
  const started = performance.now();
  try {
    await buildInto(draft, version, { ...env, GOCACHE: join(parent, 'go-build') }, signal);
    keep(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  // About 2.4 GB, of use to an interrupted build only.
  rmSync(join(parent, 'go-build'), { recursive: true, force: true });
  return { ...programsIn(folder, version), buildSeconds: (performance.now() - started) / 1000 };
}

/** Only the priority of the process tells the build to leave a core to others: `nice npm run verify:k8s`. */
async function buildInto(
  folder: string,
  version: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal | undefined,
): Promise<void> {
  const [major = '', minor = ''] = version.split('.');
  const stamp = { gitVersion: `v${version}`, gitMajor: major, gitMinor: minor };
  const stamps = Object.entries(stamp).map(
    ([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`,
  );
  const packages = Object.values(programNames).map((name) => `k8s.io/kubernetes/cmd/${name}`);
  const flags = ['-trimpath', '-mod=readonly', '-ldflags', ['-s', '-w', ...stamps].join(' ')];
  await run('go', ['build', ...flags, '-o', `${folder}/`, ...packages], {
    cwd: moduleFolder,
    // Go removes no temporary files when a signal ends it; the draft is removed.
    env: { ...env, CGO_ENABLED: '0', GOTMPDIR: folder },
    signal,
  });
}

/** A setting known from the kit of the Kubernetes builders: a folder with programs that are built already. */
function givenPrograms(folder: string, pinned: string): KubernetesPrograms {
  const printed = execFileSync(join(folder, 'kube-apiserver'), ['--version'], { encoding: 'utf8' });
  const version = /v([\d.]+)/.exec(printed)?.[1] ?? printed.trim();
  const minor = (text: string) => text.split('.', 2).join('.');
  if (minor(version) !== minor(pinned)) {
    throw new Error(`KUBEBUILDER_ASSETS has Kubernetes ${version}; ${pinned} is needed`);
  }
  return programsIn(folder, version);
}

function programsIn(folder: string, version: string): KubernetesPrograms {
  return {
    version,
    kubectl: join(folder, programNames.kubectl),
    apiServer: join(folder, programNames.apiServer),
    controllerManager: join(folder, programNames.controllerManager),
    scheduler: join(folder, programNames.scheduler),
  };
}

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const file of ['go.mod', 'go.sum']) hash.update(readFileSync(join(moduleFolder, file)));
  return hash.digest('hex').slice(0, 12);
}

function keep(draft: string, folder: string): void {
  try {
    renameSync(draft, folder);
  } catch (error) {
    // Another process was faster. Its folder is complete.
    if (!existsSync(folder)) throw error;
  }
}
