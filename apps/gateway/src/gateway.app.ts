import type { AddressInfo } from 'node:net';
import type { Server } from 'node:tls';
import { NestFactory } from '@nestjs/core';
import type { Provider } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { BusClient, CommandClient } from '@nordgate/messaging';
import { LOG, QUERIES, nestLog } from '@nordgate/service';
import type { Platform, RunningService } from '@nordgate/service';
import { createAnswerSealer } from '@nordgate/signature';
import { Health } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import type { ServedRoute } from './description/route-list.js';
import { RouteList } from './description/route-list.js';
import { prepareEdge } from './gateway.edge.js';
import { GatewayModule } from './gateway.module.js';
import { SETTINGS } from './gateway.settings.js';
import type { GatewaySettings } from './gateway.settings.js';
import { defaultLimits } from './guard/limits.js';
import { defaultLoad } from './guard/overload.js';
import { serverOptionsOf } from './guard/server-options.js';
import { followTls, readTls } from './guard/tls.js';
import type { TlsFiles } from './guard/tls.js';
import { watchLoad } from './guard/watch-load.js';
import { TELEMETRY } from './health/health.http.js';
import { replySeal } from './seal/seal.hook.js';
import type { SealReply } from './seal/seal.hook.js';
import { keepTrust } from './trust/keep-trust.js';

/** The public interface, listening. */
export interface RunningGateway extends RunningService {
  readonly url: string;
  /** What it serves. */
  readonly routes: readonly ServedRoute[];
}

/** Starts the public interface. Resolves when it listens. */
export async function startGateway(
  platform: Platform,
  settings: GatewaySettings,
): Promise<RunningGateway> {
  const limits = { ...defaultLimits, ...settings.limits };
  const { trustedProxies, tlsFiles } = settings;
  const tls = tlsFiles === undefined ? undefined : await readTls(tlsFiles);
  const client = new BusClient(platform.bus, 'gateway');
  const commands = new CommandClient(client);
  const log = platform.log.child({ app: 'gateway' });
  const seal = sealOf(settings);
  const routes = new RouteList();
  const app = await NestFactory.create<NestFastifyApplication>(
    GatewayModule.with(settings, providedBy(platform, settings, { commands, log, routes })),
    new FastifyAdapter(serverOptionsOf(limits, { trustedProxies, tls, seal })),
    { logger: nestLog(log), bodyParser: false, forceCloseConnections: true },
  );
  const keeping = keepTrust(platform, settings, log);
  const load = watchLoad(() => commands.isLagging, { ...defaultLoad, ...settings.load });
  const { overload } = load;
  const { trust } = keeping;
  const fastify = app.getHttpAdapter().getInstance();
  prepareEdge(fastify, { settings, routes, limits, overload, trust, seal });
  await client.connect();
  await keeping.firstLook();
  await app.listen(settings.port, settings.host);
  keeping.start();
  const unfollow = followTlsOf(app, tlsFiles, log);
  const { port } = app.getHttpServer().address() as AddressInfo;
  return {
    name: 'gateway',
    routes: routes.routes,
    url: `${tls === undefined ? 'http' : 'https'}://${settings.host}:${String(port)}`,
    async stop() {
      load.stop();
      unfollow();
      await app.close();
      await keeping.stop();
      await client.close();
    },
  };
}

function providedBy(
  { queries }: Platform,
  settings: GatewaySettings,
  {
    commands,
    log,
    routes,
  }: { readonly commands: CommandClient; readonly log: Log; readonly routes: RouteList },
): Provider[] {
  return [
    { provide: SETTINGS, useValue: settings },
    { provide: CommandClient, useValue: commands },
    { provide: QUERIES, useValue: queries },
    { provide: LOG, useValue: log },
    { provide: RouteList, useValue: routes },
    { provide: Health, useValue: settings.health },
    { provide: TELEMETRY, useValue: settings.telemetry },
  ];
}

function followTlsOf(app: NestFastifyApplication, files: TlsFiles | undefined, log: Log) {
  const server = app.getHttpServer() as unknown as Server;
  if (files !== undefined) return followTls(server, files, log);
  log.info('the interface speaks plain http: TLS 1.2 or higher is for whoever stands before it');
  return () => undefined;
}

function sealOf({ responseSeal }: GatewaySettings): SealReply | undefined {
  return responseSeal && replySeal(createAnswerSealer(responseSeal), () => new Date());
}
