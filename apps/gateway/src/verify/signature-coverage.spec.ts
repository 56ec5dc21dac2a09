import { createHash } from 'node:crypto';
import { defaultProfile } from '@nordgate/contracts/profile';
import { aDomesticPayment, singlePath, errorsOf } from '@nordgate/testing';
import { TppClient } from '@nordgate/tpp-client';
import type { TppCall } from '@nordgate/tpp-client';
import { startStubbedGateway } from '../testing/stubbed-gateway.js';
import type { StubbedGateway } from '../testing/stubbed-gateway.js';

const payment: TppCall = {
  method: 'POST',
  path: singlePath,
  body: aDomesticPayment(),
  headers: { 'psu-context': 'PRIVATE' },
};
const customers: TppCall = { method: 'GET', path: '/v1/sandbox/customers' };
const emptyDigest = `SHA-256=${createHash('sha256').digest('base64')}`;
const covering = {
  signedHeaders: ['(request-target)', 'date', 'x-request-id', 'tpp-redirect-uri'],
};
const withDigest = { signedHeaders: [...covering.signedHeaders, 'digest'] };

const wholeRequest = { signatureCoverage: 'whole-request' } as const;

describe.each([
  ['as specified', {}],
  ['of the whole request', wholeRequest],
])('a bank that demands signatures %s', (_demand, profile) => {
  let gateway: StubbedGateway;
  let tpp: TppClient;
  beforeAll(async () => {
    gateway = await startStubbedGateway({ profile: { ...defaultProfile('sandbox'), ...profile } });
    const identity = await gateway.newSeal('PSDNO-FSA-900000001');
    const redirectUri = 'https://tpp.example/back';
    tpp = new TppClient({ baseUrl: gateway.url, identity, redirectUri });
  });
  afterAll(() => gateway.stop());

  const refusalOf = async (call: TppCall) => {
    const answer = await tpp.call(call);
    const [error] = errorsOf(answer);
    if (error === undefined) return answer.status;
    return `${String(answer.status)} ${error.code} ${error.path ?? ''}`;
  };
  const demands = profile === wholeRequest;

  it.each<[string, TppCall, string | undefined]>([
    ['a payment without (request-target)', payment, '400 BAD_REQUEST Signature'],
    ['a payment with both', { ...payment, sign: withDigest }, undefined],
    ['a read without Digest', { ...customers, sign: covering }, '400 HTTP_HEADER_REQUIRED Digest'],
    [
      'a read without (request-target)',
      { ...customers, headers: { digest: emptyDigest } },
      '400 BAD_REQUEST Signature',
    ],
    [
      'a read with both',
      { ...customers, headers: { digest: emptyDigest }, sign: withDigest },
      undefined,
    ],
  ])('judges %s so', async (_what, call, refusal) => {
    const accepted = call.method === 'POST' ? 201 : 200;
    expect(await refusalOf(call)).toBe(demands && refusal !== undefined ? refusal : accepted);
  });

  it('describes Digest on a read', async () => {
    const answer = await fetch(`${gateway.url}/v1/openapi.json`);
    const { paths } = (await answer.json()) as {
      paths: Record<string, Record<string, { 'x-signer-fills': readonly string[] }>>;
    };
    const filled = paths['/v1/sandbox/agreements']?.['get']?.['x-signer-fills'] ?? [];
    expect([filled.includes('Signature'), filled.includes('Digest')]).toEqual([true, demands]);
  });
});
