import type { Server } from 'node:tls';
import { Module } from '@nestjs/common';
import type { CustomStrategy } from '@nestjs/microservices';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { DeciderTable } from '@nordgate/decider';
import type { Database } from '@nordgate/event-store';
import { LocalCommands } from '@nordgate/messaging';
import {
  checkingApprovals,
  closeWithDatabase,
  oneWorld,
  MaintenanceWatch,
  openForQueries,
  operateOn,
  operationStream,
  prepareService,
  realClocks,
  startCarrying,
  startUpkeep,
  WORLD_CLOCKS,
  WORLDS,
  EndedGeneration1795000000002,
  WorldTime1795000000001,
} from '@nordgate/service';
import type {
  OperableService,
  Platform,
  PreparedService,
  RunningWork,
  ServiceDefinition,
  WorldClocks,
  Worlds,
} from '@nordgate/service';
import { followTls } from '@nordgate/service/edge';
import { accessStream } from './access/access.js';
import { authorisationStream } from './authorisation/authorisation.js';
import { deleteOldUntouched } from './authorisation/untouched-authorisations.rows.js';
import { carriedMonths, carryingCustomers } from './carry-forward/carry-forward.work.js';
import { passkeysStream } from './passkeys/passkeys.js';
import { psuStream } from './session/psu.js';
import { sessionStream } from './session/session.js';
import { migrations } from './migrations/migrations.js';
import type { OwnCommands } from './sca.deciders.js';
import { decidersWith, ScaServiceModule } from './sca-service.module.js';
import { scaSubject } from './sca.subject.js';
import { defaultSca, SCA_SETTINGS } from './sca.settings.js';
import type { ScaSettings } from './sca.settings.js';
import { followTrust } from './trust/trust.factory.js';
import { startSweep } from './sweep/sweep-expired.work.js';
import { methodFault } from './site/challenge/method-rules.js';
import { SANDBOX_CODE } from './site/challenge/sca-method.js';
import type { ScaMethod } from './site/challenge/sca-method.js';
import { keepLinkRates, LinkRates } from './site/limits/link-rates.service.js';
import type { KeptLinkRates } from './site/limits/link-rates.service.js';
import { siteAddress } from './site/frame/site-address.js';
import { ProviderVisitService } from './site/oidc/provider-visit.service.js';
import { SiteErrorFilter } from './site/frame/site-error.filter.js';
import { createWebServer } from './site/frame/web-server.factory.js';
import { SiteModule } from './site/site.module.js';

/** What sca answers and reacts to, and its site; `sca.deciders.ts` lists its commands. */
@Module({ imports: [SiteModule, ScaServiceModule] })
export class ScaModule {}

/** The SCA service: its streams, its topic, its module. `startSca` adds its deciders and the site's settings. */
export const scaApp: ServiceDefinition = {
  name: 'sca',
  module: ScaModule,
  streams: [
    authorisationStream,
    psuStream,
    sessionStream,
    accessStream,
    passkeysStream,
    operationStream,
  ],
  migrations,
  subject: scaSubject,
  events: 'sca.events.v1',
  providers: [{ provide: WORLD_CLOCKS, useValue: realClocks }],
  groups: [
    'sca.complete-sessions',
    'sca.end-basket-authorisations',
    'sca.end-consent-authorisations',
    'sca.end-late-authorisations',
    'sca.end-payment-authorisations',
    'sca.grant-accesses',
    'sca.open-basket-authorisations',
    'sca.open-payment-authorisations',
  ],
};

/** All migrations of the database, as a job runs them ahead of the processes in every environment. */
export const scaMigrations = [
  ...scaApp.migrations,
  WorldTime1795000000001,
  EndedGeneration1795000000002,
];

export interface RunningSca extends OperableService {
  /** Where browsers reach the site. */
  readonly url: string;
}

/**
 * Starts the service and its site. Throws when the settings do not fit the environment.
 *
 * @param sandbox what only a sandbox has; without it the settings must not list its SCA method
 */
export async function startSca(
  platform: Platform,
  settings: ScaSettings,
  sandbox?: SandboxParts,
): Promise<RunningSca> {
  const secure = siteAddress(settings, settings.port).protocol === 'https:';
  const added = methodsOf(settings, sandbox?.code);
  const { app: sca, clocks } = sandbox ?? { app: scaApp, clocks: realClocks };
  const worlds = sandbox?.worldsWith(platform) ?? oneWorld;
  const maintenance = maintenanceOf(platform);
  const links = keepLinkRates(settings, platform.log.child({ app: 'sca' }));
  const providers = [...providersOf(sca, settings, links.rates, worlds), ...added];
  const deciders = decidersWith(settings, sandbox?.deciders);
  const commands = { topic: 'sca.commands.v1', deciders } as const;
  const service = await prepareService({ ...sca, commands, providers }, platform);
  const { database, module } = service;
  try {
    const app = await createWebServer(module, {
      log: platform.log,
      health: platform.health,
      secure,
      maintenance,
      settings,
      accessLog: platform.accessLog?.child({ app: 'sca' }),
    });
    const work: { sweeps?: RunningWork; trust?: RunningWork } = {};
    const unfollow = followSiteTls(app, settings, platform);
    const stop = async () => {
      unfollow();
      await Promise.all([work.sweeps?.stop(), work.trust?.stop(), stopAll(maintenance, links)]);
      await closeWithDatabase(app, database);
    };
    const kept = { platform, settings, maintenance, links };
    const port = await listen(app, service, kept).catch(async (error: unknown) => {
      await stopAll(maintenance, links);
      await app.close();
      throw error;
    });
    const commands = app.get(LocalCommands, { strict: false });
    const definition = { ...sca, ...retentionFrom(settings) };
    work.sweeps = startSweeps(definition, database, { commands, platform, settings, clocks });
    work.trust = await followTrust(settings, platform);
    const operate = operateOn(definition, platform, { ...service, app });
    return { name: scaApp.name, url: siteAddress(settings, port).origin, operate, stop };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** What a sandbox adds to the service. */
export interface SandboxParts {
  /** The service with the clocks of its worlds. */
  readonly app: ServiceDefinition;
  readonly clocks: WorldClocks;
  /** Its SCA method. */
  readonly code: ScaMethod;
  readonly worldsWith: (platform: Platform) => Worlds;
  readonly deciders: (bank: DeciderTable<OwnCommands>) => DeciderTable<OwnCommands>;
}

/** The method of a sandbox, for the site. Throws for methods that do not fit the environment, or are not there. */
function methodsOf({ environment, sca = defaultSca }: ScaSettings, sandboxCode?: ScaMethod) {
  const fault = methodFault(environment, sca);
  if (fault !== undefined) throw new Error(fault);
  if (sandboxCode !== undefined) return [{ provide: SANDBOX_CODE, useValue: sandboxCode }];
  if (!sca.methods.includes('sandbox-code')) return [];
  throw new Error('the SCA method sandbox-code is in a sandbox only');
}

/** What the site and the reactions of the service share. */
const providersOf = (
  { providers = [] }: ServiceDefinition,
  settings: ScaSettings,
  rates: LinkRates,
  worlds: Worlds,
) => [
  ...providers,
  { provide: SCA_SETTINGS, useValue: settings },
  { provide: LinkRates, useValue: rates },
  { provide: WORLDS, useValue: worlds },
  checkingApprovals(settings.approvals),
];

const stopAll = (...running: readonly RunningWork[]) =>
  Promise.all(running.map((one) => one.stop()));

/** Whether the identity provider answers, where the bank has one. */
function checkProvider(app: NestFastifyApplication, { health }: Platform): void {
  const check = app.get(ProviderVisitService, { strict: false }).healthCheck();
  if (check !== undefined) health.register(check);
}

const maintenanceOf = ({ queries, log }: Platform) =>
  new MaintenanceWatch({ queries, log: log.child({ app: 'sca' }) });

/** The streams and rows of sca that are deleted after some months, where the settings have a number. */
export function retentionFrom({
  authorisationMonths: months,
}: Pick<ScaSettings, 'authorisationMonths'>): Pick<
  ServiceDefinition,
  'retention' | 'carried' | 'deleteRows'
> {
  if (months === undefined) return {};
  return {
    retention: { authorisation: months },
    carried: carriedMonths(months),
    deleteRows: (database, signal) => deleteOldUntouched(database, months, signal),
  };
}

/** What sca does by the clock: expired links, streams that go on, and what every service does with its events. */
function startSweeps(
  definition: ServiceDefinition,
  database: Database,
  {
    commands,
    platform,
    settings,
    clocks,
  }: { commands: LocalCommands; clocks: WorldClocks } & Pick<Surroundings, 'platform' | 'settings'>,
): RunningWork {
  const { authorisationMonths: months, sweepEveryMs: restMs } = settings;
  const log = platform.log.child({ app: 'sca' });
  const work = [
    startSweep({ database, commands, log, clocks, authorisationMonths: months, restMs }),
    startUpkeep(definition, platform, database),
  ];
  if (months !== undefined) {
    work.push(startCarrying(carryingCustomers({ database, commands, log, months })));
  }
  return { stop: async () => void (await Promise.all(work.map((one) => one.stop()))) };
}

/** Uses a renewed certificate of the site. Returns what ends that. */
function followSiteTls(
  app: NestFastifyApplication,
  { tlsFiles }: ScaSettings,
  { log }: Platform,
): () => void {
  if (tlsFiles === undefined) return () => undefined;
  return followTls(app.getHttpServer() as unknown as Server, tlsFiles, log.child({ app: 'sca' }));
}

interface Surroundings {
  readonly platform: Platform;
  readonly settings: ScaSettings;
  readonly maintenance: MaintenanceWatch;
  readonly links: KeptLinkRates;
}

/** Takes questions, commands and events, then browsers; answers with the port. */
async function listen(
  app: NestFastifyApplication,
  { strategy }: PreparedService,
  { platform, settings, maintenance, links }: Surroundings,
): Promise<number> {
  app.useGlobalFilters(app.get(SiteErrorFilter, { strict: false }));
  app.connectMicroservice<CustomStrategy>({ strategy }, { inheritAppConfig: true });
  openForQueries(scaApp.name, platform, app);
  // The CommandBus knows its handlers from here on: a command before that would be parked.
  await app.init();
  await app.startAllMicroservices();
  checkProvider(app, platform);
  await Promise.all([maintenance.look(), links.firstLook()]);
  maintenance.start();
  links.start();
  await app.listen(settings.port, settings.host);
  const { port } = app.getHttpAdapter().getInstance().server.address() as { port: number };
  return port;
}
