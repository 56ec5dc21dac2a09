import { createPublicKey, verify, X509Certificate } from 'node:crypto';
import { issueSandboxCa, type IssuedPem } from '../issue/issue.js';
import { decodeEncodedWords } from './rfc2047.js';
import { createSigner, signRequest } from './sign.js';

const now = new Date('2026-11-20T10:15:30Z');
const validity = { validFrom: new Date('2026-01-01'), validTo: new Date('2027-01-01') };
const get = { method: 'GET', target: '/v1/accounts', headers: {}, now };

let identity: IssuedPem;

beforeAll(async () => {
  identity = await issueSandboxCa({ commonName: 'Bøk, 1', organisation: 'O', ...validity });
});

describe('signing a request', () => {
  it('adds Date, certificate and Signature, and Digest for a body', () => {
    expect(Object.keys(signRequest({ ...get, ...identity }))).toEqual([
      'Date',
      'TPP-Signature-Certificate',
      'Signature',
    ]);
    expect(signRequest({ ...get, ...identity, body: '' })).toMatchObject({
      Date: 'Fri, 20 Nov 2026 10:15:30 GMT',
      Digest: 'SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
    });
  });

  it('keeps a Date and a Digest that are set', () => {
    const headers = { date: 'today', digest: 'SHA-256=x' };
    expect(signRequest({ ...get, ...identity, headers, body: 'a' })).toMatchObject(headers);
  });

  it('writes the four parts in order, with the serial and the issuer in the form of RFC 2253', () => {
    const signature = signRequest({ ...get, ...identity })['Signature']!;
    const serial = new X509Certificate(identity.certificate).serialNumber;
    const [, value] =
      /^keyId="SN=([0-9A-F]+,CA=.*)",algorithm="rsa-sha256",headers="date",signature="[^"]+"$/.exec(
        decodeEncodedWords(signature)!,
      )!;
    expect(value).toBe(`${serial},CA=CN=Bøk\\, 1,O=O,C=NO`);
  });

  it('signs the lines in the requested order', () => {
    const signedHeaders = ['x-request-id', '(request-target)', 'date'];
    const headers = { 'X-Request-ID': ' 1 ' };
    const sent = signRequest({ ...get, ...identity, headers, signedHeaders, wrap: 'plain' });
    const signature = /signature="(.*)"$/.exec(sent['Signature']!)![1]!;
    const text = `x-request-id: 1\n(request-target): get /v1/accounts\ndate: ${sent['Date']}`;
    const key = createPublicKey(identity.certificate);
    expect(verify('sha256', Buffer.from(text), key, Buffer.from(signature, 'base64'))).toBe(true);
  });

  it.each([
    ['utf-8-B', '=?utf-8?B?'],
    ['utf-8-Q', '=?utf-8?Q?'],
    ['iso-8859-1-B', '=?iso-8859-1?B?'],
    ['iso-8859-1-Q', '=?iso-8859-1?Q?'],
    ['plain', 'keyId="'],
  ] as const)('writes the Signature as %s when the caller asks for that form', (wrap, start) => {
    const written = signRequest({ ...get, ...identity, wrap })['Signature']!;
    expect(written.slice(0, start.length)).toBe(start);
  });

  it('writes text beyond latin1 as the octets of UTF-8', () => {
    const sent = signRequest({ ...get, ...identity, headers: { a: 'Ł', b: 'ø' } });
    expect(sent).toMatchObject({ a: '\u00c5\u0081', b: 'ø' });
  });

  it('throws when a needed header or the certificate is missing', () => {
    expect(() => createSigner({ ...identity, certificate: 'nothing' })).toThrow(TypeError);
    const sign = createSigner(identity);
    expect(() => sign({ ...get, now: undefined })).toThrow('Date header or now');
    expect(() => sign({ ...get, signedHeaders: ['psu-id'] })).toThrow('not sent');
  });
});
