import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openSandboxTrust } from '@nordgate/local/sandbox-trust';
import { makeSecrets } from '@nordgate/service/new-secrets';
import { parse } from 'yaml';
import { configFaults } from './config-faults.js';
import { apps } from './env-files.js';

interface Service {
  readonly image: string;
  readonly build?: {
    readonly context: string;
    readonly dockerfile: string;
    readonly target: string;
  };
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>>;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const folder = join(import.meta.dirname, '../../../../deploy/docker');
const text = readFileSync(join(folder, 'compose.yaml'), 'utf8');
const { services, volumes } = parse(text, { merge: true }) as Compose;
const dockerfile = readFileSync(join(folder, 'Dockerfile'), 'utf8');

describe('the compose file', () => {
  it('says in its first line that nothing runs it', () => {
    expect(text).toMatch(/^# NOT RUN BY ANY CHECK OF THIS REPOSITORY/);
  });

  it('gives every app settings that it starts with', async () => {
    const files = await mkdtemp(join(tmpdir(), 'nordgate-compose-'));
    try {
      await makeFiles(files);
      const environments = apps.map((app) => {
        const entries = Object.entries(services[app]?.environment ?? {});
        const moved = entries.map(([name, value]) => [
          name,
          value.replace(/^\/run\/nordgate/, files),
        ]);
        return [app, Object.fromEntries(moved) as Readonly<Record<string, string>>] as const;
      });
      expect(await configFaults(new Map(environments))).toEqual([]);
    } finally {
      await rm(files, { recursive: true });
    }
  });

  it('builds each image of the bank by the target of its name', () => {
    const own = Object.values(services).filter(({ image }) => image.startsWith('nordgate/'));
    const built = own.flatMap(({ image, build }) =>
      build === undefined ? [] : [{ image, build }],
    );
    for (const { image, build } of built) {
      expect(image).toBe(`nordgate/${build.target}`);
      expect(dockerfile).toMatch(new RegExp(`^FROM [a-z]+ AS ${build.target}$`, 'm'));
      expect(resolve(folder, build.context, build.dockerfile)).toBe(join(folder, 'Dockerfile'));
    }
    const targets = new Set(built.map(({ image }) => image));
    const ofSandbox = ['gateway', 'sca', 'accounts'].map((app) => `nordgate/${app}-sandbox`);
    const others = ['payments', 'baskets', 'batch', 'operator'].map((app) => `nordgate/${app}`);
    expect([...targets].sort()).toEqual([...ofSandbox, ...others].sort());
    expect(own.filter(({ image }) => !targets.has(image))).toEqual([]);
  });

  it('mounts only files and volumes that exist', () => {
    const sources = Object.values(services).flatMap(({ volumes: mounts = [] }) =>
      mounts.map((mount) => mount.slice(0, mount.indexOf(':'))),
    );
    expect(sources.length).toBeGreaterThan(5);
    const missing = sources.filter((source) =>
      source.startsWith('.') ? !existsSync(join(folder, source)) : !(source in volumes),
    );
    expect(missing).toEqual([]);
  });

  it('lets each service wait for services that exist', () => {
    const awaited = Object.values(services).flatMap((one) => Object.keys(one.depends_on ?? {}));
    expect(awaited.filter((name) => !(name in services))).toEqual([]);
  });

  it('gives every service a database that databases.sql creates', () => {
    const created = readFileSync(join(folder, 'databases.sql'), 'utf8');
    const urls = Object.values(services).flatMap(
      ({ environment }) => environment?.['DATABASE_URL'] ?? [],
    );
    expect(urls).toHaveLength(5);
    for (const url of urls) {
      expect(created).toContain(`CREATE DATABASE ${new URL(url).pathname.slice(1)};`);
    }
  });
});

/** What sandbox-files.mjs makes in the volume `files`. */
async function makeFiles(files: string): Promise<void> {
  await makeSecrets(join(files, 'secrets'), join(files, 'operator'));
  const { ca } = await openSandboxTrust(files, new Date());
  for (const name of ['trust', 'tpp']) await mkdir(join(files, name));
  await writeFile(join(files, 'trust/ca.pem'), ca.certificate);
  await copyFile(join(files, 'sandbox/ca.key.pem'), join(files, 'tpp/ca.key.pem'));
}
