import { Module } from '@nestjs/common';
import type { CustomStrategy } from '@nestjs/microservices';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { scaTermsOf, timersOf } from '@nordgate/contracts/profile';
import { sealOf } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import type { Database } from '@nordgate/event-store';
import { LocalCommands } from '@nordgate/messaging';
import {
  checkingApprovals,
  GENERATION,
  keepGeneration,
  openForQueries,
  operateOn,
  prepareService,
} from '@nordgate/service';
import type {
  KeptGeneration,
  OperableService,
  Platform,
  PreparedService,
  RunningWork,
  ServiceDefinition,
} from '@nordgate/service';
import {
  AddressList,
  ApprovalSettings,
  AtLeast,
  bankProfileOf,
  databaseUrlOf,
  openRegister,
  openRevocations,
  Optional,
  Origin,
  Path,
  Port,
  readTogether,
  SecretsFolder,
  SettingsError,
} from '@nordgate/service/process';
import type { ProcessDefinition } from '@nordgate/service/process';
import { AccountAccessModule } from './account-access/account-access.module.js';
import {
  GetAuthorisationHandler,
  GetAuthorisationsHandler,
  linkHolders,
} from './authorisation-view/authorisation-view.queries.js';
import { DatabaseClock } from './database-clock/database-clock.queries.js';
import { accessStream } from './domain/access.js';
import { authorisationStream } from './domain/authorisation.js';
import { passkeysStream } from './domain/passkeys.js';
import { psuStream } from './domain/psu.js';
import { sessionStream } from './domain/session.js';
import { EndedResources } from './end-authorisations/ended-resources.queries.js';
import { PsuById1790000000001 } from './migrations/1-psu-by-id.migration.js';
import { AuthorisationsOf1790000000002 } from './migrations/2-authorisations-of.migration.js';
import { AccessesOf1790000000003 } from './migrations/3-accesses-of.migration.js';
import { EndedResource1790000000004 } from './migrations/4-ended-resource.migration.js';
import { WrongTry1790000000005 } from './migrations/5-wrong-try.migration.js';
import { OpenAuthorisations1790000000006 } from './migrations/6-open-authorisations.migration.js';
import { AuthorisationsOfConsents1790000000007 } from './migrations/7-authorisations-of-consents.migration.js';
import { UnattendedRead1790000000008 } from './migrations/8-unattended-read.migration.js';
import { AccountAccess1790000000009 } from './migrations/9-account-access.migration.js';
import { LastRead1790000000010 } from './migrations/10-last-read.migration.js';
import { ScaConsumers } from './sca.consumers.js';
import { scaDeciders } from './sca.deciders.js';
import { defaultSca, SCA_SETTINGS } from './sca.settings.js';
import type { ProviderClientSettings, ScaSettings } from './sca.settings.js';
import { readProviderClient } from './site/oidc/provider-client.source.js';
import type { BankProfile } from '@nordgate/contracts/profile';
import {
  GetCompletedContextsHandler,
  GetCustomerOfPsuHandler,
  GetSessionHandler,
} from './session-view/session-view.queries.js';
import { startSweep } from './sweep-expired/sweep-expired.work.js';
import { methodFault } from './site/challenge/method-rules.js';
import { siteAddress } from './site/frame/site-address.js';
import { SiteErrorFilter } from './site/frame/site-error.filter.js';
import { createWebServer } from './site/frame/web-server.factory.js';
import { SiteModule } from './site/site.module.js';

/** What sca answers and reacts to; `sca.deciders.ts` lists its commands, the site is a separate module. */
@Module({
  imports: [SiteModule, AccountAccessModule],
  controllers: [ScaConsumers],
  providers: [
    DatabaseClock,
    EndedResources,
    GetSessionHandler,
    GetCompletedContextsHandler,
    GetCustomerOfPsuHandler,
    GetAuthorisationHandler,
    GetAuthorisationsHandler,
  ],
})
export class ScaModule {}

/** The SCA service: its streams, its topic, its module. `startSca` adds its deciders and the site's settings. */
export const scaApp: ServiceDefinition = {
  name: 'sca',
  module: ScaModule,
  streams: [authorisationStream, psuStream, sessionStream, accessStream, passkeysStream],
  migrations: [
    PsuById1790000000001,
    AuthorisationsOf1790000000002,
    AccessesOf1790000000003,
    EndedResource1790000000004,
    WrongTry1790000000005,
    OpenAuthorisations1790000000006,
    AuthorisationsOfConsents1790000000007,
    UnattendedRead1790000000008,
    AccountAccess1790000000009,
    LastRead1790000000010,
  ],
  events: 'sca.events.v1',
};

export interface RunningSca extends OperableService {
  /** Where browsers reach the site. */
  readonly url: string;
}

/** Starts the service and its site. Throws when the settings do not fit the environment. */
export async function startSca(platform: Platform, settings: ScaSettings): Promise<RunningSca> {
  const { protocol } = siteAddress(settings, settings.port);
  const fault = methodFault(settings.environment, settings.sca ?? defaultSca);
  if (fault !== undefined) throw new SettingsError(fault);
  const generation = keepGeneration(platform, settings.environment);
  const providers = [
    { provide: SCA_SETTINGS, useValue: settings },
    { provide: GENERATION, useValue: generation },
    checkingApprovals(settings.approvals),
  ];
  const deciders = (database: Database) =>
    scaDeciders(settings.timers, {
      linkHolders: (claims) => linkHolders(database, claims),
      seal: (stream, approval) => sealOf(settings.keys.approvals, stream, approval),
    });
  const commands = { topic: 'sca.commands.v1', deciders } as const;
  const service = await prepareService({ ...scaApp, commands, providers }, platform);
  const { database, module } = service;
  try {
    const secure = protocol === 'https:';
    const app = await createWebServer(module, { log: platform.log, secure, settings });
    const work: { sweep?: RunningWork } = {};
    const stop = async () => {
      await work.sweep?.stop();
      await generation.stop();
      await app.close().finally(() => database.close());
    };
    const port = await listen(app, service, { platform, settings, generation }).catch(
      async (error: unknown) => {
        await generation.stop();
        await app.close();
        throw error;
      },
    );
    const commands = app.get(LocalCommands, { strict: false });
    work.sweep = startSweep({
      database,
      commands,
      log: platform.log.child({ app: 'sca' }),
      ...defined({ restMs: settings.sweepEveryMs }),
    });
    const operate = operateOn(scaApp, platform, { app, strategy: service.strategy });
    return { name: scaApp.name, url: siteAddress(settings, port).origin, operate, stop };
  } catch (error) {
    await database.close();
    throw error;
  }
}

interface Surroundings {
  readonly platform: Platform;
  readonly settings: ScaSettings;
  readonly generation: KeptGeneration;
}

/** Takes questions, commands and events, then browsers; answers with the port. */
async function listen(
  app: NestFastifyApplication,
  { strategy }: PreparedService,
  { platform, settings, generation }: Surroundings,
): Promise<number> {
  app.useGlobalFilters(app.get(SiteErrorFilter, { strict: false }));
  app.connectMicroservice<CustomStrategy>({ strategy }, { inheritAppConfig: true });
  openForQueries(scaApp.name, platform, app);
  // The CommandBus knows its handlers from here on: a command before that would be parked.
  await app.init();
  await app.startAllMicroservices();
  await generation.start();
  await app.listen(settings.port, settings.host);
  const { port } = app.getHttpAdapter().getInstance().server.address() as { port: number };
  return port;
}

/** The environment variables of the SCA service's process. */
export class ScaProcessSettings extends ApprovalSettings {
  @Port()
  SCA_PORT = 8081;

  /** The bank's profile (docs/reference/bank-profile.md); default: the built-in one. */
  @Optional()
  @Path()
  NORDGATE_PROFILE?: string;

  /** JSON file of the register of TPPs, that of the gateway. */
  @Optional()
  @Path()
  NORDGATE_TPP_REGISTER_FILE?: string;

  /** Folder of the TPPs' CAs and their revocation lists, that of the gateway. */
  @Optional()
  @Path()
  NORDGATE_TRUST_DIR?: string;

  /** Where browsers reach the site. */
  @Optional()
  @Origin()
  SCA_PUBLIC_URL?: string;

  /** CAs of the identity provider in PEM; default: those of Node. */
  @Optional()
  @Path()
  SCA_OIDC_CA_FILE?: string;

  /** Proxies in front of the site; only their X-Forwarded-For counts. */
  @Optional()
  @AddressList()
  SCA_TRUSTED_PROXIES?: string;

  @AtLeast(1)
  SCA_ADDRESS_CONNECTIONS = 100;

  @AtLeast(1)
  SCA_ADDRESS_RATE = 10_000;

  /** Wrong customer numbers, codes and links of one address within ten minutes. */
  @AtLeast(1)
  SCA_WRONG_TRIES = 30;

  @Origin()
  PAYMENTS_URL!: string;

  @Origin()
  BASKETS_URL!: string;

  @Origin()
  ACCOUNTS_URL!: string;
}

/** What the method oidc needs, when the profile lists it. */
async function providerClientOf(
  settings: ScaProcessSettings,
  profile: Promise<BankProfile>,
): Promise<ProviderClientSettings | undefined> {
  // Another reader reports a profile that cannot be read.
  const { sca } = await profile.catch(() => ({ sca: undefined }));
  if (sca?.methods.includes('oidc') !== true) return undefined;
  const { NORDGATE_SECRETS_DIR: secretsFolder, SCA_OIDC_CA_FILE: caFile } = settings;
  return readProviderClient({ secretsFolder, caFile });
}

/** Reads the mounted files of the SCA service. */
function openFiles(settings: ScaProcessSettings) {
  const secrets = new SecretsFolder(settings.NORDGATE_SECRETS_DIR);
  const profile = bankProfileOf(settings);
  return readTogether({
    databaseUrl: databaseUrlOf(settings),
    code: secrets.key('codes.key'),
    cookies: secrets.key('cookies.key'),
    approvals: secrets.signingKey('approvals'),
    approvalKeys: secrets.publicKeys('approvals'),
    ids: secrets.idKeys('ids.json'),
    operatorKeys: secrets.keySet('operator.json'),
    profile,
    providerClient: providerClientOf(settings, profile),
    register: openRegister(settings.NORDGATE_TPP_REGISTER_FILE),
    revocations: openRevocations(settings.NORDGATE_TRUST_DIR),
  });
}

/** The SCA service with its web site as a process. */
export const scaProcess: ProcessDefinition<
  ScaProcessSettings,
  Awaited<ReturnType<typeof openFiles>>
> = {
  name: 'sca',
  settings: ScaProcessSettings,
  addresses: ({ PAYMENTS_URL, BASKETS_URL, ACCOUNTS_URL }) => ({
    payments: PAYMENTS_URL,
    baskets: BASKETS_URL,
    accounts: ACCOUNTS_URL,
  }),
  open: openFiles,
  operatorKeys: ({ operatorKeys }) => operatorKeys,
  start: async ({ settings, own, platform }) => {
    const publicUrl = settings.SCA_PUBLIC_URL;
    const sca = await startSca(platform, {
      host: settings.HOST,
      port: settings.SCA_PORT,
      environment: settings.NORDGATE_ENVIRONMENT,
      timers: timersOf(own.profile),
      sca: scaTermsOf(own.profile),
      providerClient: own.providerClient,
      appLinks: own.profile.appLinks,
      approvals: { keys: own.approvalKeys, unsealedUntil: settings.APPROVALS_UNSEALED_UNTIL },
      ...{ register: own.register, revocations: own.revocations },
      keys: { code: own.code, cookies: own.cookies, ids: own.ids, approvals: own.approvals },
      limits: {
        connectionsPerAddressMax: settings.SCA_ADDRESS_CONNECTIONS,
        requestsPerSecond: settings.SCA_ADDRESS_RATE,
        wrongTriesMax: settings.SCA_WRONG_TRIES,
      },
      ...defined({ publicUrl, trustedProxies: settings.SCA_TRUSTED_PROXIES }),
    });
    return { service: sca, operate: sca.operate, addresses: [['approval site', sca.url]] };
  },
};
