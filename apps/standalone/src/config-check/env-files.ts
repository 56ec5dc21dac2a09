import { readFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { parseEnv } from 'node:util';
import type { Environment } from '@nordgate/service/settings';
import { services } from '../config.js';
import type { Service } from '../config.js';

/** An app of the deployed bank. */
export type App = Service | 'gateway';
export const apps: readonly App[] = ['gateway', ...services];

/** The environment of each app. */
export type Environments = ReadonlyMap<App, Environment>;

/**
 * Reads `<app>.env` of every app in a folder, in the form that containers and systemd take (`NAME=value`
 * lines). `root` stands in front of the absolute paths of mounted files, where these lie elsewhere on the
 * machine that checks.
 *
 * @throws Error when the file of an app cannot be read
 */
export async function readEnvFiles(folder: string, root = ''): Promise<Environments> {
  const read = apps.map(async (app) => {
    const variables = parseEnv(await readFile(join(folder, `${app}.env`), 'utf8'));
    const moved = Object.entries(variables).map(([name, value = '']) => {
      const isMounted = root !== '' && namesMount.test(name) && isAbsolute(value);
      return [name, isMounted ? join(root, value) : value] as const;
    });
    return [app, Object.fromEntries(moved)] as const;
  });
  return new Map(await Promise.all(read));
}

/** Settings whose values are paths. */
const namesMount = /(_FILE|_DIR)$|^NORDGATE_PROFILE$/;
