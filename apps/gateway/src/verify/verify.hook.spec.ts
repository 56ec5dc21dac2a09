import { createCertificateCache, createTrustStore } from '@nordgate/signature';
import { fastify } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { defaultLimits } from '../guard/request-limits.hook.js';
import { sandboxService } from '../request/route-requirements.js';
import { aWorld } from '../testing/a-world.js';
import { RequestError } from '../reply/request-error.js';
import { VerificationTurn } from './turn.js';
import { addVerification } from './verify.hook.js';

const certificates = createCertificateCache(createTrustStore({ certificates: [] }));

describe('the verification of requests', () => {
  let edge: FastifyInstance;
  beforeEach(() => {
    edge = fastify();
    addVerification(edge, {
      environment: 'sandbox',
      profile: {},
      trust: { current: () => ({ certificates, register: 'open', stops: new Map() }) },
      turn: new VerificationTurn(),
      now: () => new Date('2030-03-01T10:00:00Z'),
      fixesOn: () => new Set<string>(),
      ids: { current: 'A', keys: {} },
      corporateUsers: { requireAgreement: () => Promise.resolve() },
      worlds: aWorld(0),
      limits: defaultLimits,
    });
    edge.setErrorHandler((error, _request, reply) =>
      reply.code(error instanceof RequestError ? error.status : 500).send({ refused: true }),
    );
  });
  afterEach(() => edge.close());

  it('keeps a gateway from starting with a route that declares no requirements', () => {
    expect(() => edge.get('/forgotten', () => 'open')).toThrow(
      '/forgotten declares no requirements',
    );
  });

  it('lets unsigned routes through without a signature', async () => {
    edge.get('/probe', { config: { requirements: 'unsigned' } }, () => 'up');
    expect((await edge.inject('/probe')).body).toBe('up');
  });

  it('rejects an unsigned request before its handler', async () => {
    let handled = 0;
    edge.post('/signed', { config: { requirements: sandboxService } }, () => {
      handled += 1;
      return 'done';
    });
    const answer = await edge.inject({ method: 'POST', url: '/signed', payload: {} });
    expect([answer.statusCode, handled]).toEqual([400, 0]);
  });

  it('reads no body for an unsigned route', async () => {
    edge.post('/open', { config: { requirements: 'unsigned' } }, ({ body }) => typeof body);
    const answer = await edge.inject({ method: 'POST', url: '/open', payload: { a: 1 } });
    expect(answer.body).toBe('undefined');
  });
});
