import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accountsProcess } from '@nordgate/accounts/accounts.module';
import { sandboxAccountsProcess } from '@nordgate/accounts/accounts.sandbox';
import { basketsProcess } from '@nordgate/baskets/baskets.module';
import { batchProcess } from '@nordgate/batch/batch.module';
import { gatewayProcess } from '@nordgate/gateway/gateway.process';
import { sandboxGatewayProcess } from '@nordgate/gateway/gateway.sandbox';
import { paymentsProcess } from '@nordgate/payments/payments.module';
import { scaProcess } from '@nordgate/sca/sca.process';
import { faultsOf } from '@nordgate/service/process';
import { privateKeyIn } from '@nordgate/service/settings';
import type { Environment } from '@nordgate/service/settings';
import { disagreementsIn } from './agreement.js';
import { apps } from './env-files.js';
import type { App, Environments } from './env-files.js';

const faultsOfApp: Readonly<Record<App, (env: Environment) => Promise<readonly string[]>>> = {
  gateway: (env) => faultsOf(gatewayProcess, env, sandboxGatewayProcess),
  payments: (env) => faultsOf(paymentsProcess, env),
  baskets: (env) => faultsOf(basketsProcess, env),
  sca: (env) => faultsOf(scaProcess, env),
  accounts: (env) => faultsOf(accountsProcess, env, sandboxAccountsProcess),
  batch: (env) => faultsOf(batchProcess, env),
};

/**
 * Everything that would stop an app of the bank at its start, or keep the apps from working together:
 * one line per fault, with the app in front. It connects to nothing.
 */
export async function configFaults(environments: Environments): Promise<readonly string[]> {
  const own = apps.map(async (app) => {
    const faults = [
      ...(await faultsOfApp[app](environments.get(app) ?? {})),
      ...(await foreignKeys(environments, app)),
    ];
    return faults.map((fault) => `${app}: ${fault}`);
  });
  const together = await disagreementsIn(environments);
  return [...(await Promise.all(own)).flat(), ...together.map((fault) => `together: ${fault}`)];
}

/**
 * Private keys in the folder of secrets of an app that the app does not sign with: one line for each file. An
 * app that is broken into could act with them as another app, or as the operator.
 */
async function foreignKeys(environments: Environments, app: App): Promise<readonly string[]> {
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
