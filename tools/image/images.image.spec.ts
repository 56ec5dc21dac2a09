import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { installedPackages, mountImage, unmountImages } from './image-files.ts';
import type { MountedImage } from './image-files.ts';
import { appOf, images, sandboxApps } from './images.ts';
import { productionLock, packageName, isInstalled } from './production-lock.ts';
import type { Lock } from './production-lock.ts';
import { Container } from './run-image.ts';
import type { Start } from './run-image.ts';
import { bomOf, packagesIn } from './sbom.ts';
import type { Bom } from './sbom.ts';

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
      Entrypoint: ['node', `apps/${appOf(image)}/dist/main.js`],
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
    const { packages } = productionLock(lock, `apps/${appOf(image)}`, platform);
    const locked = Object.entries(packages)
      .filter(([location, { link }]) => isInstalled(location) && link !== true)
      .map(([location, { version = '' }]) => `${packageName(location)}@${version}`);
    expect(installedPackages(mounted)).toEqual([...new Set(locked)].sort());
  });

  it('has no other app, tool, test kit or test', () => {
    const projects = filesLike(/^app\/(apps|libs|tools)\/[^/]+\/package\.json$/);
    const strays = projects.filter((file) => {
      return !file.startsWith('app/libs/') && file !== `app/apps/${appOf(image)}/package.json`;
    });
    expect(strays).toEqual([]);
    expect(projects.length).toBeGreaterThan(1);
    expect(
      filesLike(
        /^app\/(libs\/testing|tools)\/|^app\/(apps|libs)\/.*(\/testing\/|\.(spec|test)\.[cm]?js$)/,
      ),
    ).toEqual([]);
  });

  it('has the code of a sandbox exactly when it is an image for a sandbox', () => {
    const own = filesLike(/^app\/apps\/[^/]+\/dist\/sandbox\//);
    expect(own.length > 0).toBe(image.endsWith('-sandbox'));
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

describe.each(images)('the bill of materials of %s', (image) => {
  let mounted: MountedImage;
  let bom: Bom;
  beforeAll(() => {
    mounted = mountImage(image);
    const records = mounted.files.filter((file) => file.startsWith('var/lib/dpkg/status.d/'));
    const texts = records.map((file) => readFileSync(join(mounted.rootfs, file), 'utf8'));
    bom = bomOf(lock, image, texts);
    mkdirSync(join(root, 'artifacts/sbom'), { recursive: true });
    const file = join(root, 'artifacts/sbom', `${image}.cdx.json`);
    writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`);
  });

  it('is valid CycloneDX 1.5', async () => {
    const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot5);
    expect(await validator.validate(JSON.stringify(bom))).toBeNull();
  });

  it('has exactly the packages that lie in the image', () => {
    expect(packagesIn(bom)).toEqual(installedPackages(mounted));
  });

  it('has Node and the Debian packages of the base', () => {
    const node = execFileSync(join(mounted.rootfs, 'usr/local/bin/node'), ['--version']);
    const ids = bom.components.map(({ name, version }) => `${name}@${version}`);
    expect(ids).toContain(`node-linux-${process.arch}@${node.toString().trim().slice(1)}`);
    const debian = bom.components.filter(({ purl }) => purl?.startsWith('pkg:deb/debian/'));
    const names = debian.map(({ name }) => name).sort();
    expect(names).toEqual(['gcc-12-base', 'libc6', 'libgcc-s1', 'libstdc++6']);
  });
});

describe.each(images.filter((image) => image !== 'operator'))('the process of %s', (image) => {
  it('says a line per fault and exits with 1 when it has no settings', async () => {
    const container = start(mountImage(image), { env: { LOG_FORMAT: 'text' } });
    expect(await container.exit()).toBe(1);
    const lines = container.output.split('\n');
    expect(lines).toContainEqual(
      expect.stringContaining('KAFKA_BROKERS is not set: The value must be host:port'),
    );
    expect(lines).toContainEqual(
      expect.stringContaining('NORDGATE_SECRETS_DIR is not set: The value must be a path.'),
    );
  });
});

describe.each(sandboxApps)('the image %s, without the sandbox', (app) => {
  const faultsIn = async (image: typeof app | `${typeof app}-sandbox`) => {
    const env = { LOG_FORMAT: 'text', NORDGATE_ENVIRONMENT: 'sandbox' };
    const container = start(mountImage(image), { env });
    expect(await container.exit()).toBe(1);
    return container.output;
  };

  it('names the image of the sandbox when it is started for one', async () => {
    const fault = `this image has no sandbox. The image ${app}-sandbox has it`;
    expect(await faultsIn(app)).toContain(fault);
  });

  it('is one layer less than that image, which starts for a sandbox', async () => {
    const output = await faultsIn(`${app}-sandbox`);
    expect(output).toContain('KAFKA_BROKERS is not set: The value must be host:port');
    expect(output).not.toContain('sandbox has it');
  });
});

describe('the gateway with settings, while Kafka is down', () => {
  let files: string;
  let mounted: MountedImage;
  beforeAll(() => {
    mounted = mountImage('gateway-sandbox');
    files = mkdtempSync(join(tmpdir(), 'nordgate-mounted-'));
    // The image's Node, with the image's packages: this checkout needs no build.
    execFileSync(join(mounted.rootfs, 'usr/local/bin/node'), ['--input-type=module', '-', files], {
      cwd: join(mounted.rootfs, 'app'),
      env: { NODE_ENV: 'production' },
      input: readFileSync(join(root, 'deploy/docker/sandbox-files.mjs')),
    });
  });
  afterAll(() => {
    rmSync(files, { recursive: true });
  });

  it('is alive but not ready, has no rights, cannot change its image, and ends with 0', async () => {
    const [internal = '', edge = '', closed = ''] = await freePorts(3);
    const container = start(mounted, { env: gatewayEnv(internal, edge, closed), mounted: files });
    expect(await answerOf(container, `http://127.0.0.1:${internal}/health/live`)).toBe(200);
    expect(await statusOf(`http://127.0.0.1:${internal}/health/ready`)).toBe(503);
    const status = container.status();
    expect(status).toMatch(/^Uid:\t65532\t65532\t65532\t65532$/m);
    expect(status).toMatch(/^CapEff:\t0+$/m);
    expect(status).toMatch(/^CapBnd:\t0+$/m);
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
    expect(status).toMatch(/^Seccomp:\t2$/m);
    container.signal('TERM');
    expect(await container.exit()).toBe(0);
  });

  it('can write to /tmp and to its state, and nowhere else', async () => {
    const places = ['/tmp', '/var/lib/nordgate', '/app', '/usr/local/bin', '/run/nordgate/trust'];
    const command = ['node', '-e', tryToWrite, ...places];
    const container = start(mounted, { command, mounted: files });
    expect(await container.exit()).toBe(0);
    expect(JSON.parse(container.output)).toEqual({
      '/tmp': 'written',
      '/var/lib/nordgate': 'written',
      '/app': 'EROFS',
      '/usr/local/bin': 'EROFS',
      '/run/nordgate/trust': 'EROFS',
    });
  });
});

const tryToWrite = `
  const results = process.argv.slice(1).map((folder) => {
    try { require('fs').writeFileSync(folder + '/probe', ''); return [folder, 'written']; }
    catch ({ code }) { return [folder, code]; }
  });
  console.log(JSON.stringify(Object.fromEntries(results)));`;

const gatewayEnv = (internal: string, edge: string, closed: string) => ({
  NORDGATE_ENVIRONMENT: 'sandbox',
  INTERNAL_PORT: internal,
  GATEWAY_PORT: edge,
  KAFKA_BROKERS: `127.0.0.1:${closed}`,
  NORDGATE_SECRETS_DIR: '/run/nordgate/secrets',
  NORDGATE_TRUST_DIR: '/run/nordgate/trust',
  SCA_PUBLIC_URL: 'http://127.0.0.1:8081',
  ...Object.fromEntries(
    ['PAYMENTS', 'BASKETS', 'SCA', 'ACCOUNTS', 'BATCH'].map((name) => [
      `${name}_URL`,
      `http://127.0.0.1:${closed}`,
    ]),
  ),
});

/** Ports on which nothing listens. */
async function freePorts(count: number): Promise<string[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      return server;
    }),
  );
  const ports = servers.map((server) => String((server.address() as AddressInfo).port));
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

const statusOf = async (url: string) => (await fetch(url)).status;

/** The status of the first answer. @throws Error with the output of a container that ends before it */
async function answerOf(container: Container, url: string): Promise<number> {
  for (;;) {
    if (container.hasEnded) throw new Error(`the container has ended: ${container.output}`);
    const status = await statusOf(url).catch(() => undefined);
    if (status !== undefined) return status;
    await delay(50);
  }
}

it('the image of the operator shows its commands', async () => {
  const container = start(mountImage('operator'), { args: ['--help'] });
  expect(await container.exit()).toBe(0);
  expect(container.output).toContain('Usage: operator [options] [command]');
});
