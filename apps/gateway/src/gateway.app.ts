import type { AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import type { Provider } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { BusClient, CommandClient, LOG, QUERIES, nestLog } from '@nordgate/messaging';
import type { Platform, RunningService } from '@nordgate/messaging';
import { createAnswerSealer } from '@nordgate/signature';
import { Health } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import type { FastifyInstance } from 'fastify';
import { GatewayModule } from './gateway.module.js';
import { SETTINGS } from './gateway.settings.js';
import type { GatewaySettings } from './gateway.settings.js';
import { TELEMETRY } from './health/health.http.js';
import { addRequestTelemetry } from './health/request-telemetry.js';
import { answerFrameworkError, answerUnreadable } from './reply/framework-errors.js';
import { addAnswerHeaders } from './reply/answer-headers.js';
import { addCodedAnswers } from './reply/coded-answers.js';
import { addKnownPaths } from './reply/known-paths.js';
import { addSeal, replySeal } from './seal/seal.hook.js';
import type { SealReply } from './seal/seal.hook.js';
import { TrustKeeper } from './trust/trust-keeper.js';
import { StopList } from './trust/stop-list.js';
import { tppTrust } from './trust/trust-state.js';
import type { TppTrust } from './trust/trust-state.js';
import { VerificationTurn } from './verify/turn.js';
import { addVerification } from './verify/verify.hook.js';

/** The largest body and header block that are read at all. */
const limits = { bodyBytesMax: 1024 * 1024 } as const;

/** Starts the public interface. Resolves when it listens. */
export async function startGateway(
  platform: Platform,
  settings: GatewaySettings,
): Promise<RunningService & { readonly url: string }> {
  const client = new BusClient(platform.bus, 'gateway');
  const log = platform.log.child({ app: 'gateway' });
  const provided: Provider[] = [
    { provide: SETTINGS, useValue: settings },
    { provide: CommandClient, useValue: new CommandClient(client) },
    { provide: QUERIES, useValue: platform.queries },
    { provide: LOG, useValue: log },
    { provide: Health, useValue: settings.health },
    { provide: TELEMETRY, useValue: settings.telemetry },
  ];
  const seal = sealOf(settings);
  const app = await NestFactory.create<NestFastifyApplication>(
    GatewayModule.with(settings, provided),
    new FastifyAdapter({
      bodyLimit: limits.bodyBytesMax,
      frameworkErrors: answerFrameworkError(seal),
      clientErrorHandler: answerUnreadable,
    }),
    { logger: nestLog(log), bodyParser: false, forceCloseConnections: true },
  );
  const keeping = keepTrust(platform, settings, log);
  const { environment } = settings;
  prepareEdge(app.getHttpAdapter().getInstance(), { environment, trust: keeping.trust, seal });
  await client.connect();
  await keeping.firstLook();
  await app.listen(settings.port, settings.host);
  keeping.start();
  const { port } = app.getHttpServer().address() as AddressInfo;
  return {
    name: 'gateway',
    url: `http://${settings.host}:${String(port)}`,
    async stop() {
      await app.close();
      await keeping.stop();
      await client.close();
    },
  };
}

interface KeptTrust {
  readonly trust: TppTrust;
  /** Asks for the operator's list, which may fail. */
  firstLook(): Promise<void>;
  /** Looks at everything again and again. */
  start(): void;
  stop(): Promise<void>;
}

function keepTrust(
  { queries, health }: Platform,
  { environment, trust }: GatewaySettings,
  log: Log,
): KeptTrust {
  const now = () => new Date();
  const keeper = new TrustKeeper(trust, { log, now });
  const stops = new StopList({ queries, log, now });
  if (environment === 'production') health.register(stops);
  return {
    trust: tppTrust(environment, keeper, stops),
    firstLook: () => stops.look(),
    start() {
      keeper.start();
      stops.start();
    },
    async stop() {
      await Promise.all([keeper.stop(), stops.stop()]);
    },
  };
}

/** What stands between a request and its handler, and between an answer and the wire. */
interface EdgeParts {
  readonly environment: GatewaySettings['environment'];
  readonly trust: TppTrust;
  readonly seal: SealReply | undefined;
}

function prepareEdge(fastify: FastifyInstance, { environment, trust, seal }: EdgeParts): void {
  addRequestTelemetry(fastify);
  addAnswerHeaders(fastify);
  addCodedAnswers(fastify);
  addKnownPaths(fastify);
  const turn = new VerificationTurn();
  addVerification(fastify, { environment, trust, turn, now: () => new Date() });
  if (seal !== undefined) addSeal(fastify, seal);
}

function sealOf({ responseSeal }: GatewaySettings): SealReply | undefined {
  return responseSeal && replySeal(createAnswerSealer(responseSeal), () => new Date());
}
