import { existsSync } from 'node:fs';
import { resolve, join } from 'node:path';
import { startEmbeddedServer } from '@nordgate/local/postgres';
import type { KeySet } from '@nordgate/contracts/rules';
import { makeKeyPair, newKeyText } from '@nordgate/service/new-secrets';
import { fileStamp } from '@nordgate/service/process';
import {
  keySetIn,
  liveKeySet,
  mountedText,
  SecretsFolder,
  SettingsError,
  writePrivateFile,
} from '@nordgate/service/settings';
import type { PublicKeys, SecretWatch, SigningKey, StoredKeySet } from '@nordgate/service/settings';
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

/** The bank's keys. They change when the files in the data folder do. */
export interface Secrets {
  readonly ids: KeySet;
  /** Tokens of authorisation links. */
  readonly links: KeySet;
  /** Sandbox codes. */
  readonly codes: KeySet;
  /** CSRF tokens and cookies of the SCA site. */
  readonly cookies: KeySet;
  /** Seal approvals, and verify the seals. */
  readonly approvals: { readonly own: SigningKey; readonly known: PublicKeys };
}

/** The keys of sca: those of its site, and the one that seals approvals. */
export const scaKeysOf = ({ codes, cookies, links, ids, approvals }: Secrets) => ({
  code: codes,
  cookies,
  links,
  ids,
  approvals: approvals.own,
});

const setNames = ['ids', 'links', 'codes', 'cookies'] as const;
type KeySets = { readonly [Name in (typeof setNames)[number]]: KeySet };

/** Reads the keys of a data folder, or creates them at the first start. Throws SettingsError. */
export async function openSecrets(dataDir: string, watch: SecretWatch): Promise<Secrets> {
  const path = join(dataDir, 'secrets.json');
  if (!existsSync(path)) await writePrivateFile(path, JSON.stringify(newSecrets(), null, 2));
  const source = {
    stamp: () => fileStamp([path]),
    read: async () => keySetsIn(await mountedText(path, 'NORDGATE_DATA_DIR')),
  };
  const mounted = await watch.open('secrets.json', source, keyNamesOf);
  const set = (name: keyof KeySets) =>
    liveKeySet({
      get value() {
        return mounted.value[name];
      },
    });
  return {
    ids: set('ids'),
    links: set('links'),
    codes: set('codes'),
    cookies: set('cookies'),
    approvals: await openApprovalKeys(join(dataDir, 'secrets'), watch),
  };
}

async function openApprovalKeys(folder: string, watch: SecretWatch): Promise<Secrets['approvals']> {
  await makeKeyPair(folder, 'approvals');
  const secrets = new SecretsFolder(folder, watch);
  return {
    own: await secrets.signingKey('approvals'),
    known: await secrets.publicKeys('approvals'),
  };
}

/** Older releases wrote one key each for links, codes and cookies. Throws SettingsError. */
function keySetsIn(text: string): KeySets {
  const stored = jsonIn(text) as Partial<Record<keyof KeySets, unknown>> | null | undefined;
  const read = setNames.map((name) => {
    const set = keySetIn(stored?.[name]);
    if ('fault' in set) throw new SettingsError(`secrets.json: ${name}: ${set.fault}`);
    return [name, set] as const;
  });
  return Object.fromEntries(read) as Record<keyof KeySets, KeySet>;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SettingsError('secrets.json: it is not JSON');
  }
}

function keyNamesOf(sets: KeySets): string {
  return setNames.map((name) => `${name} ${sets[name].current}`).join(', ');
}

function newSecrets(): Record<keyof KeySets, StoredKeySet> {
  const newSet = () => ({ current: 'A', keys: { A: newKeyText() } });
  return { ids: newSet(), links: newSet(), codes: newSet(), cookies: newSet() };
}
