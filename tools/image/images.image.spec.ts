import { mkdtemp, rm, writeFile, mkdir, chmod } from 'node:fs/promises';
import { lstatSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installedPackages, mountImage, unmountImages } from './image-files.ts';
import type { MountedImage } from './image-files.ts';
import { images } from './images.ts';
import { productionLock, packageName, isInstalled } from './production-lock.ts';
import type { Lock } from './production-lock.ts';
import { Container } from './run-image.ts';
import type { Start } from './run-image.ts';

const root = join(import.meta.dirname, '../..');
const json = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));
const lock = json('package-lock.json') as Lock;
const { version } = json('package.json') as { version: string };

const running: Container[] = [];
const start = (from: MountedImage, how: Partial<Start> = {}) => {
  const container = new Container({ rootfs: from.rootfs, config: from.config, ...how });
  running.push(container);
  return container;
};

beforeAll(unmountImages);
afterEach(async () => {
  await Promise.all(running.splice(0).map((container) => container.remove()));
});
afterAll(unmountImages);

describe.each(images)('the image of %s', (image) => {
  let mounted: MountedImage;
  beforeAll(() => {
    mounted = mountImage(image);
  });
  const filesLike = (pattern: RegExp) => mounted.files.filter((file) => pattern.test(file));

  it('is smaller than 250 MB', () => {
    expect(mounted.bytes).toBeLessThan(250_000_000);
  });

  it('runs the app as user 65532, with an end by SIGTERM', () => {
    const { User, Entrypoint, StopSignal, WorkingDir } = mounted.config;
    expect({ User, Entrypoint, StopSignal, WorkingDir }).toEqual({
      User: '65532:65532',
      Entrypoint: ['node', `apps/${image}/dist/main.js`],
      StopSignal: 'SIGTERM',
      WorkingDir: '/app',
    });
  });

  it('says its name, version and revision', () => {
    const label = (name: string) => mounted.config.Labels[`org.opencontainers.image.${name}`];
    expect(label('title')).toBe(`nordgate-${image}`);
    expect(label('version')).toBe(version);
    expect(label('revision')).toMatch(/^[0-9a-f]{40}$/);
  });

  it('has one Node, and no npm', () => {
    const programs = mounted.files.filter((file) => {
      const { size } = lstatSync(join(mounted.rootfs, file));
      return size > 50_000_000 || /(^|\/)(node|npm|npx|corepack|yarn)$/.test(file);
    });
    expect(programs).toEqual(['usr/local/bin/node']);
  });

  it('has exactly the packages that the lock file names for the app', () => {
    const platform = { os: 'linux', cpu: process.arch };
    const { packages } = productionLock(lock, `apps/${image}`, platform);
    const locked = Object.entries(packages)
      .filter(([location, { link }]) => isInstalled(location) && link !== true)
      .map(([location, { version = '' }]) => `${packageName(location)}@${version}`);
    expect(installedPackages(mounted)).toEqual([...new Set(locked)].sort());
  });

  it('has no other app, tool, test kit or test', () => {
    const projects = filesLike(/^app\/(apps|libs|tools)\/[^/]+\/package\.json$/);
    const strays = projects.filter((file) => {
      return !file.startsWith('app/libs/') && file !== `app/apps/${image}/package.json`;
    });
    expect(strays).toEqual([]);
    expect(projects.length).toBeGreaterThan(1);
    expect(
      filesLike(/^app\/(libs\/testing|tools)\/|\/dist\/testing\/|\.(spec|test)\.[cm]?js$/),
    ).toEqual([]);
  });

  it('has no TypeScript source', () => {
    expect(filesLike(/\.[cm]?tsx?$/)).toEqual([]);
  });

  it('has no key, password or setting of a machine', () => {
    expect(
      filesLike(/\.(pem|key|p12|pfx|env|npmrc)$|(^|\/)(\.env|\.npmrc|\.git|id_rsa)(\/|$)/),
    ).toEqual([]);
  });

  it('has no file that its user may change, apart from the folder of its state', () => {
    const own = mounted.files.filter((file) => lstatSync(join(mounted.rootfs, file)).uid !== 0);
    expect(own).toEqual([]);
    expect(lstatSync(join(mounted.rootfs, 'var/lib/nordgate')).uid).toBe(65532);
  });
});

describe.each(images.filter((image) => image !== 'operator'))('the process of %s', (image) => {
  it('says a line per fault and exits with 1 when it has no settings', async () => {
    const container = start(mountImage(image), { env: { LOG_FORMAT: 'text' } });
    expect(await container.exit()).toBe(1);
    const lines = container.output.split('\n');
    expect(lines).toContainEqual(expect.stringContaining('KAFKA_BROKERS has to be a list'));
    expect(lines).toContainEqual(expect.stringContaining('NORDGATE_SECRETS_DIR has to be a path'));
  });
});

it('the image of the operator shows its commands', async () => {
  const container = start(mountImage('operator'), { args: ['--help'] });
  expect(await container.exit()).toBe(0);
  expect(container.output).toContain('Usage: operator [options] [command]');
});
