import { readFileSync } from 'node:fs';
import { createCertificateCache } from '../trust/certificate-cache.js';
import { createTrustStore } from '../trust/trust-store.js';
import { prepareVerification, verifyRequest, type RequestToVerify } from './verify.js';

const vector = (name: string) => readFileSync(new URL(`../vectors/${name}`, import.meta.url));

const request: RequestToVerify = {
  method: 'POST',
  target: '/v1/payments/norwegian-domestic-credit-transfers',
  rawHeaders: vector('request-headers.txt')
    .toString()
    .trimEnd()
    .split('\n')
    .flatMap((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  body: vector('request-body.json'),
  now: new Date('2026-11-20T10:16:30Z'),
  trust: createCertificateCache(createTrustStore({ certificates: [vector('ca.pem')] })),
  digestRequired: true,
};

describe('a request that openssl signed', () => {
  it('is accepted', () => {
    expect(verifyRequest(request)).toMatchObject({
      tppId: 'PSDNO-FSA-123456789',
      roles: ['PSP_PI', 'PSP_AI'],
      signedHeaders: ['date', 'digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri'],
    });
  });

  it('has the signing string that openssl signed', () => {
    expect(prepareVerification(request)).toMatchObject({
      signingString: vector('request-signing-string.txt'),
    });
  });

  it('is refused when its body loses a line break or a space', () => {
    const body = Buffer.concat([request.body, Buffer.from('\n')]);
    expect(verifyRequest({ ...request, body })).toMatchObject({ reason: 'digest-mismatch' });
  });

  it('is refused with the certificate of an impostor with the same names and serial', () => {
    const pem = vector('tpp-impostor.pem').toString().replaceAll('\n', '');
    const at = request.rawHeaders.indexOf('tpp-signature-certificate');
    const rawHeaders = request.rawHeaders.with(at + 1, pem);
    expect(verifyRequest({ ...request, rawHeaders })).toMatchObject({
      reason: 'certificate-untrusted',
    });
  });
});
