import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { postgresAddress } from '@nordgate/contracts/fields';
import { defaultProfile, readProfile } from '@nordgate/contracts/profile';
import type { BankProfile, Environment } from '@nordgate/contracts/profile';
import type { PlaintextPeer, ProcessSettings, ServiceSettings } from './process-settings.js';
import { fileStamp } from '../trust/mounted-value.js';
import type { MountedSource } from '../trust/mounted-value.js';
import { SettingsError } from './read-settings.js';

/** The text of a file that a setting names. Throws SettingsError when it cannot be read or is empty. */
export async function mountedText(path: string, setting: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new SettingsError(`${setting}: ${path} cannot be read (${error.code ?? error.message})`);
  });
  if (text.trim() === '') throw new SettingsError(`${setting}: ${path} is empty`);
  return text.trim();
}

/** The texts of the PEM files (`*.pem`) in a folder, by file name. Throws when it cannot be read. */
export async function pemTextsIn(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.pem')).sort();
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}

/** The URL of the service's database. Throws SettingsError, which never repeats the URL. */
export async function databaseUrlOf(settings: DatabaseSettings): Promise<string> {
  const { DATABASE_URL: url, DATABASE_URL_FILE: path } = settings;
  if ((url === undefined) === (path === undefined)) {
    throw new SettingsError('exactly one of DATABASE_URL and DATABASE_URL_FILE has to be set');
  }
  const found = url ?? (await mountedText(path ?? '', 'DATABASE_URL_FILE'));
  return usableDatabaseUrl(found, settings);
}

/** The same URL. Throws SettingsError for one that must not be used. */
export function usableDatabaseUrl(found: string, settings: DatabaseSettings): string {
  const { DATABASE_URL: url, DATABASE_URL_FILE: path } = settings;
  if (!postgresAddress.accepts(found)) {
    throw new SettingsError(`DATABASE_URL_FILE: ${path ?? ''} holds no postgres:// address`);
  }
  const setting = url === undefined ? 'DATABASE_URL_FILE' : 'DATABASE_URL';
  const isVerified = verifiedSslModes.has(new URL(found).searchParams.get('sslmode') ?? '');
  if (!isVerified) refusePlaintext('postgres', settings, `${setting}: sslmode=verify-full`);
  return found;
}

/** Where a service finds the address of its database. */
export type DatabaseSettings = PlaintextSettings &
  Pick<ServiceSettings, 'DATABASE_URL' | 'DATABASE_URL_FILE'>;

/** The modes in which the server's certificate is verified (libpq, "SSL Support"). */
const verifiedSslModes: ReadonlySet<string> = new Set(['verify-ca', 'verify-full']);

/** The settings that decide whether a connection may be without TLS. */
export type PlaintextSettings = Pick<
  ProcessSettings,
  'NORDGATE_ENVIRONMENT' | 'NORDGATE_PLAINTEXT_TO'
>;

/** @throws SettingsError in production, unless the setting for it names the peer */
export function refusePlaintext(
  peer: PlaintextPeer,
  settings: PlaintextSettings,
  wanted: string,
): void {
  const { NORDGATE_ENVIRONMENT: environment, NORDGATE_PLAINTEXT_TO: excepted = '' } = settings;
  if (environment !== 'production' || excepted.split(',').includes(peer)) return;
  throw new SettingsError(
    `${wanted} is required in production, unless NORDGATE_PLAINTEXT_TO names ${peer}`,
  );
}

/** Where a process finds the bank's profile (docs/reference/bank-profile.md). */
export interface ProfileSettings {
  readonly NORDGATE_ENVIRONMENT: Environment;
  /** Default: the profile that is built in for the environment. */
  readonly NORDGATE_PROFILE?: string;
}

/** Reads the bank's profile. Rejects with SettingsError, also when it is for another environment. */
export async function bankProfileOf(settings: ProfileSettings): Promise<BankProfile> {
  const { NORDGATE_PROFILE: file, NORDGATE_ENVIRONMENT: environment } = settings;
  try {
    const profile = file === undefined ? defaultProfile(environment) : readProfile(file);
    if (profile.environment === environment) return await Promise.resolve(profile);
  } catch (error) {
    throw new SettingsError(`NORDGATE_PROFILE: ${(error as Error).message}`);
  }
  throw new SettingsError(`NORDGATE_PROFILE: ${file ?? ''} is not for ${environment}`);
}

/** The bank's profile as a file that may change; undefined for the built-in one. A reading rejects with its faults. */
export function mountedProfile(settings: ProfileSettings): MountedSource<BankProfile> | undefined {
  const { NORDGATE_PROFILE: file } = settings;
  if (file === undefined) return undefined;
  return { stamp: () => fileStamp([file]), read: () => bankProfileOf(settings) };
}
