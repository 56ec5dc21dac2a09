import { fastify } from 'fastify';
import {
  basketCreation,
  consentCreation,
  paymentInitiation,
  sandboxService,
} from './route-requirements.js';
import { startStubbedGateway } from '../testing/stubbed-gateway.js';
import { addNotOffered, createdHeaders } from './not-offered.hook.js';

const declined = ['aspsp-notification-support', 'aspsp-vop-supported'];
const asking = {
  'tpp-notification-uri': 'https://tpp.example/notify',
  'tpp-notification-content-preferred': 'status=LAST',
  'client-vop-requested': 'true',
  'client-vop-request-id': '1f4b0d52-6b2b-4a58-9d2b-5c3f2f1f9a10',
};

describe('the answer to a TPP that asks for a service which the bank does not offer', () => {
  /** The headers of the answer that decline a service, with their values. */
  async function declinedBy(
    requirements: unknown,
    headers: Readonly<Record<string, string>>,
    status = 201,
  ): Promise<Record<string, unknown>> {
    const edge = fastify();
    addNotOffered(edge);
    edge.post('/', { config: { requirements } }, (_request, reply) => reply.code(status).send({}));
    const answer = await edge.inject({ method: 'POST', url: '/', headers });
    await edge.close();
    return Object.fromEntries(
      Object.entries(answer.headers).filter(([name]) => declined.includes(name)),
    );
  }

  it.each([
    ['a payment', paymentInitiation],
    ['a basket', basketCreation],
    ['a consent', consentCreation],
  ])(
    'declines notifications and the verification of the payee: %s',
    async (_what, requirements) => {
      expect(await declinedBy(requirements, asking)).toEqual({
        'aspsp-notification-support': 'false',
        'aspsp-vop-supported': 'false',
      });
    },
  );

  it('declines only what the request asks for', async () => {
    const { 'tpp-notification-uri': uri, ...others } = asking;
    expect(await declinedBy(paymentInitiation, { 'tpp-notification-uri': uri })).toEqual({
      'aspsp-notification-support': 'false',
    });
    expect(await declinedBy(paymentInitiation, others)).toEqual({ 'aspsp-vop-supported': 'false' });
    expect(await declinedBy(paymentInitiation, {})).toEqual({});
  });

  it('declines nothing in a refusal, and nothing where no PSU is concerned', async () => {
    expect(await declinedBy(paymentInitiation, asking, 400)).toEqual({});
    expect(await declinedBy(sandboxService, asking)).toEqual({});
    expect(await declinedBy('unsigned', asking)).toEqual({});
  });

  it('is described with these headers on every route that creates something for a PSU', async () => {
    const gateway = await startStubbedGateway();
    await gateway.stop();
    const creating = gateway.routes.filter(
      ({ requirements, description }) =>
        requirements !== 'unsigned' &&
        ['initiation', 'accountAccess'].includes(requirements.kind) &&
        description?.answers[201] !== undefined,
    );
    expect(creating.length).toBeGreaterThan(10);
    const silent = creating.filter(({ description }) => {
      const { headers = [] } = description?.answers[201] ?? {};
      return createdHeaders.some((name) => !headers.includes(name));
    });
    expect(silent.map(({ method, url }) => `${method} ${url}`)).toEqual([]);
  });
});
