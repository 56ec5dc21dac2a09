import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedServer } from '@nordgate/local/postgres';
import type { EmbeddedServer } from '@nordgate/local/postgres';
import { mountImage, unmountImages } from './image-files.ts';
import { appOf, images } from './images.ts';
import type { Image } from './images.ts';
import { Container } from './run-image.ts';

const services = images.filter((image) => !['gateway', 'operator'].includes(appOf(image)));

let mounted: string;
let dataDir: string;
let server: EmbeddedServer;
beforeAll(async () => {
  unmountImages();
  mounted = mkdtempSync(join(tmpdir(), 'nordgate-mounted-'));
  // The user of the image reads it.
  chmodSync(mounted, 0o755);
  dataDir = mkdtempSync(join(tmpdir(), 'nordgate-migrated-'));
  server = await startEmbeddedServer({ dataDir, durable: false, log: () => undefined });
});
afterAll(async () => {
  unmountImages();
  await server.stop();
  for (const folder of [mounted, dataDir]) rmSync(folder, { recursive: true, force: true });
});

/** Runs the command of the migration Job as its pod does: the address of the database is a mounted file. */
async function migrate(service: Image): Promise<readonly [code: number | null, output: string]> {
  const { rootfs, config } = mountImage(service);
  const container = new Container({
    ...{ rootfs, config, mounted },
    command: ['node', `apps/${appOf(service)}/dist/migrate.js`],
    env: {
      // A server on loopback has no TLS, which production demands.
      ...{ NORDGATE_ENVIRONMENT: 'sandbox', LOG_FORMAT: 'text' },
      DATABASE_URL_FILE: `/run/nordgate/${service}/database-url`,
    },
  });
  return [await container.exit(), container.output];
}

function mountAddress(service: string, url: string): void {
  mkdirSync(join(mounted, service), { recursive: true });
  writeFileSync(join(mounted, service, 'database-url'), url);
}

describe.each(services)('the migration Job in the image of %s', (service) => {
  it('migrates an empty database, and finds nothing to do the second time', async () => {
    const database = `nordgate_${service.replace('-', '_')}`;
    await server.ensureDatabase(database);
    mountAddress(service, server.url(database));
    const [first, output] = await migrate(service);
    expect(output).toContain('the database was migrated');
    expect(first).toBe(0);
    const [second, again] = await migrate(service);
    expect(again).toContain('the database has all migrations');
    expect(second).toBe(0);
  });

  it('says why and exits with 1 when the database does not exist', async () => {
    mountAddress(service, server.url('nordgate_nowhere'));
    const [code, output] = await migrate(service);
    expect(output).toContain('database "nordgate_nowhere" does not exist');
    expect(code).toBe(1);
  });
});
