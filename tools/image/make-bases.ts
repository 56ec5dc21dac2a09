import { copyFileSync, cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildah, imageCache, run } from './engine-less.ts';

/** The bases of a build without a registry: of the images, and of their build. */
export interface Bases {
  readonly base: string;
  readonly buildBase: string;
}

const suite = 'bookworm';

/**
 * Makes the two bases from Debian's packages, or takes those of an earlier run: glibc and libstdc++ for the
 * images, and for the build also busybox, this Node, this npm, and the authorities that npm trusts.
 *
 * @throws Error when Debian's packages cannot be fetched
 */
export function makeBases(): Bases {
  const base = imported(['libc6', 'libstdc++6']);
  return { base, buildBase: withNpm(imported(['libc6', 'libstdc++6', 'busybox-static'])) };
}

/** Writes what each package says about itself to the folder in which scanners look on images without dpkg. */
const keepPackageRecords =
  'mkdir -p "$1/var/lib/dpkg/status.d"; for deb in "$1"/var/cache/apt/archives/*.deb; do ' +
  'dpkg-deb -f "$deb" > "$1/var/lib/dpkg/status.d/$(dpkg-deb -f "$deb" Package)"; done';

function imported(packages: readonly string[]): string {
  const key = hashOf([suite, ...packages, keepPackageRecords]);
  const tag = `localhost/nordgate-base:${key}`;
  if (isBuilt(tag)) return tag;
  const scratch = mkdtempSync(join(tmpdir(), 'nordgate-base-'));
  const archive = join(imageCache, `base-${key}.tar`);
  if (!existsSync(archive)) {
    const made = join(scratch, 'base.tar');
    const options = ['--quiet', '--variant=extract', `--include=${packages.join(',')}`];
    run('mmdebstrap', [...options, `--extract-hook=${keepPackageRecords}`, suite, made]);
    copyFileSync(made, `${archive}.new`);
    renameSync(`${archive}.new`, archive);
  }
  copyFileSync(archive, join(scratch, 'base.tar'));
  writeFileSync(join(scratch, 'Dockerfile'), 'FROM scratch\nADD base.tar /\n');
  build(tag, scratch);
  return tag;
}

function withNpm(base: string): string {
  const npmCli = process.env['npm_execpath'];
  if (npmCli === undefined) throw new Error('run this through npm: npm run test:image');
  const npm = dirname(dirname(npmCli));
  const authorities = process.env['NODE_EXTRA_CA_CERTS'];
  const versions = [process.version, run(process.execPath, [npmCli, '--version'])];
  const tag = `localhost/nordgate-build-base:${hashOf([base, ...versions, authorities ?? ''])}`;
  if (isBuilt(tag)) return tag;
  const scratch = mkdtempSync(join(tmpdir(), 'nordgate-base-'));
  copyFileSync(process.execPath, join(scratch, 'node'));
  cpSync(npm, join(scratch, 'npm'), { recursive: true });
  if (authorities !== undefined) copyFileSync(authorities, join(scratch, 'authorities.pem'));
  writeFileSync(join(scratch, 'Dockerfile'), buildBaseFile(base, authorities !== undefined));
  build(tag, scratch);
  return tag;
}

function buildBaseFile(base: string, hasAuthorities: boolean): string {
  const folders = ['/usr/bin', '/usr/sbin', '/sbin', '/usr/local/bin', '/root'];
  const npm = '/usr/local/lib/node_modules/npm';
  const trusted = '/usr/local/share/authorities.pem';
  return [
    `FROM ${base}`,
    `RUN ["/bin/busybox", "mkdir", "-p", ${folders.map((path) => `"${path}"`).join(', ')}]`,
    'RUN ["/bin/busybox", "--install", "-s"]',
    'COPY node /usr/local/bin/node',
    `COPY npm ${npm}`,
    `RUN ln -s ${npm}/bin/npm-cli.js /usr/local/bin/npm`,
    ...(hasAuthorities
      ? [`COPY authorities.pem ${trusted}`, `ENV NODE_EXTRA_CA_CERTS=${trusted}`]
      : []),
    '',
  ].join('\n');
}

function build(tag: string, folder: string): void {
  buildah(['build', '--isolation', 'chroot', '--layers=false', '--quiet', '-t', tag, folder]);
  rmSync(folder, { recursive: true });
}

function isBuilt(tag: string): boolean {
  return buildah(['images', '--quiet', '--filter', `reference=${tag}`]) !== '';
}

function hashOf(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 12);
}
