import { access } from 'node:fs/promises';
import { createServer } from 'node:net';
import { SettingsError } from '@nordgate/service/settings';
import type { Config } from './config.js';
import { profileOf } from './config.js';

/** A port that the command is going to listen on, under the name of its setting. */
export interface WantedPort {
  readonly setting: string;
  /** 0 is any free port. */
  readonly port: number;
}

/**
 * Checks before anything is created: the profile can be used, the files are there, the ports are free.
 *
 * @throws SettingsError with one line per fault
 */
export async function checkStart(config: Config, ports: readonly WantedPort[]): Promise<void> {
  profileOf(config);
  const files = ['NORDGATE_TPP_REGISTER_FILE', 'NORDGATE_TRUST_DIR', 'NORDGATE_OCSP_FILE'] as const;
  const faults = await Promise.all([
    ...files.map((setting) => fileFault(setting, config[setting])),
    ...ports.map((wanted) => portFault(wanted, config.HOST)),
  ]);
  const found = faults.filter((fault) => fault !== undefined);
  if (found.length > 0) throw new SettingsError(found);
}

async function fileFault(setting: string, path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined;
  return access(path).then(
    () => undefined,
    () => `${setting}: ${path} cannot be read`,
  );
}

async function portFault({ setting, port }: WantedPort, host: string): Promise<string | undefined> {
  if (port === 0) return undefined;
  const server = createServer();
  const code = await new Promise<string | undefined>((done) => {
    server.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
    server.listen({ port, host, exclusive: true }, () => server.close(() => done(undefined)));
  });
  if (code === undefined) return undefined;
  const place = `port ${String(port)} of ${host}`;
  return code === 'EADDRINUSE'
    ? `${setting}: another program listens on ${place}; stop it, or set another port`
    : `${setting}: ${place} cannot be used (${code})`;
}
