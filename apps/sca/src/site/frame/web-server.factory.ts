import type { Server } from 'node:http';
import cookies from '@fastify/cookie';
import formBody from '@fastify/formbody';
import { NestFactory } from '@nestjs/core';
import type { DynamicModule } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { nestLog } from '@nordgate/service';
import type { Maintenance } from '@nordgate/service';
import {
  addAddressLimit,
  addConnectionClose,
  addConnectionGuard,
  addUnreadableAnswers,
  answerUnreadable,
  handshakeTimeoutMs,
  ProxyList,
  readTls,
  timeoutsOf,
} from '@nordgate/service/edge';
import type { TlsFiles } from '@nordgate/service/edge';
import { attributeNames, instrumentsOf } from '@nordgate/telemetry';
import type { Health, Log } from '@nordgate/telemetry';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyHttpOptions } from 'fastify';
import { defaultSiteLimits } from '../../sca.settings.js';
import type { ScaSettings, SiteLimits } from '../../sca.settings.js';
import { languageChange } from '../language/language-switch.js';
import { cookieName, cookieOptions, languageCookie, languageSeconds } from '../security/cookies.js';
import { newReference } from '../security/random.source.js';
import { securityHeaders } from '../security/security-headers.js';
import { addMaintenancePage } from './maintenance.hook.js';
import { noticePage } from './notice.page.js';
import { addPageTelemetry } from './page-telemetry.hook.js';
import { sendAnswer } from './answer.interceptor.js';
import { errorPageLine, SiteError, tooMany } from './site-error.js';
import { Site } from './site.service.js';
import { unreadablePages } from './unreadable-request.hook.js';

/** The largest form lists the accounts of an organisation: about 50 bytes each. */
const bodyBytesMax = 16 * 1024;
/** Every id and token is shorter. */
const parameterLengthMax = 200;

/** What a web server depends on. */
export interface WebServerOptions {
  readonly log: Log;
  readonly accessLog?: Log | undefined;
  readonly health: Health;
  /** Browsers reach the site over https. */
  readonly secure: boolean;
  readonly maintenance: Maintenance;
  readonly settings: Pick<ScaSettings, 'limits' | 'trustedProxies' | 'tlsFiles'>;
}

/**
 * A web server that accepts forms only, limits what strangers may do, and sets the security headers on
 * every answer.
 */
export async function createWebServer(
  module: DynamicModule,
  { log, accessLog, health, secure, maintenance, settings }: WebServerOptions,
): Promise<NestFastifyApplication> {
  const headers = securityHeaders(secure);
  const site: { current?: Site } = {};
  const limits = { ...defaultSiteLimits, ...settings.limits };
  const { tlsFiles } = settings;
  const unreadable = unreadablePages(() => site.current, { log, secure });
  const options: FastifyHttpOptions<Server> = {
    bodyLimit: bodyBytesMax,
    requestTimeout: limits.requestWithinMs,
    connectionTimeout: limits.idleMsMax,
    // A site that stops still serves a request on a kept connection.
    return503OnClosing: false,
    ...(tlsFiles === undefined
      ? { http: { ...timeoutsOf(limits), ...readByHooks } }
      : { https: { ...(await secured(tlsFiles, limits)), ...readByHooks } }),
    trustProxy: settings.trustedProxies ?? false,
    routerOptions: { maxParamLength: parameterLengthMax, ignoreTrailingSlash: true },
    clientErrorHandler: answerUnreadable(unreadable),
    // The router rejects an address that it cannot decode before any hook runs.
    frameworkErrors: (_error, request, reply) => {
      void reply.headers(headers);
      notFound(site.current, { log, request, reply });
    },
  };
  const adapter = new FastifyAdapter(options);
  adapter.setOnRequestHook((_request, reply, done) => {
    void reply.headers(headers);
    done();
  });
  const server = adapter.getInstance();
  addUnreadableAnswers(server.server, unreadable);
  addHostCheck(server);
  addConnectionClose(server, health);
  addPageTelemetry(server, accessLog);
  addGuards(server, limits, new ProxyList(settings.trustedProxies));
  await readForms(server);
  addLanguageSwitch(server, secure);
  addMaintenancePage(server, maintenance);
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    bodyParser: false,
    logger: nestLog(log),
    abortOnError: false,
  });
  site.current = app.get(Site, { strict: false });
  return app;
}

/** Node answers a request without Host by itself, without a page: `addHostCheck` does it instead. */
const readByHooks = { requireHostHeader: false } as const;

/** A request of HTTP/1.1 names its host (RFC 9112, 3.2). */
function addHostCheck(server: FastifyInstance): void {
  server.addHook('onRequest', ({ raw }, _reply, done) => {
    const isNameless = raw.httpVersion === '1.1' && raw.headers.host === undefined;
    done(isNameless ? new SiteError('bad-request') : undefined);
  });
}

/** Reads forms and cookies, and no other body. */
async function readForms(server: FastifyInstance): Promise<void> {
  server.removeAllContentTypeParsers();
  await server.register(formBody, { bodyLimit: bodyBytesMax });
  await server.register(cookies);
}

async function secured(files: TlsFiles, limits: SiteLimits) {
  const tls = await readTls(files);
  return { ...timeoutsOf(limits), ...tls, handshakeTimeout: handshakeTimeoutMs };
}

/** Keeps the language of `?language=` in a cookie, and leads to the page without the parameter. */
function addLanguageSwitch(server: FastifyInstance, secure: boolean): void {
  const options = cookieOptions(secure, languageSeconds);
  server.addHook('onRequest', (request, reply, done) => {
    const change = request.method === 'GET' ? languageChange(request.url) : undefined;
    if (change === undefined) return done();
    const { language, location } = change;
    void reply.setCookie(cookieName(secure, languageCookie), language, options);
    void reply.status(303).header('location', location).send();
  });
}

/** Limits connections and requests of strangers. A page answers a request above the limit. */
function addGuards(server: FastifyInstance, limits: SiteLimits, proxies: ProxyList): void {
  const count = (cause: string, times = 1) =>
    instrumentsOf().siteTurnedAway.add(times, { [attributeNames.cause]: cause });
  // The counter is there before its first count.
  count('address-rate', 0);
  addConnectionGuard(server.server, limits, { proxies, onDrop: count });
  addAddressLimit(server, {
    perSecond: limits.requestsPerSecond,
    atOnce: limits.connectionsPerAddressMax,
    proxies,
    refusal: (seconds) => {
      count('address-rate');
      return tooMany(seconds);
    },
  });
}

function notFound(
  site: Site | undefined,
  { log, request, reply }: { log: Log; request: FastifyRequest; reply: FastifyReply },
): void {
  if (site === undefined) return void reply.status(503).send();
  const reference = newReference();
  log.info({ kind: 'not-found', reference }, errorPageLine);
  const notice = { status: 404, title: 'page.not-found', text: 'page.not-found.text' } as const;
  sendAnswer(noticePage(site.reader(request), { ...notice, reference }), reply, site.secure);
}
