import { mkdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { RELEASE } from '@nordgate/contracts/codes';
import type { HistoryUntil } from '@nordgate/accounts/known-days';
import { basketsAppWith } from '@nordgate/baskets/baskets.module';
import { batchAppWith } from '@nordgate/batch/batch.module';
import type { BankProfile } from '@nordgate/contracts/profile';
import { startSandboxGateway } from '@nordgate/gateway/gateway.sandbox';
import type { GatewaySettings } from '@nordgate/gateway/gateway.app';
import { mountedSeal } from '@nordgate/gateway/mounted-seal';
import { readTrust } from '@nordgate/gateway/trust-keeper';
import type { TrustOptions, TrustReadings } from '@nordgate/gateway/trust-keeper';
import { KeptTrust } from '@nordgate/local/kept-trust';
import type { SandboxTrust } from '@nordgate/local/sandbox-trust';
import { paymentsAppWith } from '@nordgate/payments/payments.module';
import { trustOf } from '@nordgate/sca/open-trust';
import { startSandboxSca } from '@nordgate/sca/sca.sandbox';
import type { RunningSca } from '@nordgate/sca/sca.module';
import { runService } from '@nordgate/service';
import type { OperableService, Platform, RunningService } from '@nordgate/service';
import { Stoppables } from '@nordgate/service/process';
import { openRegister, openRevocations } from '@nordgate/service/trust';
import { mountedProfile, SecretWatch } from '@nordgate/service/settings';
import type { SignatureAlgorithm } from '@nordgate/signature';
import { createLog, Health, logDestination, startTelemetry } from '@nordgate/telemetry';
import type { Log, Telemetry } from '@nordgate/telemetry';
import { platformOf } from './bank-platform.js';
import type { BankStores } from './bank-platform.js';
import { profileOf } from './config.js';
import type { Config } from './config.js';
import { openDatabases, openSecrets, scaKeysOf } from './data-folder.js';
import type { Secrets } from './data-folder.js';
import { openOperations } from './operations.js';
import type { Operated } from './operations.js';
import { SandboxAccounts } from './sandbox-accounts.js';
import { scaSettingsOf } from './sca-settings.js';

/** The whole bank in this process. */
export interface Bank {
  readonly gatewayUrl: string;
  readonly scaUrl: string;
  /** The console for TPP developers. */
  readonly consoleUrl: string;
  /** The address for the operator's command. */
  readonly operationsUrl: string;
  readonly trust: KeptTrust;
  /** Reads the keys again when the files of the data folder change. */
  readonly secrets: SecretWatch;
  /** Accepts no new requests, finishes requests in progress, stops the database. */
  stop(): Promise<void>;
}

export interface BankOptions {
  /** Called with a line for each step of the start. */
  readonly say: (line: string) => void;
  /** A running tracer, such as that of a test. Default: a new one. */
  readonly telemetry?: Telemetry;
  /** Takes the lines of the log. Default: the standard output. */
  readonly logTo?: { write(line: string): void };
  /** When the gateway turns requests away. Default: as a gateway in a separate process. */
  readonly load?: GatewaySettings['load'];
  /** Most connections of the pool of each service. Default: as a service in a separate process. */
  readonly databasePoolMax?: number;
  /** Whether no other process writes to the databases, so that readers need not look for its events. Default: true. */
  readonly isAlone?: boolean;
  /** Default: that of the configuration. A measurement has shorter terms than the rules of a profile allow. */
  readonly profile?: BankProfile;
  /** The transactions of the known state of its worlds. Default: a year of them. */
  readonly historyUntil?: HistoryUntil;
  /** Where services export their events to, and where their archive is. Default: there is neither. */
  readonly stores?: BankStores;
}

/** Starts every app on one bus object, each with its production module in a separate Nest context. */
export async function startBank(config: Config, options: BankOptions): Promise<Bank> {
  const running = new Stoppables();
  try {
    return await open(config, options, running);
  } catch (error) {
    await running.stop();
    throw error;
  }
}

async function open(config: Config, options: BankOptions, running: Stoppables): Promise<Bank> {
  const { say, load } = options;
  const profile = options.profile ?? profileOf(config);
  await mkdir(config.NORDGATE_DATA_DIR, { recursive: true });
  const telemetry = options.telemetry ?? telemetryOf(config);
  running.add(telemetry);
  const databases = await openDatabases(config, say);
  running.add(databases);
  const watch = new SecretWatch();
  const [secrets, trust] = await Promise.all([
    openSecrets(config.NORDGATE_DATA_DIR, watch),
    trustOfSandbox(config),
  ]);
  const health = new Health();
  const log = logOf(config, options);
  const platform = platformOf({ log, health, databases, ...options });
  running.add({ stop: () => Promise.resolve(health.stop()) });
  say('opening the services and their databases');
  const parts = { platform, config, profile, trust, watch, historyUntil: options.historyUntil };
  const { sca, consoleUrl, operate } = await startServices(parts, secrets, running);
  const gateway = await startSandboxGateway(platform, {
    host: config.HOST,
    port: config.GATEWAY_PORT,
    environment: 'sandbox',
    scaUrl: sca.url,
    console: { url: consoleUrl },
    ...watchedProfile(config, profile),
    trust: await gatewayTrustOf(config, trust),
    ids: secrets.ids,
    links: secrets.links,
    ...(config.RESPONSE_SEAL !== 'off' && (await sealOf(trust, watch))),
    health,
    ...(load && { load }),
  });
  running.add(gateway);
  const operated = { config, profile, platform, telemetry, operate, watch };
  const operations = await openOperations(operated);
  running.add(operations);
  for (const one of [watch, trust]) running.add(one.follow(platform.log));
  await untilReady(health);
  return {
    gatewayUrl: gateway.url,
    scaUrl: sca.url,
    consoleUrl,
    operationsUrl: operations.url,
    trust,
    secrets: watch,
    stop: () => running.stop(),
  };
}

function trustOfSandbox({ NORDGATE_DATA_DIR, RESPONSE_SEAL }: Config): Promise<KeptTrust> {
  const algorithm = sealAlgorithms[RESPONSE_SEAL];
  return KeptTrust.open(NORDGATE_DATA_DIR, new Date(), { algorithm });
}

function logOf({ LOG_FORMAT, LOG_LEVEL: level }: Config, { logTo }: BankOptions): Log {
  return createLog({ app: 'nordgate', level, destination: logTo ?? logDestination(LOG_FORMAT) });
}

/** The profile, and its file, whose switches the gateway follows. */
function watchedProfile(
  { NORDGATE_PROFILE: file }: Config,
  profile: BankProfile,
): Pick<GatewaySettings, 'profile' | 'profileSource'> {
  const profileSource = mountedProfile({
    NORDGATE_ENVIRONMENT: 'sandbox',
    ...(file !== undefined && { NORDGATE_PROFILE: file }),
  });
  return { profile, ...(profileSource && { profileSource }) };
}

/** The algorithm that a setting demands of the seal. */
const sealAlgorithms: { readonly [Setting in Config['RESPONSE_SEAL']]?: SignatureAlgorithm } = {
  ecdsa: 'ecdsa-sha256',
  rsa: 'rsa-sha256',
};

function sealOf({ bankSealFiles }: SandboxTrust, watch: SecretWatch) {
  const { certificate, key } = bankSealFiles;
  const files = { RESPONSE_SEAL_CERT_FILE: certificate, RESPONSE_SEAL_KEY_FILE: key };
  return mountedSeal(files, { now: () => new Date(), watch });
}

const readyCheckMs = 20;

/**
 * Resolves when every part is ready: the approval site starts before accounts can tell it the generation
 * of the sandbox.
 */
async function untilReady(health: Health): Promise<void> {
  while (!(await health.report()).ready) await delay(readyCheckMs);
}

/** The shared settings of the services. */
interface Surroundings {
  readonly platform: Platform;
  readonly config: Config;
  readonly profile: BankProfile;
  readonly trust: SandboxTrust;
  readonly watch: SecretWatch;
  readonly historyUntil: HistoryUntil | undefined;
}

interface StartedServices {
  readonly sca: RunningSca;
  readonly consoleUrl: string;
  readonly operate: Operated;
}

/** Starts all services at once, as they consume each other's events in cycles. */
async function startServices(
  { platform, config, profile, trust, watch, historyUntil }: Surroundings,
  secrets: Secrets,
  running: Stoppables,
): Promise<StartedServices> {
  const services = new Stoppables();
  running.add({
    async stop() {
      // Consumption ends first, as services read each other's event tables.
      await platform.bus.close();
      await services.stop();
    },
  });
  const keep = async <T extends RunningService>(starting: Promise<T>): Promise<T> => {
    const service = await starting;
    services.add(service);
    return service;
  };
  const { APPROVALS_UNSEALED_UNTIL: unsealedUntil } = config;
  const approvals = { keys: secrets.approvals.known, unsealedUntil };
  const { folder, always, files = [], ocspFile } = trustOptions(config, trust);
  const readings = {
    register: await openRegister(config, new Date()),
    revocations: await openRevocations({ folder, always, files, ocspFile }),
  };
  const { ids } = secrets;
  const sandbox = new SandboxAccounts({ config, profile, ids, ca: trust.ca, historyUntil });
  const [sca, accounts, payments, baskets, batch] = await Promise.all([
    keep(
      startSandboxSca(platform, {
        host: config.HOST,
        port: config.SCA_PORT,
        environment: 'sandbox',
        ...(await scaSettingsOf(config, profile, watch)),
        ...trustOf(readings, platform),
        limits: { wrongTriesMax: config.SCA_WRONG_TRIES },
        approvals,
        keys: scaKeysOf(secrets),
      }),
    ),
    keep(runService(sandbox.app, platform)),
    keep(runService(paymentsAppWith(profile, approvals), platform)),
    keep(runService(basketsAppWith(profile, approvals), platform)),
    keep(runService(batchAppWith(profile, approvals), platform)),
  ]);
  const operated = { accounts, payments, baskets, sca, batch };
  return { sca, consoleUrl: sandbox.consoleUrl, operate: operationsOf(operated) };
}

function operationsOf(
  services: Readonly<Record<keyof Operated, Pick<OperableService, 'operate'>>>,
): Operated {
  const { accounts, payments, baskets, sca, batch } = services;
  return {
    accounts: accounts.operate,
    payments: payments.operate,
    batch: batch.operate,
    baskets: baskets.operate,
    sca: sca.operate,
  };
}

function telemetryOf(config: Config): Telemetry {
  const endpoint = config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  return startTelemetry({
    service: 'nordgate',
    version: RELEASE,
    tracesKept: config.TRACES_KEPT,
    ...(endpoint !== undefined && {
      tracesEndpoint: endpoint,
      tracesShare: config.TRACES_PERCENT / 100,
    }),
  });
}

async function gatewayTrustOf(config: Config, trust: SandboxTrust): Promise<TrustReadings> {
  const { store } = await readTrust(trustOptions(config, trust), new Date());
  return { store, register: await openRegister(config, new Date()) };
}

function trustOptions(config: Config, { caFile }: SandboxTrust): TrustOptions {
  return {
    folder: config.NORDGATE_TRUST_DIR,
    always: [],
    // A renewed CA has another certificate with the same key.
    files: [caFile],
    revocationPolicy: 'optional',
    ocspFile: config.NORDGATE_OCSP_FILE,
    registerPath: undefined,
  };
}
