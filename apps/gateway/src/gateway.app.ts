import type { AddressInfo } from 'node:net';
import type { Server } from 'node:tls';
import { NestFactory } from '@nestjs/core';
import type { Provider } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { BusClient, CommandClient, LOG, QUERIES, nestLog } from '@nordgate/messaging';
import type { Platform, RunningService } from '@nordgate/messaging';
import { Health } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import type { FastifyInstance } from 'fastify';
import { GatewayModule } from './gateway.module.js';
import { SETTINGS } from './gateway.settings.js';
import type { GatewaySettings } from './gateway.settings.js';
import { defaultLimits } from './guard/limits.js';
import type { RequestLimits } from './guard/limits.js';
import { addOverloadGuard, defaultLoad } from './guard/overload.js';
import type { Overload } from './guard/overload.js';
import { addAddressLimit, defaultRates, tppLimit } from './guard/rate-limits.js';
import { addRequestLimits } from './guard/request-limits.js';
import { serverOptionsOf } from './guard/server-options.js';
import { followTls, readTls } from './guard/tls.js';
import type { TlsFiles } from './guard/tls.js';
import { addUnreadableAnswers } from './guard/unreadable.js';
import { watchLoad } from './guard/watch-load.js';
import { TELEMETRY } from './health/health.http.js';
import { addRequestTelemetry } from './health/request-telemetry.js';
import { addAnswerHeaders } from './reply/answer-headers.js';
import { addCodedAnswers } from './reply/coded-answers.js';
import { addKnownPaths } from './reply/known-paths.js';
import { VerificationTurn } from './verify/turn.js';
import { addVerification } from './verify/verify.hook.js';

/** Starts the public interface. Resolves when it listens. */
export async function startGateway(
  platform: Platform,
  settings: GatewaySettings,
): Promise<RunningService & { readonly url: string }> {
  const limits = { ...defaultLimits, ...settings.limits };
  const { trustedProxies, tlsFiles } = settings;
  const tls = tlsFiles === undefined ? undefined : await readTls(tlsFiles);
  const client = new BusClient(platform.bus, 'gateway');
  const commands = new CommandClient(client);
  const log = platform.log.child({ app: 'gateway' });
  const provided: Provider[] = [
    { provide: SETTINGS, useValue: settings },
    { provide: CommandClient, useValue: commands },
    { provide: QUERIES, useValue: platform.queries },
    { provide: LOG, useValue: log },
    { provide: Health, useValue: settings.health },
    { provide: TELEMETRY, useValue: settings.telemetry },
  ];
  const app = await NestFactory.create<NestFastifyApplication>(
    GatewayModule.with(settings.environment, provided),
    new FastifyAdapter(serverOptionsOf(limits, { trustedProxies, tls })),
    { logger: nestLog(log), bodyParser: false, forceCloseConnections: true },
  );
  const load = watchLoad(() => commands.isLagging, { ...defaultLoad, ...settings.load });
  prepareEdge(app.getHttpAdapter().getInstance(), settings, limits, load.overload);
  await client.connect();
  await app.listen(settings.port, settings.host);
  const unfollow = followTlsOf(app, tlsFiles, log);
  const { port } = app.getHttpServer().address() as AddressInfo;
  return {
    name: 'gateway',
    url: `${tls === undefined ? 'http' : 'https'}://${settings.host}:${String(port)}`,
    async stop() {
      load.stop();
      unfollow();
      await app.close();
      await client.close();
    },
  };
}

function followTlsOf(app: NestFastifyApplication, files: TlsFiles | undefined, log: Log) {
  const server = app.getHttpServer() as unknown as Server;
  if (files !== undefined) return followTls(server, files, log);
  log.info('the interface speaks plain http: TLS 1.2 or higher is for whoever stands before it');
  return () => undefined;
}

function prepareEdge(
  fastify: FastifyInstance,
  settings: GatewaySettings,
  limits: RequestLimits,
  overload: Overload,
): void {
  fastify.server.maxConnections = limits.connectionsMax;
  addUnreadableAnswers(fastify.server);
  const { environment, trust } = settings;
  addRequestTelemetry(fastify);
  addAnswerHeaders(fastify);
  addCodedAnswers(fastify);
  const rates = { ...defaultRates, ...settings.rates };
  addAddressLimit(fastify, rates);
  addOverloadGuard(fastify, overload);
  addRequestLimits(fastify, limits);
  addKnownPaths(fastify);
  const turn = new VerificationTurn();
  const admit = tppLimit(rates);
  addVerification(fastify, { environment, trust, turn, admit, now: () => new Date() });
}
