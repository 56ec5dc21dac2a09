import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxAccountsApp } from '@nordgate/accounts/accounts.sandbox';
import { sandboxBasketsApp } from '@nordgate/baskets/baskets.module';
import { batchAppWith } from '@nordgate/batch/batch.module';
import { defaultProfile } from '@nordgate/contracts/profile';
import { testApprovals } from '@nordgate/contracts/testing';
import { migratedTestDatabase } from '@nordgate/event-store/testing';
import { paymentsAppWith } from '@nordgate/payments/payments.module';
import { sandboxScaApp } from '@nordgate/sca/sca.sandbox';
import type { ServiceDefinition } from '@nordgate/service';
import { issueTppSeal } from '@nordgate/signature/issue';
import type { Psd2Role } from '@nordgate/signature';
import type { IssuedPem } from '@nordgate/signature/issue';
import { ProviderProcess } from '@nordgate/local/provider-process';
import { freePorts } from '@nordgate/local/free-ports';
import { PatientTpp, PsuBrowser } from '@nordgate/testing';
import type { Narrator, World } from '@nordgate/testing';
import { startBank } from '../bank.js';
import type { Bank, BankOptions } from '../bank.js';
import { readConfig, services } from '../config.js';
import type { Service } from '../config.js';
import { lastMonth } from './last-month.js';
import { copyCertificates } from './shared-certificates.js';

/** The whole bank in the test's process, on separate databases. */
export interface TestBank {
  readonly bank: Bank;
  /** The bank's data folder. */
  readonly dataDir: string;
  /** The identity provider, when the bank has one. */
  readonly provider: ProviderProcess | undefined;
  /** The demo TPP of the sandbox. */
  readonly tpp: PatientTpp;
  /** The database of a service, for facts that no answer shows. */
  databaseUrl(service: Service): string;
  /** Another TPP that the bank trusts. */
  newTpp(organizationIdentifier: string, roles?: readonly Psd2Role[]): Promise<PatientTpp>;
  /** A new client of the demo TPP without a PSU, which checks the bank's seal. */
  world(): World & { readonly tpp: PatientTpp };
  stop(): Promise<void>;
}

const redirectUriDefault = 'https://tpp.example/back?state=af0ifjsldkj';

interface TestBankOptions extends Partial<BankOptions> {
  /** The return address of the PSU. Default: an address without a server. */
  readonly redirectUri?: string;
  /** Folder of additional CA certificates. */
  readonly trustDir?: string;
  /** Traces that the bank keeps in memory. Default: none. */
  readonly tracesKept?: string;
  /** Whether answers are sealed. Default: on. */
  readonly seal?: 'on' | 'off';
  /** File of the register of TPPs. */
  readonly registerFile?: string;
  /** Address of the register of TPPs, in place of the file. */
  readonly registerUrl?: string;
  /** File of the OCSP responders. */
  readonly ocspFile?: string;
  /** File of the bank's profile. */
  readonly profileFile?: string;
  /** How PSUs log in and approve. Default: as the profile says, with the code of the sandbox. */
  readonly method?: 'sandbox-code' | 'oidc';
}

const apps: Readonly<Record<Service, ServiceDefinition>> = {
  ...{ accounts: sandboxAccountsApp, baskets: sandboxBasketsApp, sca: sandboxScaApp },
  payments: paymentsAppWith(defaultProfile('sandbox'), testApprovals),
  batch: batchAppWith(defaultProfile('sandbox'), testApprovals),
};

const ofTests: BankOptions = {
  say: () => undefined,
  historyUntil: lastMonth,
  // On a slow machine, a gateway beside all services would turn requests of the tests away.
  load: { loopDelayMsMax: 10_000 },
  // At its start a service would use its whole pool, and the server begins and ends a process for each connection. No
  // service has more than two slices of commands in work at a time (`MemoryBus`).
  databasePoolMax: 4,
};

/** Starts a bank for one test file, on databases that a bank has migrated already, with the certificates of the run. */
export async function startTestBank(options: TestBankOptions = {}): Promise<TestBank> {
  const dataDir = await mkdtemp(join(tmpdir(), 'nordgate-e2e-'));
  await copyCertificates(dataDir);
  const databases = await Promise.all(
    services.map((name) => migratedTestDatabase(`e2e_${name}`, apps[name].migrations)),
  );
  const urls = services.map(
    (name, i) => [`DATABASE_URL_${name.toUpperCase()}`, databases[i]?.url] as const,
  );
  const { env, provider } = await providerBeside(dataDir, options);
  const config = readConfig({
    NORDGATE_DATA_DIR: dataDir,
    GATEWAY_PORT: '0',
    SCA_PORT: '0',
    CONSOLE_PORT: '0',
    OPERATIONS_PORT: '0',
    TRACES_KEPT: options.tracesKept ?? '0',
    LOG_LEVEL: options.logTo === undefined ? 'error' : 'trace',
    NORDGATE_TRUST_DIR: options.trustDir,
    RESPONSE_SEAL: options.seal,
    NORDGATE_TPP_REGISTER_FILE: options.registerFile,
    NORDGATE_TPP_REGISTER_URL: options.registerUrl,
    NORDGATE_OCSP_FILE: options.ocspFile,
    NORDGATE_PROFILE: options.profileFile,
    ...{ ...Object.fromEntries(urls), ...env },
  });
  const bank = await startBank(config, { ...ofTests, ...options });
  const { redirectUri } = options;
  const tpp = clientOf(bank, bank.trust.demoTpp, { redirectUri });
  return {
    bank,
    dataDir,
    provider,
    tpp,
    databaseUrl: (service) => databases[services.indexOf(service)]?.url ?? '',
    newTpp: async (organizationIdentifier, roles = ['PSP_PI', 'PSP_AI']) =>
      clientOf(bank, await sealOf(bank, organizationIdentifier, roles), { redirectUri }),
    world: () => ({
      tpp: clientOf(bank, bank.trust.demoTpp, { seal: bank.trust.bankSeal, redirectUri }),
      newBrowser: () => new PsuBrowser(bank.scaUrl, provider?.issuer),
      narrator: silent,
    }),
    async stop() {
      await bank.stop();
      await provider?.stop();
      await Promise.all(databases.map((database) => database.drop()));
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The identity provider for the method oidc, and the settings with which the bank uses it. */
async function providerBeside(dataDir: string, { method }: TestBankOptions) {
  if (method !== 'oidc') return { env: {}, provider: undefined };
  const [scaPort] = await freePorts(1);
  const site = `http://localhost:${String(scaPort)}`;
  const provider = await ProviderProcess.startBeside({ dataDir, site });
  return { env: { SCA_PORT: String(scaPort), NORDGATE_PROFILE: provider.profileFile }, provider };
}

const silent: Narrator = { part: () => undefined, step: () => undefined };

function clientOf(
  bank: Bank,
  identity: IssuedPem,
  {
    seal,
    redirectUri = redirectUriDefault,
  }: { seal?: IssuedPem; redirectUri?: string | undefined },
): PatientTpp {
  const { gatewayUrl: baseUrl } = bank;
  return new PatientTpp({
    baseUrl,
    identity,
    redirectUri,
    ...(seal && { seal }),
  });
}

function sealOf({ trust }: Bank, organizationIdentifier: string, roles: readonly Psd2Role[]) {
  return issueTppSeal({
    validFrom: new Date(Date.now() - 60_000),
    validTo: new Date(Date.now() + 3_600_000),
    ca: trust.ca,
    commonName: organizationIdentifier,
    organisation: 'Another TPP AS',
    organizationIdentifier,
    roles,
  });
}
