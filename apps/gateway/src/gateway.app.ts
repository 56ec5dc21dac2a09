import type { AddressInfo } from 'node:net';
import type { Server } from 'node:tls';
import { NestFactory } from '@nestjs/core';
import type { Provider } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { BusClient, CommandClient } from '@nordgate/messaging';
import { LOG, nestLog, oneWorld, QUERIES, WORLDS } from '@nordgate/service';
import type { Platform, RunningService, Worlds, Queries } from '@nordgate/service';
import { addConnectionClose, addConnectionGuard, ProxyList } from '@nordgate/service/edge';
import { addUnreadableAnswers, followTls, readTls } from '@nordgate/service/edge';
import type { TlsFiles } from '@nordgate/service/edge';
import { Health } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import type { FastifyInstance } from 'fastify';
import { fixesByDefault } from './request/accept-fix.js';
import { CorporateUsers } from './access/corporate-users.js';
import { BANK_SETTINGS } from './access/edge.service.js';
import type { BankSettings } from './access/edge.service.js';
import { RouteList } from './request/route.decorator.js';
import type { ServedRoute } from './request/route.decorator.js';
import { GatewayModule } from './gateway.module.js';
import type { AddedRoutes } from './gateway.module.js';
import { addBodyFormat, addIgnoredBodies } from './guard/body-format.hook.js';
import { BodyTurns } from './guard/body-turns.js';
import { addServiceGuard } from './guard/service-guard.hook.js';
import { ServiceState } from './guard/service-state.js';
import type { SwitchSettings } from './guard/kept-switches.source.js';
import { addKnownPaths } from './guard/known-paths.hook.js';
import { addOverloadGuard, defaultLoad, watchLoad } from './guard/overload.hook.js';
import type { LoadLimits, LoadSigns, Overload } from './guard/overload.hook.js';
import { keepRates, countDropped, defaultRates, limitAddresses } from './guard/rate-limits.hook.js';
import type { KeptRates, RateSettings, Rates } from './guard/rate-limits.hook.js';
import { addRequestLimits, defaultLimits } from './guard/request-limits.hook.js';
import type { RequestLimits } from './guard/request-limits.hook.js';
import { serverOptionsOf } from './guard/server-options.js';
import { unreadableAnswer, addUnreadBodies } from './guard/unread-requests.hook.js';
import { addRequestTelemetry } from './reply/request-telemetry.hook.js';
import { addAnswerHeaders, addHeadAnswers } from './reply/answer-headers.hook.js';
import { addCodedAnswers } from './reply/coded-answers.hook.js';
import { addGenerationCheck } from './verify/generation-check.hook.js';
import { addNotOffered } from './request/not-offered.hook.js';
import { RefusalLog } from './reply/refusal-log.service.js';
import { REQUEST_WATCHER } from './reply/request-error.filter.js';
import type { FailureWatcher } from './reply/request-error.filter.js';
import { addSeal, replySeal } from './seal/seal.hook.js';
import type { SealReply } from './seal/seal.hook.js';
import { keepTrust } from './trust/tpp-trust.source.js';
import type { TppTrust } from './trust/tpp-trust.source.js';
import type { TrustReadings } from './trust/trust-keeper.js';
import { VerificationTurn } from './verify/turn.js';
import { addVerification } from './verify/verify.hook.js';

/** Sees every request and its answer. A sandbox with a console has one; production has none. */
export interface RequestWatcher extends FailureWatcher {
  /** Answers the queries about what it saw, and about TPPs by the trust of requests and the mounted files. */
  answer(queries: Pick<Queries, 'register'>, trust: TppTrust, readings: TrustReadings): void;
  /** Reads each answer of a TPP before it is coded. */
  readAnswers(fastify: FastifyInstance): void;
  /** Keeps each request after its answer. */
  follow(fastify: FastifyInstance, trust: TppTrust): void;
}

/** The settings of the gateway, besides the platform. */
export interface GatewaySettings extends BankSettings, RateSettings, SwitchSettings {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly environment: 'sandbox' | 'production';
  /** The trust material as it was mounted at the start. */
  readonly trust: TrustReadings;
  readonly health: Health;
  /** Limits that differ from the defaults. */
  readonly limits?: Partial<RequestLimits>;
  /** Without these files the gateway serves plain HTTP, and TLS ends in front of it. */
  readonly tlsFiles?: TlsFiles;
  readonly rates?: Partial<Rates>;
  readonly load?: Partial<LoadLimits & LoadSigns>;
  /** What only a sandbox has. */
  readonly added?: AddedRoutes;
  /** The worlds of a sandbox. Without it there is one, as in production. */
  readonly worldsWith?: (
    platform: Platform,
    commands: CommandClient,
    services: ServiceState,
  ) => Worlds;
  /** Sees every request, for the console of a sandbox. */
  readonly watch?: RequestWatcher | undefined;
  /** Proxies whose X-Forwarded-For counts: addresses and networks with commas between them. */
  readonly trustedProxies?: string;
}

/** The gateway while it listens. */
export interface RunningGateway extends RunningService {
  readonly url: string;
  readonly routes: readonly ServedRoute[];
}

/**
 * Starts the gateway. Resolves when it listens; rejects when the TLS files cannot be used or the port
 * is taken.
 */
export async function startGateway(
  platform: Platform,
  settings: GatewaySettings,
): Promise<RunningGateway> {
  const limits = { ...defaultLimits, ...settings.limits };
  const { trustedProxies, tlsFiles, watch } = settings;
  const tls = tlsFiles === undefined ? undefined : await readTls(tlsFiles);
  const client = new BusClient(platform.bus, 'gateway');
  const commands = new CommandClient(client);
  const log = platform.log.child({ app: 'gateway' });
  const accessLog = platform.accessLog?.child({ app: 'gateway' });
  const refusals = new RefusalLog(log);
  const seal = sealOf(settings);
  const routes = new RouteList();
  const services = new ServiceState(platform.queries, log);
  const worlds = settings.worldsWith?.({ ...platform, log }, commands, services) ?? oneWorld;
  const clients = { commands, log, routes, refusals, limits, watch, services, worlds };
  const app = await NestFactory.create<NestFastifyApplication>(
    GatewayModule.with(settings, providersOf(platform, settings, clients)),
    new FastifyAdapter(serverOptionsOf(limits, { trustedProxies, tls, refusals })),
    { logger: nestLog(log), bodyParser: false, forceCloseConnections: true },
  );
  const keptTrust = keepTrust(platform, settings, log);
  const load = watchLoad(() => commands.isLagging, { ...defaultLoad, ...settings.load });
  const corporateUsers = new CorporateUsers(platform.queries);
  const { trust } = keptTrust;
  watch?.answer(platform.queries, trust, settings.trust);
  const keptRates = keepRates(settings, log);
  const guards = { ...load, ...keptRates, trust, worlds, corporateUsers, watch, services };
  const parts = { settings, accessLog, routes, limits, seal, ...guards };
  addHooks(app.getHttpAdapter().getInstance(), parts);
  await client.connect();
  await app.init();
  await services.open(settings, routes.routes);
  await Promise.all([keptTrust.firstLook(), keptRates.firstLook()]);
  const port = await listen(app, settings);
  const kept = [keptTrust, keptRates, services];
  for (const one of kept) one.start();
  const stopFollowing = followTlsOf(app, tlsFiles, log);
  const stop = async () => {
    load.stop();
    stopFollowing();
    await app.close();
    await Promise.all(kept.map((one) => one.stop()));
    await client.close();
  };
  const url = `${tls === undefined ? 'http' : 'https'}://${settings.host}:${String(port)}`;
  return { name: 'gateway', routes: routes.routes, url, stop };
}

/** Listens. Returns the port. */
async function listen(
  app: NestFastifyApplication,
  { port, host }: GatewaySettings,
): Promise<number> {
  await app.listen(port, host);
  return (app.getHttpServer().address() as AddressInfo).port;
}

/** The parts that the hooks of the server are made of. */
interface HookParts {
  readonly settings: GatewaySettings;
  readonly accessLog: Log | undefined;
  /** Collects every route, for the description. */
  readonly routes: RouteList;
  readonly limits: RequestLimits;
  readonly overload: Overload;
  readonly tppRates: KeptRates['tppRates'];
  readonly trust: TppTrust;
  readonly corporateUsers: CorporateUsers;
  readonly worlds: Worlds;
  readonly services: ServiceState;
  /** Requests are not kept without it. */
  readonly watch: RequestWatcher | undefined;
  /** Answers are not sealed without it. */
  readonly seal: SealReply | undefined;
}

/** Adds the hooks in the order in which a request meets them. */
function addHooks(
  fastify: FastifyInstance,
  { settings, accessLog, routes, limits, seal, ...guards }: HookParts,
): void {
  const { overload, trust, worlds, corporateUsers, watch, tppRates, services } = guards;
  const proxies = new ProxyList(settings.trustedProxies);
  addConnectionGuard(fastify.server, limits, { proxies, onDrop: countDropped });
  addConnectionClose(fastify, settings.health);
  addUnreadableAnswers(fastify.server, { answer: unreadableAnswer });
  routes.follow(fastify);
  addRequestTelemetry(fastify, accessLog);
  addGenerationCheck(fastify, worlds);
  addUnreadBodies(fastify);
  addNotOffered(fastify);
  addAnswerHeaders(fastify);
  watch?.readAnswers(fastify);
  addCodedAnswers(fastify);
  const rates = { ...defaultRates, ...settings.rates };
  limitAddresses(fastify, rates, { proxies, atOnce: limits.connectionsPerAddressMax });
  addOverloadGuard(fastify, overload);
  addServiceGuard(fastify, services);
  addRequestLimits(fastify, limits);
  addIgnoredBodies(fastify);
  addKnownPaths(fastify);
  addBodyFormat(fastify, limits);
  const turn = new VerificationTurn();
  const { environment, profile, ids } = settings;
  const fixesOn = fixesByDefault(profile);
  const now = () => new Date();
  const { admit } = tppRates;
  const checks = { environment, profile, trust, turn, admit, fixesOn, worlds, corporateUsers };
  addVerification(fastify, { ...checks, ids, now, limits });
  // The last hook that changes content: the seal covers the bytes that leave.
  if (seal !== undefined) addSeal(fastify, seal);
  addHeadAnswers(fastify);
  watch?.follow(fastify, trust);
}

interface Clients {
  readonly commands: CommandClient;
  readonly log: Log;
  readonly routes: RouteList;
  readonly refusals: RefusalLog;
  readonly limits: RequestLimits;
  readonly watch: RequestWatcher | undefined;
  readonly services: ServiceState;
  readonly worlds: Worlds;
}

function providersOf(
  { queries }: Platform,
  settings: GatewaySettings,
  { commands, log, routes, refusals, limits, watch, services, worlds }: Clients,
): Provider[] {
  return [
    { provide: BANK_SETTINGS, useValue: settings },
    { provide: CommandClient, useValue: commands },
    { provide: QUERIES, useValue: queries },
    { provide: LOG, useValue: log },
    { provide: RouteList, useValue: routes },
    { provide: BodyTurns, useValue: new BodyTurns(limits) },
    { provide: RefusalLog, useValue: refusals },
    { provide: ServiceState, useValue: services },
    { provide: WORLDS, useValue: worlds },
    { provide: Health, useValue: settings.health },
    ...(watch === undefined ? [] : [{ provide: REQUEST_WATCHER, useValue: watch }]),
  ];
}

function followTlsOf(app: NestFastifyApplication, files: TlsFiles | undefined, log: Log) {
  const server = app.getHttpServer() as unknown as Server;
  if (files !== undefined) return followTls(server, files, log);
  log.info('Serving plain HTTP. Terminate TLS 1.2 or higher in front of the gateway.');
  return () => undefined;
}

function sealOf({ responseSeal }: GatewaySettings): SealReply | undefined {
  return (
    responseSeal &&
    replySeal(
      (answer) => responseSeal.sealer(answer),
      () => new Date(),
    )
  );
}
