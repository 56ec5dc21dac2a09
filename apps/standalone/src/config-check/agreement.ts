import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { callersOf, consoleCallersOf } from '@nordgate/service/process';
import { databaseUrlOf, SecretsFolder } from '@nordgate/service/settings';
import type { Environment } from '@nordgate/service/settings';
import { services } from '../config.js';
import { apps } from './env-files.js';
import type { App, Environments } from './env-files.js';

/**
 * Where apps that run well one by one would not run together: one line for each value, file or key pair
 * in which they differ. It asks no server.
 */
export async function disagreementsIn(environments: Environments): Promise<readonly string[]> {
  const found = await Promise.all([
    ...sharedVariables.map(({ name, readers }) => {
      return differing(name, readers, (app) => Promise.resolve(environments.get(app)?.[name]));
    }),
    ...sharedSecrets.map(({ file, readers }) => {
      return differing(file, readers, (app) => textOf(environments, app, file));
    }),
    differing('NORDGATE_PROFILE', profileReaders, (app) => profileText(environments.get(app))),
    ...keyPairs.map((pair) => strangeKey(environments, pair)),
    sharedDatabase(environments),
  ]);
  return found.flat();
}

const sharedVariables: readonly { readonly name: string; readonly readers: readonly App[] }[] = [
  { name: 'NORDGATE_ENVIRONMENT', readers: apps },
  { name: 'SCA_PUBLIC_URL', readers: ['gateway', 'sca'] },
  { name: 'CONSOLE_PUBLIC_URL', readers: ['gateway', 'accounts'] },
];

const sharedSecrets: readonly { readonly file: string; readonly readers: readonly App[] }[] = [
  { file: 'ids.json', readers: ['gateway', 'sca', 'accounts'] },
  { file: 'links.key', readers: ['gateway', 'sca'] },
  { file: 'operator.pub.pem', readers: services },
];

const profileReaders: readonly App[] = apps;

interface KeyPair {
  readonly name: Parameters<SecretsFolder['signingKey']>[0];
  readonly signer: App;
  readonly readers: readonly App[];
}

/** The apps that query an app, of a sandbox with a console. An app whose key is not mounted does not. */
const callersIn = (app: App): readonly App[] => {
  const ofConsole: Readonly<Partial<Record<App, readonly App[]>>> = consoleCallersOf;
  return [...callersOf[app], ...(ofConsole[app] ?? [])];
};

const keyPairs: readonly KeyPair[] = [
  { name: 'approvals', signer: 'sca', readers: ['payments', 'baskets', 'sca', 'batch'] },
  ...apps.map((signer): KeyPair => {
    const readers = apps.filter((app) => callersIn(app).includes(signer));
    return { name: `internal-${signer}`, signer, readers };
  }),
];

/** A line when the readers of a value do not all have the same; those that lack it are named elsewhere. */
async function differing(
  what: string,
  readers: readonly App[],
  valueOf: (app: App) => Promise<string | undefined>,
): Promise<readonly string[]> {
  const values = await Promise.all(readers.map(valueOf));
  const known = readers.filter((_, at) => values[at] !== undefined);
  const different = new Set(values.filter((value) => value !== undefined)).size;
  return different < 2 ? [] : [`${what} differs between ${known.join(', ')}`];
}

async function strangeKey(
  environments: Environments,
  { name, signer, readers }: KeyPair,
): Promise<readonly string[]> {
  const key = await secretsOf(environments, signer)?.signingKey(name).catch(ignored);
  if (key === undefined) return [];
  const checked = readers.map(async (reader) => {
    const keys = await secretsOf(environments, reader)?.publicKeys(name).catch(ignored);
    return keys === undefined || keys.has(key.id) ? [] : [reader];
  });
  return (await Promise.all(checked))
    .flat()
    .map((reader) => `${name}.pub.pem of ${reader} lacks the key with which ${signer} signs`);
}

async function sharedDatabase(environments: Environments): Promise<readonly string[]> {
  const owners = new Map<string, App>();
  const faults: string[] = [];
  for (const app of services) {
    const address = await databaseOf(environments.get(app));
    if (address === undefined) continue;
    const other = owners.get(address);
    if (other !== undefined) faults.push(`${other} and ${app} have one database`);
    owners.set(address, app);
  }
  return faults;
}

/** Host, port and name of a database, without the user. */
async function databaseOf(env: Environment = {}): Promise<string | undefined> {
  const settings = { ...env, NORDGATE_ENVIRONMENT: 'sandbox' } as const;
  const url = await databaseUrlOf(settings).catch(ignored);
  if (url === undefined) return undefined;
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

function profileText({ NORDGATE_PROFILE: path }: Environment = {}): Promise<string | undefined> {
  // An empty text differs from that of any file: this app takes the built-in profile.
  return path === undefined || path === ''
    ? Promise.resolve('')
    : readFile(path, 'utf8').catch(ignored);
}

async function textOf(
  environments: Environments,
  app: App,
  file: string,
): Promise<string | undefined> {
  const folder = environments.get(app)?.['NORDGATE_SECRETS_DIR'];
  return folder === undefined ? undefined : readFile(join(folder, file), 'utf8').catch(ignored);
}

function secretsOf(environments: Environments, app: App): SecretsFolder | undefined {
  const folder = environments.get(app)?.['NORDGATE_SECRETS_DIR'];
  return folder === undefined ? undefined : new SecretsFolder(folder);
}

/** What cannot be read is a fault of the app itself, and is told there. */
const ignored = () => undefined;
