import { createPrivateKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { checkAnswer, createAnswerSealer, signingCertificate } from '@nordgate/signature';
import { issueBankSeal, issueSandboxCa } from '@nordgate/signature/issue';
import type { AnswerFault, AnswerSealer } from '@nordgate/signature';
import type { IssuedPem } from '@nordgate/signature/issue';
import { fastify } from 'fastify';
import type { FastifyInstance, FastifyReply, LightMyRequestResponse } from 'fastify';
import { addSeal, replySeal } from './seal.hook.js';

const now = new Date('2030-03-01T10:00:00Z');
const validity = { validFrom: new Date('2030-01-01'), validTo: new Date('2031-01-01') };
/** Stands for the verification: every request of the header is one of a TPP. */
const fromTpp = { 'x-tpp': 'PSDNO-FSA-900000001' };
const verify = (edge: FastifyInstance) =>
  edge.addHook('onRequest', (request, _reply, done) => {
    Object.assign(request, { tppId: request.headers['x-tpp'] });
    done();
  });
const nothing = 'SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';

let seal: IssuedPem;
beforeAll(async () => {
  const ca = await issueSandboxCa({ ...validity, commonName: 'CA', organisation: 'CA' });
  const names = { commonName: 'Bøk', organisation: 'B', organizationIdentifier: 'PSDNO-FSA-1' };
  seal = await issueBankSeal({ ...validity, ...names, ca });
});

function faultOf(answer: LightMyRequestResponse, body?: Buffer): AnswerFault | undefined {
  const rawHeaders = Object.entries(answer.headers).flatMap(([name, value]) => [
    name,
    String(value),
  ]);
  const certificate = signingCertificate(seal.certificate);
  return checkAnswer({ rawHeaders, body, now, certificate });
}

describe('answers', () => {
  let edge: FastifyInstance;
  beforeEach(() => {
    edge = fastify();
    verify(edge);
    addSeal(
      edge,
      replySeal(createAnswerSealer(seal), () => now),
    );
  });
  afterEach(() => edge.close());

  const serve = (handler: (reply: FastifyReply) => unknown) =>
    edge.get('/served', (_request, reply) => handler(reply));
  const get = (method: 'GET' | 'HEAD' = 'GET', headers: object = fromTpp) =>
    edge.inject({ method, url: '/served', headers: { ...headers } });

  it('to a verified TPP are sealed with the Date that is sent', async () => {
    serve((reply) => reply.code(201).header('location', '/v1/x').send({ name: 'Ø' }));
    const answer = await get();
    expect(faultOf(answer, answer.rawPayload)).toBeUndefined();
    expect(answer.headers.date).toBe('Fri, 01 Mar 2030 10:00:00 GMT');
  });

  it('that are bytes are sealed unchanged', async () => {
    serve((reply) => reply.send(Buffer.from([0xff, 0x00, 0xfe])));
    const answer = await get();
    expect(faultOf(answer, answer.rawPayload)).toBeUndefined();
  });

  it('that are errors are sealed', async () => {
    serve(() => {
      throw new Error('broken');
    });
    const broken = await get();
    expect(broken.statusCode).toBe(500);
    expect(faultOf(broken, broken.rawPayload)).toBeUndefined();
  });

  it('with 204 are sealed over an empty body', async () => {
    serve((reply) => reply.code(204).send('ignored'));
    const answer = await get();
    expect(answer.rawPayload).toHaveLength(0);
    expect(answer.headers['digest']).toBe(nothing);
    expect(faultOf(answer, answer.rawPayload)).toBeUndefined();
  });

  it('without a body are sealed over an empty body', async () => {
    serve((reply) => reply.code(202).send());
    expect(faultOf(await get(), Buffer.alloc(0))).toBeUndefined();
  });

  it('to HEAD are sealed over an empty body, so their Digest tells nothing about the resource', async () => {
    serve((reply) => reply.send({ a: 1 }));
    const head = await get('HEAD');
    expect(head.rawPayload).toHaveLength(0);
    expect(head.headers['digest']).toBe(nothing);
    expect(faultOf(head, head.rawPayload)).toBeUndefined();
  });

  it('that earlier hooks encode are sealed over the encoded bytes', async () => {
    const coded = fastify();
    verify(coded);
    coded.addHook('onSend', (_request, _reply, payload, done) =>
      done(null, `coded ${String(payload)}`),
    );
    addSeal(
      coded,
      replySeal(createAnswerSealer(seal), () => now),
    );
    coded.get('/served', () => 'text');
    const answer = await coded.inject({ url: '/served', headers: fromTpp });
    expect(answer.body).toBe('coded text');
    expect(faultOf(answer, answer.rawPayload)).toBeUndefined();
    await coded.close();
  });

  it('to callers that are not verified are not sealed', async () => {
    serve((reply) => reply.send('up'));
    const { headers } = await get('GET', {});
    expect([headers['digest'], headers['signature']]).toEqual([undefined, undefined]);
  });
});

describe('the answers of one event-loop turn', () => {
  const reply = { getHeader: () => undefined, header: () => reply } as unknown as FastifyReply;

  /** Seals an answer with each of these keys at once. Returns the steps in their order. */
  async function stepsWith(keys: Readonly<Record<string, KeyObject>>): Promise<readonly string[]> {
    const steps: string[] = [];
    const sealer: AnswerSealer = ({ body }) => ({
      signingString: Buffer.from(body),
      get key() {
        steps.push(`key ${String(body)}`);
        return keys[String(body)] as KeyObject;
      },
      finish: () => {
        steps.push(`send ${String(body)}`);
        return { date: '', digest: '', signature: '' };
      },
    });
    const sealReply = replySeal(sealer, () => now);
    const sealed = (name: string) =>
      new Promise<void>((resolve) => {
        sealReply(reply, name, (error) => {
          if (error !== undefined) steps.push(`fail ${name}`);
          resolve();
        });
      });
    await Promise.all(Object.keys(keys).map(sealed));
    return steps;
  }

  const key = () => createPrivateKey(seal.key);

  it('are all signed before the first of them is sent', async () => {
    expect(await stepsWith({ a: key(), b: key() })).toEqual([
      // The first use of a key chooses between the event loop and the thread pool.
      ...['key a', 'key b', 'key a', 'key b'],
      ...['send a', 'send b'],
    ]);
  });

  it('are sent, except for one that cannot be signed', async () => {
    const broken = { asymmetricKeyType: 'ec' } as KeyObject;
    const steps = await stepsWith({ a: broken, b: key() });
    expect(steps.slice(-2)).toEqual(['fail a', 'send b']);
  });
});
