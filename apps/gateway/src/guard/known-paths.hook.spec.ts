import { fastify } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { RequestError } from '../reply/request-error.js';
import { errorBodyOf } from '../reply/tpp-messages.js';
import { addKnownPaths } from './known-paths.hook.js';

describe('a path', () => {
  let edge: FastifyInstance;
  beforeEach(() => {
    edge = fastify();
    addKnownPaths(edge);
    edge.get('/v1/user', () => 'user');
    edge.post('/v1/payments/:product', () => 'made');
    edge.get('/v1/payments/:product/:id', () => 'payment');
    edge.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof RequestError)) throw error;
      return reply.code(error.status).headers(error.headers).send(errorBodyOf(error.faults, 'en'));
    });
  });
  afterEach(() => edge.close());

  const statusOf = async (method: 'GET' | 'POST' | 'PUT', url: string) =>
    (await edge.inject({ method, url })).statusCode;

  it.each([
    ['GET', '/v1/user/'],
    ['GET', '/v1/user/?a=b'],
    ['PUT', '/v1/user/'],
    ['POST', '/v1/payments/'],
    ['POST', '/v1/payments/p/'],
    ['GET', '/v1/payments/p/'],
    ['GET', '/v1/payments/p/1/'],
  ] as const)('that ends with a slash is unknown: %s %s is 404', async (method, url) => {
    expect(await statusOf(method, url)).toBe(404);
  });

  it.each([
    ['GET', '/v1/user/', '/v1/user'],
    ['GET', '/v1/user/?a=b', '/v1/user'],
    ['PUT', '/v1/user/', '/v1/user'],
    ['POST', '/v1/payments/p/', '/v1/payments/p'],
    ['GET', '/v1/payments/p/1/', '/v1/payments/p/1'],
    ['GET', '/v1/payments/', undefined],
    ['GET', '/v1/user//', undefined],
    ['GET', '/', undefined],
  ] as const)(
    'that ends with a slash is answered with the known path without it: %s %s',
    async (method, url, known) => {
      const nothing = 'There is nothing at this path.';
      const text =
        known === undefined ? nothing : `${nothing} Leave out the slash at its end: ${known}`;
      expect((await edge.inject({ method, url })).json()).toEqual({
        tppMessages: [{ category: 'ERROR', code: 'NOT_FOUND', text }],
      });
    },
  );

  it('without that slash is served, and has 405 with Allow for another method', async () => {
    expect(await statusOf('GET', '/v1/user')).toBe(200);
    expect(await statusOf('GET', '/v1/payments/p/1?next=/')).toBe(200);
    const { statusCode, headers } = await edge.inject({ method: 'PUT', url: '/v1/user' });
    expect([statusCode, headers['allow']]).toEqual([405, 'GET, HEAD']);
  });
});
