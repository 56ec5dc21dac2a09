import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackModule } from './module-zip.js';
import { cacheFolder } from './programs.js';

/** The checksums are those of sum.golang.org. */
export const toolchain = {
  version: '1.26.8',
  checksums: {
    'linux-amd64': 'h1:ZOmGe1OnfREDMIdb1Qi4G9JSuDPBLGExZMQ4nis1RXM=',
    'linux-arm64': 'h1:sYL/O6MqS68ML0kjsQ36WoYIpJqkw60TxizWUYUKQMc=',
  } as Readonly<Record<string, string>>,
};

const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/** Where this machine's platform is not the one to ask for: tests. */
export interface GoOptions {
  readonly platform?: string;
  readonly checksums?: Readonly<Record<string, string>>;
}

/**
 * The path of a Go of at least this version: the machine's, else the module `golang.org/toolchain` of the registry for Go
 * modules (`GOPROXY`), which stays in the cache.
 *
 * @param atLeast such as `1.25`
 * @throws Error when the machine has no such Go, and the registry has none for its platform or gives other bytes
 */
export async function goProgram(
  atLeast: string,
  say: (line: string) => void,
  env: NodeJS.ProcessEnv,
  options: GoOptions = {},
): Promise<string> {
  const own = machineVersion(env);
  if (own !== undefined && isAtLeast(own, atLeast)) return 'go';
  const { platform = thisPlatform(), checksums = toolchain.checksums } = options;
  const folder = join(cacheFolder(env), `go-${toolchain.version}`, platform);
  if (!existsSync(folder)) {
    const expected = checksums[platform];
    const found = own === undefined ? 'has no Go' : `has Go ${own}`;
    if (expected === undefined) {
      throw new Error(`this machine ${found}: install Go ${atLeast} or newer`);
    }
    say(`this machine ${found}: fetching Go ${toolchain.version} to ${folder}`);
    const version = `v0.0.1-go${toolchain.version}.${platform}`;
    const url = `${registryOf(env)}/golang.org/toolchain/@v/${version}.zip`;
    const zip = await fetchFrom(url).catch((error: unknown) => {
      const { cause = error } = error as Error;
      throw new Error(`this machine ${found}, and ${url} gives none: ${String(cause)}`);
    });
    unpack(zip, `golang.org/toolchain@${version}`, expected, folder);
  }
  return join(folder, 'bin/go');
}

function machineVersion(env: NodeJS.ProcessEnv): string | undefined {
  // Not here: a go.mod of this folder could make Go fetch another version.
  const { stdout, status } = spawnSync('go', ['env', 'GOVERSION'], {
    ...{ cwd: tmpdir(), env, encoding: 'utf8' },
  });
  return status === 0 ? /^go(\d+(?:\.\d+)*)/.exec(stdout)?.[1] : undefined;
}

function isAtLeast(version: string, minimum: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [majorMin = 0, minorMin = 0] = minimum.split('.').map(Number);
  return major > majorMin || (major === majorMin && minor >= minorMin);
}

const thisPlatform = () => `${process.platform}-${architectures[process.arch] ?? process.arch}`;

async function fetchFrom(url: string): Promise<Buffer> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`status ${String(answer.status)}`);
  return Buffer.from(await answer.arrayBuffer());
}

function unpack(zip: Buffer, prefix: string, expected: string, folder: string): void {
  mkdirSync(join(folder, '..'), { recursive: true });
  const draft = mkdtempSync(join(folder, '..', 'unpacking-'));
  try {
    unpackModule(zip, prefix, expected, draft);
    // A module has no modes.
    for (const path of globSync('{bin/*,pkg/tool/*/*}', { cwd: draft })) {
      chmodSync(join(draft, path), 0o755);
    }
    if (!existsSync(folder)) renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** The first server of `GOPROXY`. */
function registryOf(env: NodeJS.ProcessEnv): string {
  const servers = (env['GOPROXY'] ?? '').split(/[,|]/);
  const first = servers.find((one) => /^https?:\/\//.test(one));
  return (first ?? 'https://proxy.golang.org').replace(/\/$/, '');
}
