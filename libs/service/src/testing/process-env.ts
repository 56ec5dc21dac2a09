import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSecrets } from '../host/secrets/new-secrets.js';

/** The environment of processes under test, with one folder of secrets for all of them. */
export interface ProcessEnv {
  readonly env: Readonly<Record<string, string>>;
  remove(): Promise<void>;
}

/** Any free port, no log, and a broker address at which nothing listens. */
export async function processEnv(): Promise<ProcessEnv> {
  const folder = await mkdtemp(join(tmpdir(), 'nordgate-process-'));
  await makeSecrets(folder);
  return {
    env: {
      KAFKA_BROKERS: '127.0.0.1:1',
      NORDGATE_ENVIRONMENT: 'sandbox',
      NORDGATE_SECRETS_DIR: folder,
      INTERNAL_PORT: '0',
      LOG_LEVEL: 'silent',
      TRACES_KEPT: '0',
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
