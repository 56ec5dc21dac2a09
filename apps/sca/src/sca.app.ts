import type { CustomStrategy } from '@nestjs/microservices';
import { openForQueries, operateOn, prepareService } from '@nordgate/service';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type {
  OperableService,
  Platform,
  PreparedService,
  ServiceDefinition,
} from '@nordgate/service';
import { accessStream } from './domain/access.js';
import { authorisationStream } from './domain/authorisation.js';
import { passkeysStream } from './domain/passkeys.js';
import { psuStream } from './domain/psu.js';
import { sessionStream } from './domain/session.js';
import { AuthorisationsOf1790000000002 } from './migrations/2-authorisations-of.migration.js';
import { PsuById1790000000001 } from './migrations/1-psu-by-id.migration.js';
import { AccessesOf1790000000003 } from './migrations/3-accesses-of.migration.js';
import { ScaModule } from './sca.module.js';
import { SCA_SETTINGS } from './sca.settings.js';
import type { ScaSettings } from './sca.settings.js';
import { refuseProduction } from './site/challenge/sca-method.js';
import { siteAddress } from './site/frame/site-address.js';
import { SiteErrorFilter } from './site/frame/site-error.filter.js';
import { createWebServer } from './site/frame/web-server.factory.js';

export type { ScaSettings } from './sca.settings.js';

/** The SCA service: its streams, its topic, its module. `startSca` adds the site's settings. */
export const scaApp: ServiceDefinition = {
  name: 'sca',
  module: ScaModule,
  streams: [authorisationStream, psuStream, sessionStream, accessStream, passkeysStream],
  migrations: [PsuById1790000000001, AuthorisationsOf1790000000002, AccessesOf1790000000003],
  events: 'sca.events.v1',
};

export interface RunningSca extends OperableService {
  /** Where browsers reach the site. */
  readonly url: string;
}

/** Starts the service and its site. Throws when the settings do not fit the environment. */
export async function startSca(platform: Platform, settings: ScaSettings): Promise<RunningSca> {
  const { protocol } = siteAddress(settings, settings.port);
  refuseProduction(settings.environment);
  const providers = [{ provide: SCA_SETTINGS, useValue: settings }];
  const service = await prepareService({ ...scaApp, providers }, platform);
  const { database, module } = service;
  try {
    const secure = protocol === 'https:';
    const app = await createWebServer(module, { log: platform.log, secure });
    const stop = () => app.close().finally(() => database.close());
    const port = await listen(app, service, { platform, settings }).catch(
      async (error: unknown) => {
        await app.close();
        throw error;
      },
    );
    const operate = operateOn(scaApp, platform, { app, strategy: service.strategy });
    return { name: scaApp.name, url: siteAddress(settings, port).origin, operate, stop };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Takes questions, commands and events, then browsers; answers with the port. */
async function listen(
  app: NestFastifyApplication,
  { strategy }: PreparedService,
  { platform, settings }: { readonly platform: Platform; readonly settings: ScaSettings },
): Promise<number> {
  app.useGlobalFilters(app.get(SiteErrorFilter, { strict: false }));
  app.connectMicroservice<CustomStrategy>({ strategy }, { inheritAppConfig: true });
  openForQueries(scaApp.name, platform, app);
  // The CommandBus knows its handlers from here on: a command before that would be parked.
  await app.init();
  await app.startAllMicroservices();
  await app.listen(settings.port, settings.host);
  const { port } = app.getHttpAdapter().getInstance().server.address() as { port: number };
  return port;
}
