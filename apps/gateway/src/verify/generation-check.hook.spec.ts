import { createSecretKey } from 'node:crypto';
import { publicIdOf } from '@nordgate/contracts/rules';
import { aDomesticPayment, codesOf, firstThat, jsonWith, singlePath } from '@nordgate/testing';
import { TppClient } from '@nordgate/tpp-client';
import type { TppCall } from '@nordgate/tpp-client';
import { fastify } from 'fastify';
import type { FastifyInstance } from 'fastify';
import type { VerifiedRequest } from '../access/verified-request.decorator.js';
import { sandboxReset, sandboxService } from '../request/route-requirements.js';
import { aWorld } from '../testing/a-world.js';
import type { TestWorld } from '../testing/a-world.js';
import { startStubbedGateway } from '../testing/stubbed-gateway.js';
import type { StubbedGateway } from '../testing/stubbed-gateway.js';
import { addGenerationCheck } from './generation-check.hook.js';

describe('the answer to a request during which the sandbox was reset', () => {
  let world: TestWorld;
  let edge: FastifyInstance;
  beforeEach(() => {
    world = aWorld(4);
    edge = fastify();
    addGenerationCheck(edge, world);
    edge.addHook('preValidation', async (request) => {
      const { requirements } = request.routeOptions.config as { requirements?: unknown };
      if (requirements === 'unsigned') return;
      const { generation } = (await world.worldOf('PSDNO-FSA-1')) ?? {};
      const caller = { tpp: 'PSDNO-FSA-1', generation, language: 'en' };
      (request as VerifiedRequest).caller = caller as VerifiedRequest['caller'];
    });
  });
  afterEach(() => edge.close());
  /** A route whose handler ends in another generation than it began in. */
  const answerOf = (requirements: unknown, after: number | undefined, status = 201) => {
    edge.post('/', { config: { requirements } }, (_request, reply) => {
      world.generation = after;
      void reply.code(status).headers({ location: '/v1/payments/old' });
      return reply.send(status === 204 ? undefined : { paymentId: 'old' });
    });
    return edge.inject({ method: 'POST', url: '/' });
  };

  it.each([
    ['another generation', 5, 201],
    ['another generation, without a body', 5, 204],
    ['another generation, rejected', 5, 404],
    ['an unknown generation', undefined, 201],
  ])('is 503 with Retry-After and names no resource: %s', async (_what, after, status) => {
    const answer = await answerOf(sandboxService, after, status);
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toMatch(/^\d+$/u);
    expect(answer.headers).not.toHaveProperty('location');
    expect(answer.json()).toMatchObject({ tppMessages: [{ code: 'SYSTEM_ERROR' }] });
    expect(answer.body).not.toContain('old');
  });

  it('is that of the handler in the same generation', async () => {
    const answer = await answerOf(sandboxService, 4);
    expect([answer.statusCode, answer.headers.location]).toEqual([201, '/v1/payments/old']);
  });

  it('is that of the handler for the reset itself', async () => {
    expect((await answerOf(sandboxReset, 5)).statusCode).toBe(201);
  });

  it('is that of the handler for routes without a signature', async () => {
    expect((await answerOf('unsigned', 5)).statusCode).toBe(201);
  });
});

describe('a gateway of a sandbox that is reset', () => {
  const world = aWorld(0);
  const ids = { current: 'A', keys: { A: createSecretKey(Buffer.alloc(32, 1)) } };
  let gateway: StubbedGateway;
  let tpp: TppClient;
  beforeAll(async () => {
    gateway = await startStubbedGateway({ ids }, { world });
    const identity = await gateway.newSeal('PSDNO-FSA-1');
    const redirectUri = 'https://tpp.example/back';
    tpp = new TppClient({ baseUrl: gateway.url, identity, redirectUri });
  });
  afterAll(() => gateway.stop());
  /** Repeats a call until the gateway knows the new generation, which takes one question. */
  const until = (call: TppCall, wanted: number) =>
    firstThat(
      `${String(wanted)} for ${call.path}`,
      () => tpp.call(call),
      ({ status }) => status === wanted,
    );
  const payment: TppCall = {
    method: 'POST',
    path: singlePath,
    body: aDomesticPayment(),
    headers: { 'psu-context': 'PRIVATE', 'x-request-id': 'the same' },
  };
  interface Made {
    readonly paymentId: string;
    readonly _links: { readonly scaRedirect: { readonly href: string } };
  }
  const pay = async () => jsonWith<Made>(await tpp.call(payment), 201);
  const customers: TppCall = { method: 'GET', path: '/v1/sandbox/customers' };

  it('makes a new payment of a repeated request, and does not know ids from before the reset', async () => {
    const old = await pay();
    expect((await pay()).paymentId).toBe(old.paymentId);
    world.generation = 1;
    const gone = await until({ method: 'GET', path: `${singlePath}/${old.paymentId}/status` }, 404);
    expect(codesOf(gone)).toEqual(['RESOURCE_UNKNOWN']);
    const made = await pay();
    expect(made.paymentId).not.toBe(old.paymentId);
    expect(made._links.scaRedirect.href).toMatch(/\/sign\/[0-9a-f]{32}\.1\//u);
    const streams = gateway.bus.sent.map(({ key }) => key);
    expect(streams.filter((stream) => stream.endsWith('.1'))).toHaveLength(1);
    const basket = await tpp.call({
      method: 'POST',
      path: '/v1/signing-baskets',
      body: { paymentIds: [old.paymentId] },
      headers: { 'psu-id': '1f4b0d52-6b2b-4a58-9d2b-5c3f2f1f9a10', 'tpp-session-id': 's-1' },
    });
    expect([basket.status, codesOf(basket)]).toEqual([400, ['RESOURCE_UNKNOWN']]);
  });

  it('answers 503 for an id that a gateway has made which knows of a reset first', async () => {
    const newer = publicIdOf(
      { kind: 'payment', streamId: `${'a'.repeat(32)}.9` },
      'PSDNO-FSA-1',
      ids,
    );
    const path = `${singlePath}/${newer}/status`;
    const answer = await tpp.call({ method: 'GET', path });
    expect([answer.status, codesOf(answer)]).toEqual([503, ['SYSTEM_ERROR']]);
  });

  it('answers 503 with Retry-After and sends no command while accounts does not tell the generation', async () => {
    world.generation = undefined;
    const refused = await until(customers, 503);
    expect(refused.headers['retry-after']).toMatch(/^\d+$/u);
    const before = gateway.bus.count;
    const answer = await tpp.call(payment);
    expect([answer.status, codesOf(answer)]).toEqual([503, ['SYSTEM_ERROR']]);
    expect(gateway.bus.count).toBe(before);
    world.generation = 2;
    await until(payment, 201);
  });
});
