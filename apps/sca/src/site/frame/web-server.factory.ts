import cookies from '@fastify/cookie';
import formBody from '@fastify/formbody';
import { NestFactory } from '@nestjs/core';
import type { DynamicModule } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { nestLog } from '@nordgate/service';
import type { Log } from '@nordgate/telemetry';
import type { FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { securityHeaders } from '../security/security-headers.js';
import { noticePage } from './notice.page.js';
import { sendAnswer } from './answer.interceptor.js';
import { Site } from './site.service.js';

/** The largest form lists the accounts of an organisation: about 50 bytes each. */
const bodyBytesMax = 16 * 1024;
/** Every id and token is shorter. */
const parameterLengthMax = 200;
/** A request has to arrive completely within this time. */
const requestTimeoutMs = 15_000;

/** A web server that accepts forms only and sets the security headers on every answer. */
export async function createWebServer(
  module: DynamicModule,
  { log, secure }: { readonly log: Log; readonly secure: boolean },
): Promise<NestFastifyApplication> {
  const headers = securityHeaders(secure);
  const site: { current?: Site } = {};
  const options: FastifyServerOptions = {
    bodyLimit: bodyBytesMax,
    requestTimeout: requestTimeoutMs,
    routerOptions: { maxParamLength: parameterLengthMax },
    // The router rejects an address that it cannot decode before any hook runs.
    frameworkErrors: (_error, request, reply) => {
      void reply.headers(headers);
      notFound(site.current, request, reply);
    },
  };
  const adapter = new FastifyAdapter(options);
  adapter.setOnRequestHook((_request, reply, done) => {
    void reply.headers(headers);
    done();
  });
  const server = adapter.getInstance();
  server.removeAllContentTypeParsers();
  await server.register(formBody, { bodyLimit: bodyBytesMax });
  await server.register(cookies);
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    bodyParser: false,
    logger: nestLog(log),
    abortOnError: false,
  });
  site.current = app.get(Site, { strict: false });
  return app;
}

function notFound(site: Site | undefined, request: FastifyRequest, reply: FastifyReply): void {
  if (site === undefined) return void reply.status(503).send();
  const notice = { status: 404, title: 'page.not-found', text: 'page.not-found.text' } as const;
  sendAnswer(noticePage(site.reader(request), notice), reply, site.secure);
}
