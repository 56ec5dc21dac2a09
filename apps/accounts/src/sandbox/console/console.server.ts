import type { AddressInfo } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import cookies from '@fastify/cookie';
import formBody from '@fastify/formbody';
import { LOG, ServiceUnavailableError } from '@nordgate/service';
import { addConnectionGuard, ProxyList, timeoutsOf } from '@nordgate/service/edge';
import type { Log } from '@nordgate/telemetry';
import { fastify } from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ConsoleActions } from './console-actions.routes.js';
import { ConsoleChannels } from './console-channels.routes.js';
import { ConsoleClock } from './console-clock.routes.js';
import { ConsoleBrowsing } from './console-browsing.routes.js';
import { renderPage, styleSheet } from './console-pages.loader.js';
import { CONSOLE_SETTINGS } from './console.settings.js';
import type { ConsoleSettings } from './console.settings.js';

const limits = {
  headersWithinMs: 10_000,
  requestWithinMs: 15_000,
  checkEveryMs: 1000,
  connectionsMax: 1000,
  connectionsPerAddressMax: 100,
} as const;

/** A certificate request is the longest field of a form. */
const bodyBytesMax = 16 * 1024;

/** Allows the style sheet and the forms of the console, and forbids everything else (CSP level 3). */
const headers = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  // Not no-referrer: browsers would then name no origin when a form is posted.
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
} as const;

/** The web server of the sandbox's console, while accounts runs. */
@Injectable()
export class ConsoleServer implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly server: FastifyInstance;

  constructor(
    @Inject(CONSOLE_SETTINGS) private readonly settings: ConsoleSettings,
    @Inject(LOG) private readonly log: Log,
    private readonly browsing: ConsoleBrowsing,
    private readonly actions: ConsoleActions,
    private readonly channels: ConsoleChannels,
    private readonly clock: ConsoleClock,
  ) {
    this.server = fastify({
      bodyLimit: bodyBytesMax,
      http: timeoutsOf(limits),
      forceCloseConnections: true,
      trustProxy: settings.trustedProxies ?? false,
      // The router rejects an address that it cannot decode before any hook runs.
      frameworkErrors: (_error, _request, reply) => {
        void notice(reply.headers(headers), 404, 'There is no such page.');
      },
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    const { server, settings } = this;
    addConnectionGuard(server.server, limits, {
      proxies: new ProxyList(settings.trustedProxies),
      onDrop: () => undefined,
    });
    server.addHook('onRequest', (request, reply, done) => {
      void reply.headers(headers);
      if (isForeign(request)) return void notice(reply, 403, 'The form is of another site.');
      done();
    });
    server.removeAllContentTypeParsers();
    await server.register(formBody, { bodyLimit: bodyBytesMax });
    await server.register(cookies);
    server.get('/assets/console.css', (_request, reply) =>
      reply.type('text/css; charset=utf-8').send(styleSheet),
    );
    this.browsing.addTo(server);
    this.actions.addTo(server);
    this.channels.addTo(server);
    this.clock.addTo(server);
    server.setNotFoundHandler((_request, reply) => notice(reply, 404, 'There is no such page.'));
    server.setErrorHandler((error, _request, reply) => this.failed(error, reply));
    await server.listen({ host: settings.host, port: settings.port });
    const { port } = server.server.address() as AddressInfo;
    settings.onListening(settings.publicUrl ?? `http://${settings.host}:${String(port)}`);
  }

  async onModuleDestroy(): Promise<void> {
    await this.server.close();
  }

  private failed(error: unknown, reply: FastifyReply): FastifyReply {
    const { statusCode = 500 } = error as { readonly statusCode?: number };
    if (error instanceof ServiceUnavailableError) {
      this.log.warn({ err: error }, 'The console could not show a page.');
      reply.header('retry-after', '1');
      return notice(reply, 503, 'A part of the bank does not answer. Try again in a moment.');
    }
    if (statusCode === 413) return notice(reply, 413, 'The form is too long.');
    if (statusCode >= 500) this.log.error({ err: error }, 'The console failed to make a page.');
    return notice(reply, statusCode, 'The console cannot answer this request.');
  }
}

/** Whether a form of another site is posted. Browsers name the origin of every POST. */
function isForeign({ method, headers: { origin, host } }: FastifyRequest): boolean {
  if (method !== 'POST' || origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}

function notice(reply: FastifyReply, status: number, text: string): FastifyReply {
  const html = renderPage('notice', { title: `Error ${String(status)}`, path: '' }, { text });
  return reply.code(status).type('text/html; charset=utf-8').send(html);
}
