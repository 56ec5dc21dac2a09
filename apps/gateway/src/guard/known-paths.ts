import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fault, RequestError } from '../reply/request-error.js';

/**
 * Answers 405 with Allow to a known path with a wrong method; an unknown path stays 404. A path that ends
 * with a slash is unknown, although the router reads an empty parameter in it.
 */
export function addKnownPaths(fastify: FastifyInstance): void {
  const methodsOf = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>();
  fastify.addHook('onRoute', ({ url, method }) => {
    const known = methodsOf.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() };
    for (const one of [method].flat()) known.methods.add(one.toUpperCase());
    methodsOf.set(url, known);
  });
  fastify.addHook('onRequest', (request, _reply, done) => {
    const path = (request.raw.url ?? '').split('?')[0] ?? '';
    if (path.endsWith('/')) return done(unknownPath());
    if (!request.is404) return done();
    const methods = [...methodsOf.values()]
      .filter(({ pattern }) => pattern.test(path))
      .flatMap((known) => [...known.methods]);
    done(methods.length === 0 ? unknownPath() : wrongMethod(request, methods));
  });
}

function patternOf(url: string): RegExp {
  const escaped = url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z]+/g, '[^/]+');
  return new RegExp(`^${escaped}$`);
}

const unknownPath = (): RequestError => new RequestError([fault('NOT_FOUND', 'route.unknown')]);

function wrongMethod(request: FastifyRequest, methods: readonly string[]): RequestError {
  const { method } = request;
  return new RequestError([fault('BAD_REQUEST', 'route.method', '', { method })], {
    status: 405,
    headers: { allow: [...new Set(methods)].sort().join(', ') },
  });
}
