import { fastify } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { RequestError } from '../reply/request-error.js';
import { addKnownPaths } from './known-paths.js';

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
      return reply.code(error.status).headers(error.headers).send();
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

  it('without that slash is served, and has 405 with Allow for another method', async () => {
    expect(await statusOf('GET', '/v1/user')).toBe(200);
    expect(await statusOf('GET', '/v1/payments/p/1?next=/')).toBe(200);
    const { statusCode, headers } = await edge.inject({ method: 'PUT', url: '/v1/user' });
    expect([statusCode, headers['allow']]).toEqual([405, 'GET, HEAD']);
  });
});
