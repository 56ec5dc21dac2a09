import { createCertificateCache, createTrustStore } from '@nordgate/signature';
import { fastify } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { sandboxService } from '../access/operation.js';
import { Refused } from '../reply/refused.js';
import { VerificationTurn } from './turn.js';
import { addVerification } from './verify.hook.js';

const certificates = createCertificateCache(createTrustStore({ certificates: [] }));

describe('verification before any handler', () => {
  let edge: FastifyInstance;
  beforeEach(() => {
    edge = fastify();
    addVerification(edge, {
      environment: 'sandbox',
      trust: { current: () => ({ certificates, register: 'open', stops: new Map() }) },
      turn: new VerificationTurn(),
      now: () => new Date('2030-03-01T10:00:00Z'),
      fixesOn: () => new Set<string>(),
    });
    edge.setErrorHandler((error, _request, reply) =>
      reply.code(error instanceof Refused ? error.status : 500).send({ refused: true }),
    );
  });
  afterEach(() => edge.close());

  it('keeps a gateway with a route that demands nothing from starting', () => {
    expect(() => edge.get('/forgotten', () => 'open')).toThrow('/forgotten demands nothing');
  });

  it('lets the bank’s own routes through without a signature', async () => {
    edge.get('/probe', { config: { demand: 'unsigned' } }, () => 'up');
    expect((await edge.inject('/probe')).body).toBe('up');
  });

  it('never reaches the handler of a request that is not signed', async () => {
    let handled = 0;
    edge.post('/signed', { config: { demand: sandboxService } }, () => {
      handled += 1;
      return 'done';
    });
    const answer = await edge.inject({ method: 'POST', url: '/signed', payload: {} });
    expect([answer.statusCode, handled]).toEqual([400, 0]);
  });

  it('hands bodies on as the octets that were sent', async () => {
    edge.post('/octets', { config: { demand: 'unsigned' } }, ({ body }) =>
      Buffer.isBuffer(body) ? body.toString('hex') : 'parsed',
    );
    const headers = { 'content-type': 'application/json' };
    const answer = await edge.inject({
      method: 'POST',
      url: '/octets',
      headers,
      payload: '{ "a":1}',
    });
    expect(answer.body).toBe(Buffer.from('{ "a":1}').toString('hex'));
  });
});
