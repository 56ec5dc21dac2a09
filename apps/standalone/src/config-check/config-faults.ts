import { accountsProcess } from '@nordgate/accounts/accounts.module';
import { sandboxAccountsProcess } from '@nordgate/accounts/accounts.sandbox';
import { basketsProcess } from '@nordgate/baskets/baskets.module';
import { batchProcess } from '@nordgate/batch/batch.module';
import { gatewayProcess } from '@nordgate/gateway/gateway.process';
import { sandboxGatewayProcess } from '@nordgate/gateway/gateway.sandbox';
import { paymentsProcess } from '@nordgate/payments/payments.module';
import { scaProcess } from '@nordgate/sca/sca.process';
import { faultsOf } from '@nordgate/service/process';
import type { Environment } from '@nordgate/service/process';
import { disagreementsIn } from './agreement.js';
import { apps } from './env-files.js';
import type { App, Environments } from './env-files.js';
import { foreignKeys } from './foreign-keys.js';

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
