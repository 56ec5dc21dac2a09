import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..', '..');
const { version: released } = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8'),
) as { version: string };
const node22 = `node-linux-${process.arch}`;

/** The output of a command in the empty folder. Standard input is `input`. */
interface Ran {
  readonly code: number | null;
  readonly out: string;
}

/** A part of what `npm publish --json` prints of a package. */
interface PublishedPackage {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
  readonly files: readonly { readonly path: string }[];
}

describe('nordgate-tpp as a tarball in an empty folder', () => {
  let folder: string;
  let tarball: string;
  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'nordgate-packed-')));
    const packed = await run(process.execPath, [join(root, 'tools', 'pack-tpp.mjs')], {
      cwd: folder,
      env: outside,
    });
    tarball = join(root, packed.stdout.trim());
    const packages = [tarball, `${node22}@22.23.3`];
    // npm waits five minutes for a registry that stands still before it tries again.
    const options = ['--prefer-offline', '--no-audit', '--no-fund', '--fetch-timeout=30000'];
    await run('npm', ['install', ...options, ...packages], { cwd: folder, env: outside });
  });
  afterAll(() => rm(folder, { recursive: true }));

  const nodes = {
    22: () => join(folder, 'node_modules', node22, 'bin', 'node'),
    24: () => process.execPath,
  };

  async function cli(node: keyof typeof nodes, args: readonly string[], input = ''): Promise<Ran> {
    const bin = join(folder, 'node_modules', '.bin', 'nordgate-tpp');
    const running = run(nodes[node](), [bin, ...args], { cwd: folder, env: outside });
    running.child.stdin?.end(input);
    const { stdout } = await running;
    return { code: running.child.exitCode, out: stdout };
  }

  describe.each([[22 as const], [24 as const]])('on Node %i', (node) => {
    it('runs on that Node and prints the version and the help', async () => {
      const version = await run(nodes[node](), ['--version']);
      expect(version.stdout).toMatch(new RegExp(`^v${String(node)}\\.`));
      expect(await cli(node, ['--version'])).toEqual({ code: 0, out: `${released}\n` });
      expect((await cli(node, ['--help'])).out).toContain('Usage: nordgate-tpp');
    });

    it('makes a certificate, signs a request with it and explains the request', async () => {
      const out = `tpp-${String(node)}`;
      await cli(node, ['certificate', '--out', out]);
      const identity = ['--cert', join(out, 'tpp.pem'), '--key', join(out, 'tpp.key.pem')];
      const signed = await cli(node, ['sign', 'GET', '/v1/user', ...identity, '--as', 'request']);
      const explained = await cli(node, ['explain', '--trust', out], signed.out);
      expect(explained.code).toBe(0);
      expect(explained.out).toContain('The bank accepts it: PSDNO-FSA-900000003');
    });
  });

  it('has what npm publish needs, and the same bytes whenever it is packed', async () => {
    const packing = [tarball, '--dry-run', '--json', '--ignore-scripts'];
    const { stdout } = await run('npm', ['publish', ...packing], { cwd: folder, env: outside });
    const shown = JSON.parse(stdout) as Readonly<Record<string, PublishedPackage>>;
    const [{ name, version, files, integrity }] = Object.values(shown) as [PublishedPackage];
    expect([name, version]).toEqual(['nordgate-tpp', released]);
    expect(files.map(({ path }) => path).sort()).toEqual([
      ...['LICENSE', 'README.md', 'bin/nordgate-tpp.cjs', 'dist/cli/main.js', 'package.json'],
    ]);
    const first = await readFile(tarball);
    expect(integrity).toBe(`sha512-${createHash('sha512').update(first).digest('base64')}`);
    await run(process.execPath, [join(root, 'tools', 'pack-tpp.mjs')], { env: outside });
    expect((await readFile(tarball)).equals(first)).toBe(true);
  });

  it('has a README that installs the very tarball', () => {
    const readme = readFileSync(join(folder, 'node_modules', 'nordgate-tpp', 'README.md'), 'utf8');
    expect(readme).toContain(`nordgate-tpp-${released}.tgz`);
    expect(readme).not.toContain('<version>');
  });

  it('depends on published packages only, and carries the licence', () => {
    const manifest = join(folder, 'node_modules', 'nordgate-tpp', 'package.json');
    const content = JSON.parse(readFileSync(manifest, 'utf8')) as {
      readonly license: string;
      readonly private?: boolean;
      readonly dependencies: Readonly<Record<string, string>>;
    };
    expect(content.license).toBe('Apache-2.0');
    expect(content.private).toBeUndefined();
    const names = Object.keys(content.dependencies);
    expect(names).toContain('commander');
    expect(names.filter((name) => name.startsWith('@nordgate/'))).toEqual([]);
  });
});

/** The environment of another machine: none of the settings that npm and Jest pass on. */
const outside = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_OPTIONS$|NORDGATE_)/i.test(name)),
);
