import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { privateKeyIn } from '@nordgate/service/process';
import { apps } from './env-files.js';
import type { App, Environments } from './env-files.js';

/**
 * Private keys in the folder of secrets of an app that the app does not sign with: one line for each file. An
 * app that is broken into could act with them as another app, or as the operator.
 */
export async function foreignKeys(
  environments: Environments,
  app: App,
): Promise<readonly string[]> {
  const folder = folderOf(environments, app);
  if (folder === undefined) return [];
  const own = new Set(signersIn(environments, app).flatMap((signer) => privateFilesOf(signer)));
  const foreign = (await privateFilesIn(folder)).filter((file) => !own.has(file));
  return foreign.map(
    (file) => `NORDGATE_SECRETS_DIR: ${file} has a private key that ${app} does not sign with`,
  );
}

/** The apps of a sandbox on one machine may have one folder, with the keys of all of them. */
function signersIn(environments: Environments, app: App): readonly App[] {
  if (environments.get(app)?.['NORDGATE_ENVIRONMENT'] !== 'sandbox') return [app];
  return apps.filter((one) => folderOf(environments, one) === folderOf(environments, app));
}

function privateFilesOf(app: App): readonly string[] {
  const ofSca = ['approvals.key.pem', 'oidc-client.key.pem'];
  return [`internal-${app}.key.pem`, ...(app === 'sca' ? ofSca : [])];
}

async function privateFilesIn(folder: string): Promise<readonly string[]> {
  // A folder that cannot be read is a fault of the app itself, and is told there.
  const files = (await readdir(folder).catch(() => [])).sort();
  const texts = files.map((file) => readFile(join(folder, file), 'utf8').catch(() => ''));
  const found = await Promise.all(texts);
  return files.filter((_file, at) => privateKeyIn(found[at] ?? ''));
}

const folderOf = (environments: Environments, app: App) =>
  environments.get(app)?.['NORDGATE_SECRETS_DIR'];
