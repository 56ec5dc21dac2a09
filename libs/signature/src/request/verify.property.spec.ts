import fc from 'fast-check';
import { createCertificateCache, type CertificateCache } from '../trust/certificate-cache.js';
import { issueSandboxCa, issueTppSeal } from '../issue/issue.js';
import { isRefusal } from '../base/refusal.js';
import { createSigner, type RequestSigner } from './sign.js';
import { createTrustStore } from '../trust/trust-store.js';
import { verifyRequest, type RequestToVerify } from './verify.js';

const now = new Date('2026-11-20T10:15:30Z');
const validity = { validFrom: new Date('2026-01-01'), validTo: new Date('2027-01-01') };
const body = Buffer.from('{"amount":"10.00","creditorName":"Bøk"}');
const names = [
  '(request-target)',
  'date',
  'digest',
  'x-request-id',
  'psu-id',
  'psu-corporate-id',
  'tpp-redirect-uri',
];
const headers = {
  'x-request-id': '99391c7e-ad88-49ec-a2ad-99ddcb1f7721',
  'psu-id': '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  'psu-corporate-id': '5a1d6f0e-4f89-41d3-9a0c-0305e82c3301',
  'tpp-redirect-uri': 'https://tpp.example/callback?state=1',
};

let trust: CertificateCache;
let signAsTpp: RequestSigner;

beforeAll(async () => {
  const ca = await issueSandboxCa({ commonName: 'CA', organisation: 'Sandbox', ...validity });
  const seal = await issueTppSeal({
    ca,
    commonName: 'Fintech seal',
    organisation: 'Fintech AS',
    organizationIdentifier: 'PSDNO-FSA-123456789',
    roles: ['PSP_PI'],
    ...validity,
  });
  trust = createCertificateCache(createTrustStore({ certificates: [ca.certificate] }));
  signAsTpp = createSigner(seal);
});

const signed = (signedHeaders: readonly string[] = names) =>
  signAsTpp({
    method: 'POST',
    target: '/v1/payments?x=1',
    headers,
    body,
    now,
    signedHeaders,
    wrap: 'plain',
  });

const isAccepted = (sent: Record<string, string>, changes: Partial<RequestToVerify> = {}) =>
  !isRefusal(
    verifyRequest({
      method: 'POST',
      target: '/v1/payments?x=1',
      rawHeaders: Object.entries(sent).flat(),
      body,
      now,
      trust,
      digestRequired: true,
      ...changes,
    }),
  );

/** The text with one character replaced by another visible one. */
const flipped = (text: string, at: number, code: number) => {
  const place = at % text.length;
  return text.slice(0, place) + String.fromCharCode(code) + text.slice(place + 1);
};

const visible = fc.integer({ min: 0x21, max: 0x7e });

describe('a signed request', () => {
  it('is accepted in any order of the signed names', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(names, { minLength: names.length }), (order) => {
        expect(isAccepted(signed(order))).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('is refused when any character of a signed value is changed', () => {
    const sent = signed();
    const signedNames = Object.keys(sent).filter((name) => names.includes(name.toLowerCase()));
    fc.assert(
      fc.property(fc.constantFrom(...signedNames), fc.nat(), visible, (name, at, code) => {
        const value = flipped(sent[name]!, at, code);
        expect(isAccepted({ ...sent, [name]: value })).toBe(value === sent[name]);
      }),
      { numRuns: 500 },
    );
  });

  it('is refused when any octet of the body is changed', () => {
    const sent = signed();
    fc.assert(
      fc.property(fc.nat(body.length - 1), fc.integer({ min: 1, max: 255 }), (at, mask) => {
        const changed = Buffer.from(body);
        changed[at] = changed[at]! ^ mask;
        expect(isAccepted(sent, { body: changed })).toBe(false);
      }),
    );
  });

  it('is refused when any character of the signature is changed', () => {
    const sent = signed();
    const header = sent['Signature']!;
    const start = header.indexOf('signature="') + 'signature="'.length;
    fc.assert(
      fc.property(fc.nat(header.length - start - 1), visible, (at, code) => {
        const value = flipped(header, start + at, code);
        expect(isAccepted({ ...sent, Signature: value })).toBe(value === header);
      }),
      { numRuns: 500 },
    );
  });

  it('is refused when any byte of the certificate is changed', () => {
    const sent = signed();
    const der = Buffer.from(sent['TPP-Signature-Certificate']!, 'base64');
    fc.assert(
      fc.property(fc.nat(der.length - 1), fc.integer({ min: 1, max: 255 }), (at, mask) => {
        const changed = Buffer.from(der);
        changed[at] = changed[at]! ^ mask;
        const value = changed.toString('base64');
        expect(isAccepted({ ...sent, 'TPP-Signature-Certificate': value })).toBe(false);
      }),
      { numRuns: 300 },
    );
  });
});
