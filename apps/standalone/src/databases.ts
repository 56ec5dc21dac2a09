import { resolve } from 'node:path';
import { startEmbeddedServer } from '@nordgate/local/postgres';
import { databaseUrlOf, services } from './config.js';
import type { Config, Service } from './config.js';

/** Where each service's database is, and what has to be stopped in the end. */
export interface Databases {
  urlOf(service: Service): string;
  stop(): Promise<void>;
}

/** One database per service: those that the environment names, the rest on an embedded server. */
export async function openDatabases(
  config: Config,
  say: (line: string) => void,
): Promise<Databases> {
  const own = services.filter((service) => databaseUrlOf(config, service) === undefined);
  if (own.length === 0) return { urlOf: (service) => given(config, service), stop: async () => {} };
  const server = await startEmbeddedServer({
    dataDir: resolve(config.NORDGATE_DATA_DIR, 'postgres'),
    log: say,
  });
  await Promise.all(own.map((service) => server.ensureDatabase(databaseName(service))));
  return {
    urlOf: (service) => databaseUrlOf(config, service) ?? server.url(databaseName(service)),
    stop: () => server.stop(),
  };
}

const databaseName = (service: Service) => `nordgate_${service}`;

function given(config: Config, service: Service): string {
  const url = databaseUrlOf(config, service);
  if (url === undefined) throw new Error(`no database is configured for ${service}`);
  return url;
}
