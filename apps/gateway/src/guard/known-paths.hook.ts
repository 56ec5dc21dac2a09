import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fault, RequestError } from '../reply/request-error.js';

/**
 * Answers 405 with Allow to a known path with a wrong method; an unknown path stays 404. A path that ends
 * with a slash is unknown unless it is the root, although the router reads an empty parameter in it. The 404 names the path
 * without the slash where that path is known.
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
    const methodsAt = (url: string) =>
      [...methodsOf.values()]
        .filter(({ pattern }) => pattern.test(url))
        .flatMap((known) => [...known.methods]);
    if (path !== '/' && path.endsWith('/')) {
      const without = path.slice(0, -1);
      return done(methodsAt(without).length === 0 ? unknownPath() : pathWithSlash(without));
    }
    if (!request.is404) return done();
    const methods = methodsAt(path);
    done(methods.length === 0 ? unknownPath() : wrongMethod(request, methods));
  });
}

function patternOf(url: string): RegExp {
  const escaped = url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z]+/g, '[^/]+');
  return new RegExp(`^${escaped}$`);
}

const unknownPath = (): RequestError => new RequestError([fault('NOT_FOUND', 'route.unknown')]);

const pathWithSlash = (path: string): RequestError =>
  new RequestError([fault('NOT_FOUND', 'route.slash', '', { path })]);

function wrongMethod(request: FastifyRequest, methods: readonly string[]): RequestError {
  const { method } = request;
  return new RequestError([fault('BAD_REQUEST', 'route.method', '', { method })], {
    status: 405,
    headers: { allow: [...new Set(methods)].sort().join(', ') },
  });
}
