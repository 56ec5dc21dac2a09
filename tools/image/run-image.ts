import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './engine-less.ts';

/** What an image says about its process. */
export interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd?: readonly string[];
  readonly WorkingDir: string;
  readonly StopSignal: string;
  readonly Labels: Readonly<Record<string, string>>;
}

/** How a test starts an image. */
export interface Start {
  /** The mounted root of the image. */
  readonly rootfs: string;
  readonly config: ImageConfig;
  readonly env?: Readonly<Record<string, string>>;
  /** In place of the entrypoint. */
  readonly command?: readonly string[];
  /** Arguments after the entrypoint. */
  readonly args?: readonly string[];
  /** A folder of this machine, mounted read-only at /run/nordgate. */
  readonly mounted?: string;
}

/**
 * An image as a running container, as Kubernetes runs it under `restricted`: a read-only root, no capabilities,
 * no new privileges, the default seccomp profile. It shares the network of this machine.
 */
export class Container {
  private readonly folder = mkdtempSync(join(tmpdir(), 'nordgate-container-'));
  private readonly id: string;
  private readonly child: ChildProcess;
  private readonly ended: Promise<number | null>;
  /** Both outputs so far. */
  output = '';

  constructor(start: Start) {
    this.id = this.folder.slice(this.folder.lastIndexOf('/') + 1);
    writeFileSync(join(this.folder, 'config.json'), JSON.stringify(specificationOf(start)));
    this.child = spawn('runc', ['run', '--bundle', this.folder, this.id], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    }
    this.ended = once(this.child, 'close').then(([code]) => code as number | null);
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null;
  }

  /** The exit code, after the end. */
  async exit(): Promise<number | null> {
    const code = await this.ended;
    rmSync(this.folder, { recursive: true, force: true });
    return code;
  }

  /** What the kernel says about the main process: `/proc/<pid>/status`. */
  status(): string {
    const { pid } = JSON.parse(run('runc', ['state', this.id])) as { pid: number };
    return readFileSync(`/proc/${String(pid)}/status`, 'utf8');
  }

  /** Sends a signal to the main process. */
  signal(name: 'TERM' | 'KILL'): void {
    run('runc', ['kill', this.id, name]);
  }

  /** Ends what still runs, e.g. after a failed test. */
  async remove(): Promise<void> {
    if (!this.hasEnded) run('runc', ['delete', '--force', this.id]);
    await this.exit();
  }
}

/** The OCI runtime specification of a container. */
function specificationOf(start: Start): object {
  const { rootfs, config, env = {}, command, args = [], mounted } = start;
  const [uid, gid] = config.User.split(':').map(Number);
  const tmpfs = (destination: string, ...options: string[]) => ({
    ...{ destination, type: 'tmpfs', source: 'tmpfs' },
    options: ['nosuid', ...options],
  });
  const bind = { destination: '/run/nordgate', type: 'bind', options: ['rbind', 'ro'] };
  const none = { bounding: [], effective: [], inheritable: [], permitted: [], ambient: [] };
  return {
    ociVersion: '1.0.2',
    process: {
      user: { uid, gid },
      args: [...(command ?? config.Entrypoint), ...args],
      env: [...config.Env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)],
      cwd: config.WorkingDir,
      capabilities: none,
      noNewPrivileges: true,
    },
    root: { path: rootfs, readonly: true },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      tmpfs('/dev', 'mode=755'),
      tmpfs('/tmp', 'mode=1777'),
      tmpfs('/run', 'mode=755'),
      tmpfs('/var/lib/nordgate', `uid=${String(uid)}`, `gid=${String(gid)}`),
      ...(mounted === undefined ? [] : [{ ...bind, source: mounted }]),
    ],
    linux: {
      namespaces: ['pid', 'mount', 'ipc', 'uts'].map((type) => ({ type })),
      seccomp: defaultSeccomp(),
      maskedPaths: ['/proc/kcore', '/proc/keys', '/proc/sysrq-trigger'],
      readonlyPaths: ['/proc/bus', '/proc/fs', '/proc/irq', '/proc/sys'],
    },
  };
}

interface SeccompRule {
  readonly names: readonly string[];
  readonly action: string;
  readonly args?: readonly object[] | null;
  readonly includes?: { readonly caps?: readonly string[]; readonly arches?: readonly string[] };
  readonly excludes?: { readonly caps?: readonly string[] };
}

/** The profile that container engines take by default, in the form of runc, for a process without capabilities. */
function defaultSeccomp(): object {
  const file = '/usr/share/containers/seccomp.json';
  const { syscalls } = JSON.parse(readFileSync(file, 'utf8')) as { syscalls: SeccompRule[] };
  const arch = process.arch === 'arm64' ? 'arm64' : 'amd64';
  const applies = ({ includes }: SeccompRule) =>
    includes?.caps === undefined && (includes?.arches?.includes(arch) ?? true);
  return {
    defaultAction: 'SCMP_ACT_ERRNO',
    syscalls: syscalls
      .filter((rule) => rule.action === 'SCMP_ACT_ALLOW' && applies(rule))
      .map(({ names, action, args }) => ({ names, action, args: args ?? [] })),
  };
}
