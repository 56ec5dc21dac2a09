import type { KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve, join } from 'node:path';
import { startEmbeddedServer } from '@nordgate/local/postgres';
import {
  keyObjectOf,
  makeKeyPair,
  newKeyText,
  SecretsFolder,
  writePrivateFile,
} from '@nordgate/service/process';
import type { PublicKeys, SigningKey } from '@nordgate/service/process';
import { databaseUrlOf, services } from './config.js';
import type { Config, Service } from './config.js';

/** The address of each service's database, and a way to stop the embedded server. */
export interface Databases {
  urlOf(service: Service): string;
  stop(): Promise<void>;
}

/** One database per service: the one of the environment, else one on the embedded server. */
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

/** The bank's keys. */
export interface Secrets {
  readonly ids: { readonly current: string; readonly keys: Readonly<Record<string, KeyObject>> };
  /** Tokens of authorisation links. */
  readonly links: KeyObject;
  /** Sandbox codes. */
  readonly codes: Buffer;
  /** CSRF tokens and cookies of the SCA site. */
  readonly cookies: Buffer;
  /** Seal approvals, and verify the seals. */
  readonly approvals: { readonly own: SigningKey; readonly known: PublicKeys };
}

interface StoredSecrets {
  readonly ids: { readonly current: string; readonly keys: Readonly<Record<string, string>> };
  readonly links: string;
  readonly codes: string;
  readonly cookies: string;
}

/** Reads the keys of a data folder, or creates them at the first start. */
export async function openSecrets(dataDir: string): Promise<Secrets> {
  const path = join(dataDir, 'secrets.json');
  const text = await readFile(path, 'utf8').catch(() => undefined);
  const stored = text === undefined ? newSecrets() : (JSON.parse(text) as StoredSecrets);
  if (text === undefined) await writePrivateFile(path, JSON.stringify(stored, null, 2));
  const keys = Object.entries(stored.ids.keys).map(
    ([letter, key]) => [letter, keyOf(key)] as const,
  );
  return {
    ids: { current: stored.ids.current, keys: Object.fromEntries(keys) },
    links: keyOf(stored.links),
    codes: bytes(stored.codes),
    cookies: bytes(stored.cookies),
    approvals: await openApprovalKeys(join(dataDir, 'secrets')),
  };
}

async function openApprovalKeys(folder: string): Promise<Secrets['approvals']> {
  await makeKeyPair(folder, 'approvals');
  const secrets = new SecretsFolder(folder);
  return {
    own: await secrets.signingKey('approvals'),
    known: await secrets.publicKeys('approvals'),
  };
}

function newSecrets(): StoredSecrets {
  return {
    ids: { current: 'A', keys: { A: newKeyText() } },
    links: newKeyText(),
    codes: newKeyText(),
    cookies: newKeyText(),
  };
}

const bytes = (key: string) => Buffer.from(key, 'base64url');
const keyOf = (key: string) => keyObjectOf(bytes(key));
