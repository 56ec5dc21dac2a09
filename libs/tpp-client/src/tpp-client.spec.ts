import {
  createCertificateCache,
  createTrustStore,
  isRefusal,
  verifyRequest,
} from '@nordgate/signature';
import fc from 'fast-check';
import { BankApi, BankError } from './api/bank-api.js';
import { AnswerNotTrustedError } from './seal/seal-check.js';
import type { SealTrust } from './seal/seal-check.js';
import { startSealingBank } from './testing/sealing-bank.js';
import type { SealingBank, SentAnswer } from './testing/sealing-bank.js';
import { bankSealUnder, testSeals } from './testing/test-seals.js';
import type { TestSeals } from './testing/test-seals.js';
import { TppClient } from './tpp-client.js';

const redirectUri = 'https://tpp.example/back';
let seals: TestSeals;
let bank: SealingBank;
beforeAll(async () => {
  seals = await testSeals();
});
beforeEach(async () => {
  bank = await startSealingBank(seals.bank);
});
afterEach(() => bank.stop());

const clientWith = (seal?: SealTrust) =>
  new TppClient({ baseUrl: bank.url, identity: seals.tpp, redirectUri, ...(seal ? { seal } : {}) });
const pinned = () => clientWith({ certificate: seals.bank.certificate });
const fetching = (organizationIdentifier = seals.bankId) =>
  clientWith({ authorities: [seals.ca.certificate], organizationIdentifier });
const get = (tpp: TppClient) => tpp.call({ method: 'GET', path: '/v1/user' });
const faultOf = async (call: Promise<unknown>) => {
  const error: unknown = await call.catch((one: unknown) => one);
  expect(error).toBeInstanceOf(AnswerNotTrustedError);
  return (error as AnswerNotTrustedError).reason;
};

describe('a call', () => {
  it('has a signature over the sent bytes that the bank accepts', async () => {
    const tpp = clientWith();
    const psuId = '1f4b0d52-6b2b-4a58-9d2b-5c3f2f1f9a10';
    tpp.actFor({ psuId, tppSessionId: 's-1' });
    await tpp.call({ method: 'POST', path: '/v1/payments/x?a=%C3%B8', body: { name: 'Ø' } });
    const [seen] = bank.seen;
    const store = createTrustStore({ anchors: [seals.ca.certificate] });
    const verified = verifyRequest({
      method: seen!.method,
      target: seen!.target,
      rawHeaders: Object.entries(seen!.headers).flatMap(([name, value]) => [name, String(value)]),
      body: Buffer.from(seen!.body),
      now: new Date(),
      trust: createCertificateCache(store),
      digestRequired: true,
    });
    expect(isRefusal(verified) ? verified : verified.signedHeaders).toEqual([
      'date',
      'digest',
      'x-request-id',
      'psu-id',
      'tpp-redirect-uri',
    ]);
    expect(seen).toMatchObject({
      target: '/v1/payments/x?a=%C3%B8',
      headers: { 'psu-id': psuId, 'tpp-session-id': 's-1' },
    });
  });

  it('leaves out removed headers, and the PSU after actFor(undefined)', async () => {
    const tpp = clientWith();
    tpp.actFor({ psuId: 'p', tppSessionId: 's', corporateId: 'c' });
    await tpp.call({ method: 'GET', path: '/v1/user', headers: { 'psu-ip-address': undefined } });
    tpp.actFor(undefined);
    await get(tpp);
    expect(bank.seen[0]?.headers).toMatchObject({ 'psu-corporate-id': 'c' });
    expect(bank.seen[0]?.headers).not.toHaveProperty('psu-ip-address');
    expect(bank.seen[1]?.headers).not.toHaveProperty('psu-id');
  });
});

describe('an answer', () => {
  it('is accepted with the given certificate, without fetching one', async () => {
    expect((await get(pinned())).status).toBe(200);
    expect(bank.fetched).toBe(0);
  });

  it('is accepted with the published certificate, which is fetched once', async () => {
    const tpp = fetching();
    await get(tpp);
    await get(tpp);
    expect(bank.fetched).toBe(1);
  });

  it('is accepted after the bank has changed its certificate', async () => {
    const tpp = fetching();
    await get(tpp);
    bank.seal = await bankSealUnder(seals.ca);
    bank.published = bank.seal.certificate;
    expect((await get(tpp)).status).toBe(200);
    expect(bank.fetched).toBe(2);
  });

  it('is accepted with either certificate while the bank changes its own, without fetching again', async () => {
    const [before, after] = [bank.seal, await bankSealUnder(seals.ca)];
    bank.published = before.certificate + after.certificate;
    const tpp = fetching();
    await get(tpp);
    for (const seal of [after, before, after]) {
      bank.seal = seal;
      expect((await get(tpp)).status).toBe(200);
    }
    expect(bank.fetched).toBe(1);
  });

  it('is accepted with any of the given certificates', async () => {
    const after = await bankSealUnder(seals.ca);
    const tpp = clientWith({ certificate: bank.seal.certificate + after.certificate });
    expect((await get(tpp)).status).toBe(200);
    bank.seal = after;
    expect((await get(tpp)).status).toBe(200);
  });

  it('is accepted with a seal of either algorithm', async () => {
    for (const algorithm of ['ecdsa-sha256', 'rsa-sha256'] as const) {
      bank.seal = await bankSealUnder(seals.ca, seals.bankId, algorithm);
      bank.published = bank.seal.certificate;
      expect((await get(fetching())).status).toBe(200);
    }
  });

  it('is rejected when its seal was withdrawn, or another owner’s stands beside the bank’s', async () => {
    const [old, present] = [bank.seal, await bankSealUnder(seals.ca)];
    const other = await bankSealUnder(seals.ca, 'PSDNO-FSA-666666666');
    bank.published = present.certificate + other.certificate;
    for (const seal of [old, other]) {
      bank.seal = seal;
      expect(await faultOf(get(fetching()))).toBe('key-id-serial-mismatch');
    }
  });

  it('to HEAD and without a body is accepted', async () => {
    const tpp = pinned();
    bank.answer = { body: '{"a":1}' };
    expect((await tpp.call({ method: 'HEAD', path: '/v1/user' })).text).toBe('');
    bank.answer = { status: 204, body: '' };
    expect((await get(tpp)).status).toBe(204);
  });

  it.each<[string, (sent: SentAnswer) => SentAnswer, string]>([
    ['has no seal', ({ body }) => ({ body, headers: {} }), 'header-missing'],
    ['has another body', (sent) => ({ ...sent, body: '{"a":2}' }), 'digest-mismatch'],
    [
      'is to another request',
      ({ body, headers }) => ({ body, headers: { ...headers, 'x-request-id': 'another' } }),
      'signature-invalid',
    ],
  ])('is rejected when it %s', async (_what, tamper, reason) => {
    bank.answer = { body: '{"a":1}', tamper };
    expect(await faultOf(get(pinned()))).toBe(reason);
    expect((await get(clientWith())).status).toBe(200);
  });

  it('of another request is rejected although its seal holds', async () => {
    bank.answer = { headers: { 'x-request-id': 'of-another-call' } };
    expect(await faultOf(get(pinned()))).toBe('other-request');
  });

  it('is rejected with any changed byte of its body', async () => {
    const body = '{"transactionStatus":"RCVD"}';
    const place = fc.record({ at: fc.nat(body.length - 1), by: fc.integer({ min: 1, max: 127 }) });
    await fc.assert(
      fc.asyncProperty(place, async ({ at, by }) => {
        const bytes = Buffer.from(body);
        bytes[at] = bytes[at]! ^ by;
        bank.answer = { body, tamper: (sent) => ({ ...sent, body: bytes.toString('latin1') }) };
        expect(await faultOf(get(pinned()))).toBe('digest-mismatch');
      }),
      { numRuns: 30 },
    );
  });

  it('is rejected when the certificate is another owner’s under the same CA', async () => {
    bank.seal = await bankSealUnder(seals.ca, 'PSDNO-FSA-666666666');
    bank.published = bank.seal.certificate;
    expect(await faultOf(get(fetching()))).toBe('seal-of-another');
  });

  it('is rejected when an untrusted CA has issued the certificate, even with its root in the chain', async () => {
    const stranger = await testSeals();
    bank.seal = stranger.bank;
    bank.published = stranger.bank.certificate + stranger.ca.certificate;
    expect(await faultOf(get(fetching()))).toBe('certificate-untrusted');
  });

  it.each([undefined, '', 'no PEM'])('is rejected when %p is published', async (published) => {
    bank.published = published;
    expect(await faultOf(get(fetching()))).toBe('seal-not-published');
  });
});

describe('the operations', () => {
  const api = () => new BankApi(clientWith());

  it('call their paths', async () => {
    const all = api();
    const product = 'payments/norwegian-domestic-credit-transfers';
    await all.createPayment(product, { a: 1 });
    await all.payment(product, 'p/1');
    await all.paymentStatus(product, 'p1');
    await all.createBasket(['p1']);
    await all.basket('b1');
    await all.basketStatus('b1');
    await all.user();
    await all.initialiseSandbox();
    await all.sandboxCustomers();
    expect(bank.seen.map(({ method, target }) => `${method} ${target}`)).toEqual([
      `POST /v1/${product}`,
      `GET /v1/${product}/p%2F1`,
      `GET /v1/${product}/p1/status`,
      'POST /v1/signing-baskets',
      'GET /v1/signing-baskets/b1',
      'GET /v1/signing-baskets/b1/status',
      'GET /v1/user',
      'POST /v1/sandbox/initialize',
      'GET /v1/sandbox/customers',
    ]);
    expect(bank.seen[3]?.body).toBe('{"paymentIds":["p1"]}');
  });

  it('resolve with the body and the scaRedirect', async () => {
    const href = 'https://sca.example/sign/1';
    const body = { paymentId: 'p1', _links: { scaRedirect: { href, verbs: ['GET'] } } };
    bank.answer = { status: 201, body: JSON.stringify(body) };
    const made = await api().createPayment('payments/x', {});
    expect([made.paymentId, made.scaRedirect, made.answer.status]).toEqual(['p1', href, 201]);
  });

  it('throw the messages of the bank', async () => {
    const href = 'https://sca.example/access/1';
    const tppMessages = [{ category: 'ERROR', code: 'SCA_NOT_FOUND', text: 'SCA is needed.' }];
    const body = { tppMessages, _links: { scaRedirect: { href, verbs: ['GET'] } } };
    bank.answer = { status: 401, body: JSON.stringify(body), headers: { 'retry-after': '2' } };
    const refusal: unknown = await api()
      .user()
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(BankError);
    expect(refusal).toMatchObject({
      message: '401 SCA_NOT_FOUND: SCA is needed.',
      status: 401,
      tppMessages,
      scaRedirect: href,
      retryAfterSeconds: 2,
    });
  });

  it('throw the status alone when the answer is not the bank’s own', async () => {
    bank.answer = { status: 502, body: '<html>' };
    await expect(api().user()).rejects.toMatchObject({ message: '502', tppMessages: [] });
  });
});
