import { createPrivateKey, sign } from 'node:crypto';
import { createCertificateCache, type CertificateCache } from '../trust/certificate-cache.js';
import { decodePemBundle } from '../certificate/pem.js';
import { digestOf } from './digest.js';
import { issueSandboxCa, issueTppSeal, type IssuedPem } from '../issue/issue.js';
import { isRefusal } from '../base/refusal.js';
import { createSigner, type RequestToSign } from './sign.js';
import { createTrustStore } from '../trust/trust-store.js';
import {
  prepareVerification,
  signatureHolds,
  verifyRequest,
  type RequestToVerify,
} from './verify.js';

const now = new Date('2026-11-20T10:15:30.500Z');
const validity = { validFrom: new Date('2026-01-01'), validTo: new Date('2027-01-01') };
const body = Buffer.from('{"amount":"10.00"}');

const sent = {
  'X-Request-ID': '99391c7e-ad88-49ec-a2ad-99ddcb1f7721',
  'PSU-ID': '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  'PSU-Corporate-ID': '5a1d6f0e-4f89-41d3-9a0c-0305e82c3301',
  'TPP-Redirect-URI': 'https://tpp.example/callback?state=a%20b',
  Accept: 'application/json',
};

const request: RequestToSign = { method: 'POST', target: '/v1/payments', headers: sent, body, now };

let ca: IssuedPem;
let seal: IssuedPem;
let trust: CertificateCache;
let signAsTpp: ReturnType<typeof createSigner>;

const sealOf = (changes: { organizationIdentifier?: string; validTo?: Date } = {}) =>
  issueTppSeal({
    ca,
    commonName: 'Fintech seal',
    organisation: 'Fintech AS',
    organizationIdentifier: 'PSDNO-FSA-123456789',
    roles: ['PSP_PI', 'PSP_AI'],
    ...validity,
    ...changes,
  });

beforeAll(async () => {
  ca = await issueSandboxCa({ commonName: 'Bøk "CA", 1', organisation: 'Sandbox', ...validity });
  seal = await sealOf();
  signAsTpp = createSigner(seal);
  trust = createCertificateCache(createTrustStore({ certificates: [ca.certificate] }));
});

/** Verifies what was signed, after a change on the way. */
const verifyAfter = (
  headers: Record<string, string>,
  changes: Partial<RequestToVerify> = {},
): ReturnType<typeof verifyRequest> =>
  verifyRequest({
    method: 'POST',
    target: '/v1/payments',
    rawHeaders: Object.entries(headers).flat(),
    body,
    now,
    trust,
    digestRequired: true,
    ...changes,
  });

const without = (headers: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));

describe('a signed request', () => {
  it('gives the TPP, its roles and the signed headers', () => {
    expect(verifyAfter(signAsTpp(request))).toMatchObject({
      tppId: 'PSDNO-FSA-123456789',
      roles: ['PSP_PI', 'PSP_AI'],
      certificate: { organisation: 'Fintech AS' },
      signedHeaders: [
        'date',
        'digest',
        'x-request-id',
        'psu-id',
        'psu-corporate-id',
        'tpp-redirect-uri',
      ],
    });
  });

  it.each(['plain', 'utf-8-B', 'utf-8-Q', 'iso-8859-1-B', 'iso-8859-1-Q'] as const)(
    'is accepted with the Signature written as %s',
    (wrap) => {
      expect(isRefusal(verifyAfter(signAsTpp({ ...request, wrap })))).toBe(false);
    },
  );

  it.each<[string, Partial<RequestToSign>]>([
    ['a SHA-512 digest', { digest: 'SHA-512' }],
    ['the Java name of the algorithm', { algorithm: 'SHA256withRSA' }],
    ['a value with UTF-8', { headers: { ...sent, 'PSU-ID': 'Ł' } }],
    ['an empty value', { headers: { ...sent, 'PSU-Corporate-ID': '' } }],
    ['names sent in lower case', { headers: { 'x-request-id': '1', 'psu-id': '2' } }],
    [
      'another order and further names',
      {
        signedHeaders: [
          'accept',
          'tpp-redirect-uri',
          'psu-corporate-id',
          'psu-id',
          'x-request-id',
          'digest',
          '(request-target)',
          'date',
        ],
      },
    ],
  ])('is accepted with %s', (_, changes) => {
    expect(isRefusal(verifyAfter(signAsTpp({ ...request, ...changes })))).toBe(false);
  });

  it('is accepted without Digest where it is not required', () => {
    const headers = signAsTpp({ method: 'GET', target: '/v1/user', headers: sent, now });
    const get = { method: 'GET', target: '/v1/user', body: Buffer.alloc(0), digestRequired: false };
    expect(verifyAfter(headers, get)).toMatchObject({ tppId: 'PSDNO-FSA-123456789' });
    expect(verifyAfter(headers)).toMatchObject({ reason: 'header-missing', path: 'Digest' });
  });

  it('has to cover (request-target) only where the bank demands it', () => {
    const bare = signAsTpp(request);
    const covering = signAsTpp({
      ...request,
      signedHeaders: [
        '(request-target)',
        'date',
        'digest',
        ...Object.keys(sent).map((name) => name.toLowerCase()),
      ],
    });
    expect(isRefusal(verifyAfter(bare))).toBe(false);
    expect(isRefusal(verifyAfter(covering, { targetRequired: true }))).toBe(false);
    expect(verifyAfter(bare, { targetRequired: true })).toMatchObject({
      refused: 'BAD_REQUEST',
      reason: 'target-not-covered',
      path: 'Signature',
    });
  });

  it.each([59, 60, -60])('is accepted %d seconds after its Date', (seconds) => {
    const later = new Date(now.getTime() + seconds * 1000);
    expect(isRefusal(verifyAfter(signAsTpp(request), { now: later }))).toBe(false);
  });
});

describe('verifyRequest refuses a request', () => {
  it.each([
    ['Signature', 'HTTP_HEADER_REQUIRED'],
    ['TPP-Signature-Certificate', 'HTTP_HEADER_REQUIRED'],
    ['Date', 'HTTP_HEADER_REQUIRED'],
    ['Digest', 'HTTP_HEADER_REQUIRED'],
  ])('without %s, and with an empty one', (name, refused) => {
    const headers = signAsTpp(request);
    expect(verifyAfter(without(headers, name))).toMatchObject({ refused, path: name });
    expect(verifyAfter({ ...headers, [name]: '' })).toMatchObject({ refused, path: name });
  });

  it('without a header that the caller requires', () => {
    const requiredHeaders = ['tpp-redirect-uri'];
    const headers = signAsTpp({ ...request, headers: { 'X-Request-ID': '1' } });
    expect(verifyAfter(headers, { requiredHeaders })).toMatchObject({
      refused: 'HTTP_HEADER_REQUIRED',
      path: 'TPP-Redirect-URI',
    });
    expect(isRefusal(verifyAfter(signAsTpp(request), { requiredHeaders }))).toBe(false);
  });

  it.each([
    'date',
    'DIGEST',
    'X-Request-ID',
    'Psu-Id',
    'psu-corporate-id',
    'tpp-redirect-uri',
    'signature',
    'tpp-signature-certificate',
  ])('when %s is repeated, even with the same value', (name) => {
    const rawHeaders = Object.entries(signAsTpp(request)).flat();
    const at = rawHeaders.findIndex((one) => one.toLowerCase() === name.toLowerCase());
    const twice = [...rawHeaders, name, rawHeaders[at + 1]!];
    expect(verifyAfter({}, { rawHeaders: twice })).toMatchObject({
      refused: 'FORMAT_ERROR',
      reason: 'header-duplicated',
    });
  });

  it('when another listed header is repeated, but not when an unlisted header is repeated', () => {
    const names = ['date', 'digest', 'x-request-id', 'psu-id', 'psu-corporate-id', 'accept'];
    const signedHeaders = [...names, 'tpp-redirect-uri'];
    const twice = (headers: Record<string, string>) => ({
      rawHeaders: [...Object.entries(headers).flat(), 'accept', 'text/html'],
    });
    const listed = signAsTpp({ ...request, signedHeaders });
    expect(verifyAfter({}, twice(listed))).toMatchObject({ path: 'accept' });
    expect(isRefusal(verifyAfter({}, twice(signAsTpp(request))))).toBe(false);
  });

  it.each(['date', 'digest', 'x-request-id', 'psu-id', 'psu-corporate-id', 'tpp-redirect-uri'])(
    'when %s is sent and not covered',
    (name) => {
      const all = ['date', 'digest', 'x-request-id', 'psu-id', 'psu-corporate-id'];
      const signedHeaders = [...all, 'tpp-redirect-uri'].filter((one) => one !== name);
      expect(verifyAfter(signAsTpp({ ...request, signedHeaders }))).toMatchObject({
        refused: 'BAD_REQUEST',
        reason: 'header-not-covered',
      });
    },
  );

  it('when an uncovered header is sent with an empty value', () => {
    const headers = signAsTpp({ ...request, headers: { 'X-Request-ID': '1' } });
    expect(verifyAfter({ ...headers, 'PSU-Corporate-ID': '' })).toMatchObject({
      reason: 'header-not-covered',
      path: 'PSU-Corporate-ID',
    });
  });

  it('when its keyId does not match, however often it is sent', () => {
    const headers = signAsTpp({ ...request, keyId: 'SN=1,CA=CN=Someone' });
    verifyAfter(headers);
    expect(verifyAfter(headers)).toMatchObject({ refused: 'BAD_REQUEST', path: 'Signature' });
  });

  it('when a header is added or removed after signing', () => {
    const headers = signAsTpp({ ...request, headers: { 'X-Request-ID': '1' } });
    expect(verifyAfter({ ...headers, 'PSU-ID': '2' })).toMatchObject({ path: 'PSU-ID' });
    expect(verifyAfter(without(headers, 'X-Request-ID'))).toMatchObject({
      reason: 'listed-header-absent',
      path: 'X-Request-ID',
    });
  });

  it('when the Date is too far from the clock or is not a date', () => {
    const headers = signAsTpp(request);
    const later = new Date(now.getTime() + 61_000);
    expect(verifyAfter(headers, { now: later })).toMatchObject({ reason: 'date-off' });
    expect(verifyAfter({ ...headers, Date: 'today' })).toMatchObject({ reason: 'date-malformed' });
  });

  it('when the body or the Digest is changed after signing', () => {
    const other = Buffer.from('{"amount":"99.00"}');
    const headers = signAsTpp(request);
    expect(verifyAfter(headers, { body: other })).toMatchObject({
      reason: 'digest-mismatch',
      path: 'Digest',
    });
    expect(verifyAfter({ ...headers, Digest: digestOf(other) }, { body: other })).toMatchObject({
      reason: 'signature-invalid',
    });
    expect(verifyAfter({ ...headers, Digest: 'MD5=abc' })).toMatchObject({ reason: 'digest-weak' });
  });

  it('when the signed target is changed', () => {
    const names = ['(request-target)', 'date', 'digest', 'x-request-id', 'psu-id'];
    const signedHeaders = [...names, 'psu-corporate-id', 'tpp-redirect-uri'];
    const headers = signAsTpp({ ...request, target: '/v1/payments?a=1', signedHeaders });
    expect(isRefusal(verifyAfter(headers, { target: '/v1/payments?a=1' }))).toBe(false);
    expect(verifyAfter(headers)).toMatchObject({ reason: 'signature-invalid' });
    expect(verifyAfter(headers, { target: '/v1/payments?a=1', method: 'PUT' })).toMatchObject({
      reason: 'signature-invalid',
    });
  });

  it.each([
    ['', 'FORMAT_ERROR'],
    ['key-1', 'FORMAT_ERROR'],
    ['SN=1,CA=CN=Someone', 'BAD_REQUEST'],
    ['SN=zz,CA=CN=Someone', 'FORMAT_ERROR'],
    ['SN=1,CA=Someone', 'FORMAT_ERROR'],
  ])('when keyId is "%s": %s', (keyId, refused) => {
    const refusal = verifyAfter(signAsTpp({ ...request, keyId }));
    expect(refusal).toMatchObject({ refused, path: 'Signature' });
  });

  it('when the keyId belongs to another certificate of the same TPP', async () => {
    const keyId = /keyId="(.*?[^\\])",algorithm/.exec(
      Buffer.from(signAsTpp({ ...request, wrap: 'plain' })['Signature']!, 'latin1').toString(),
    )![1]!;
    expect(isRefusal(verifyAfter(signAsTpp({ ...request, keyId })))).toBe(false);
    const renewed = createSigner(await sealOf());
    expect(verifyAfter(renewed({ ...request, keyId }))).toMatchObject({
      reason: 'key-id-serial-mismatch',
    });
  });

  it('when another key signed it', async () => {
    const other = createSigner({ key: (await sealOf()).key, certificate: seal.certificate });
    expect(verifyAfter(other(request))).toMatchObject({
      refused: 'BAD_REQUEST',
      reason: 'signature-invalid',
    });
  });

  it('when the certificate is replaced by another trusted one', async () => {
    const other = decodePemBundle(
      (await sealOf({ organizationIdentifier: 'PSDNO-FSA-000000001' })).certificate,
    )![0]!;
    const headers = signAsTpp(request);
    const swapped = { ...headers, 'TPP-Signature-Certificate': other.toString('base64') };
    expect(verifyAfter(swapped)).toMatchObject({ refused: 'BAD_REQUEST', path: 'Signature' });
  });

  it('when the certificate has expired or its issuer is not trusted', async () => {
    const expired = createSigner(await sealOf({ validTo: new Date('2026-11-01') }));
    expect(verifyAfter(expired(request))).toMatchObject({ reason: 'certificate-expired' });
    const nobody = createCertificateCache(createTrustStore({}));
    expect(verifyAfter(signAsTpp(request), { trust: nobody })).toMatchObject({
      refused: 'BAD_REQUEST',
      reason: 'certificate-untrusted',
      path: 'TPP-Signature-Certificate',
    });
  });

  it('when the signature uses PSS padding or SHA-512 with the right key', () => {
    const prepared = prepareVerification({
      method: 'POST',
      target: '/v1/payments',
      rawHeaders: Object.entries(signAsTpp(request)).flat(),
      now,
      trust,
      digestRequired: true,
    });
    if (isRefusal(prepared)) throw new Error(prepared.reason);
    const key = createPrivateKey(seal.key);
    const pss = sign('sha256', prepared.signingString, { key, padding: 6 });
    const sha512 = sign('sha512', prepared.signingString, key);
    expect(signatureHolds(prepared)).toBe(true);
    expect(signatureHolds({ ...prepared, signature: pss })).toBe(false);
    expect(signatureHolds({ ...prepared, signature: sha512 })).toBe(false);
    expect(prepared.finish(false)).toMatchObject({
      reason: 'signature-invalid',
      path: 'Signature',
    });
    expect(prepared.finish(true)).toMatchObject({ tppId: 'PSDNO-FSA-123456789' });
  });
});

describe('the headers of a signed request', () => {
  it('name the TPP before the body is there, and prove nothing until its Digest matches', () => {
    const prepared = prepareVerification({
      method: 'POST',
      target: '/v1/payments',
      rawHeaders: Object.entries(signAsTpp(request)).flat(),
      now,
      trust,
      digestRequired: true,
    });
    if (isRefusal(prepared)) throw new Error(prepared.reason);
    const head = prepared.finish(signatureHolds(prepared));
    if (isRefusal(head)) throw new Error(head.reason);
    expect(head).toEqual({
      tppId: 'PSDNO-FSA-123456789',
      certificate: expect.any(Object) as unknown,
      withBody: expect.any(Function) as unknown,
    });
    expect(head.withBody(Buffer.from('{"amount":"90.00"}'))).toMatchObject({
      reason: 'digest-mismatch',
    });
    expect(head.withBody(body)).toMatchObject({ roles: ['PSP_PI', 'PSP_AI'] });
  });
});
