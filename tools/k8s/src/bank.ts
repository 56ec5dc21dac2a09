import { accountsAppOf } from '@nordgate/accounts/accounts.module';
import { sandboxAccountsOf, sandboxAccountsProcess } from '@nordgate/accounts/accounts.sandbox';
import { basketsApp, basketsProcess, sandboxBasketsApp } from '@nordgate/baskets/baskets.module';
import { batchAppWith, batchProcess } from '@nordgate/batch/batch.module';
import { defaultProfile } from '@nordgate/contracts/profile';
import type { Environment } from '@nordgate/contracts/profile';
import { sandboxGatewayProcess } from '@nordgate/gateway/gateway.sandbox';
import { paymentsAppWith, paymentsProcess } from '@nordgate/payments/payments.module';
import { scaApp } from '@nordgate/sca/sca.module';
import { sandboxScaApp } from '@nordgate/sca/sca.sandbox';
import { scaProcess } from '@nordgate/sca/sca.process';
import type { ServiceDefinition } from '@nordgate/service';
import type { ProcessSettings } from '@nordgate/service/settings';
import type { App, Service } from './apps.js';

/** What the manifests need to know of a process. */
export interface AppProcess {
  readonly name: App;
  /** Declares its environment variables. */
  readonly settings: new () => ProcessSettings;
  /** Where it looks for the services that it queries, by name. */
  addresses(settings: object): Readonly<Record<string, string>>;
  /** The services whose instances it asks one by one. */
  instances?(settings: object): Readonly<Record<string, readonly string[]>>;
  /** Present when it accepts the tokens of the operator's command. */
  operatorKeys?(own: object): unknown;
}

/** How each app runs as a process: with the settings of a sandbox, which are those of production and more. */
export const processes: Readonly<Record<App, AppProcess>> = {
  gateway: sandboxGatewayProcess,
  payments: paymentsProcess,
  baskets: basketsProcess,
  sca: scaProcess,
  accounts: sandboxAccountsProcess,
  batch: batchProcess,
};

/** What each service consists of in an environment with its default profile. */
export function definitionsIn(
  environment: Environment,
): Readonly<Record<Service, ServiceDefinition>> {
  const profile = defaultProfile(environment);
  return {
    payments: paymentsAppWith(profile, { keys: new Map() }),
    baskets: environment === 'sandbox' ? sandboxBasketsApp : basketsApp,
    sca: environment === 'sandbox' ? sandboxScaApp : scaApp,
    accounts: (environment === 'sandbox' ? sandboxAccountsOf : accountsAppOf)(profile),
    batch: batchAppWith(profile, { keys: new Map() }),
  };
}
