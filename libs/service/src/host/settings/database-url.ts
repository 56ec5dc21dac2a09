import { mountedText } from '../mounted-files.js';
import type { ServiceSettings } from './process-settings.js';
import { postgresAddress } from './setting-kinds.js';
import { SettingsFault } from './settings-fault.js';

/** The address of the service's database. Throws SettingsFault, which never repeats the address. */
export async function databaseUrlOf({
  DATABASE_URL: url,
  DATABASE_URL_FILE: path,
}: Pick<ServiceSettings, 'DATABASE_URL' | 'DATABASE_URL_FILE'>): Promise<string> {
  if ((url === undefined) === (path === undefined)) {
    throw new SettingsFault('exactly one of DATABASE_URL and DATABASE_URL_FILE has to be set');
  }
  if (url !== undefined) return url;
  const found = await mountedText(path ?? '', 'DATABASE_URL_FILE');
  if (!postgresAddress.test(found)) {
    throw new SettingsFault(`DATABASE_URL_FILE: ${path ?? ''} holds no postgres:// address`);
  }
  return found;
}
