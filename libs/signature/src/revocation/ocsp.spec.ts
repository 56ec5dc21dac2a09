import { X509Certificate } from 'node:crypto';
import { parseCertificate } from '../certificate/certificate.js';
import type { Certificate } from '../certificate/certificate.js';
import { issueSandboxCa, issueTppSeal } from '../issue/issue.js';
import type { IssuedPem } from '../issue/issue.js';
import { ocspRequest } from './ocsp-request.js';
import type { OcspHash, OcspRequest } from './ocsp-request.js';
import { readOcspResponse } from './ocsp-response.js';
import type { OcspAnswer, OcspExpectation } from './ocsp-response.js';
import { EC_P256, opensslCa, opensslOcspResponse } from '../testing/openssl-ca.js';
import type { OpensslOcspOptions } from '../testing/openssl-ca.js';

const hour = 3_600_000;
const from = (ms: number) => new Date(Date.now() + ms);
const validity = { validFrom: from(-hour), validTo: from(100 * hour) };

const certificateOf = (pem: string): Certificate => parseCertificate(new X509Certificate(pem).raw)!;

let ca: IssuedPem;
let seal: IssuedPem;
let other: IssuedPem;
let responder: IssuedPem;
beforeAll(async () => {
  ca = await issueSandboxCa({ ...validity, commonName: 'CA', organisation: 'CA' });
  const tpp = {
    ...validity,
    ...{ ca, commonName: 'A seal', organisation: 'A TPP AS', roles: ['PSP_PI'] as const },
    organizationIdentifier: 'PSDNO-FSA-123456789',
  };
  seal = await issueTppSeal(tpp);
  other = await issueTppSeal(tpp);
  responder = await aResponder();
});

interface ResponderChange {
  readonly issuer?: IssuedPem;
  readonly purpose?: string;
  readonly isCritical?: boolean;
}

const aResponder = ({ issuer = ca, purpose = 'OCSPSigning', isCritical }: ResponderChange = {}) =>
  opensslCa({
    ...{ subject: '/CN=Responder', issuer, isCa: false, keyUsage: 'digitalSignature' },
    newKey: EC_P256,
    extensions: [`extendedKeyUsage=${isCritical === true ? 'critical,' : ''}${purpose}`],
  });

const request = (nonce = true, hash: OcspHash = 'sha1', of = seal): OcspRequest => {
  const subject = {
    issuer: certificateOf(ca.certificate),
    serial: certificateOf(of.certificate).serial,
  };
  return ocspRequest(subject, { hash, nonce });
};

const read = (response: Buffer, made: OcspRequest, change: Partial<OcspExpectation> = {}) =>
  readOcspResponse(response, {
    ...{ request: made, nonceRequired: false, now: new Date(), isRevoked: () => false },
    ...change,
  });

/** The status that openssl's responder states, read back. */
async function answered(
  options: OpensslOcspOptions,
  change: Partial<OcspExpectation> = {},
): Promise<OcspAnswer> {
  const made = request();
  return read(await opensslOcspResponse(ca, made.der, options), made, change);
}

const known = () => ({ good: [seal.certificate] });

describe('an OCSP response of another implementation', () => {
  it('is good, revoked, superseded or unknown', async () => {
    const revoked = { revoked: [seal.certificate] };
    expect(await answered(known())).toMatchObject({ is: 'good', isSuperseded: false });
    expect(await answered(revoked)).toMatchObject({ is: 'revoked', isSuperseded: false });
    expect(await answered({ ...revoked, reason: 'superseded' })).toMatchObject({
      ...{ is: 'revoked', isSuperseded: true },
    });
    expect(await answered({})).toMatchObject({ is: 'unknown' });
  });

  it.each<OcspHash>(['sha1', 'sha256'])('names the issuer by %s', async (hash) => {
    const made = request(true, hash);
    const response = await opensslOcspResponse(ca, made.der, known());
    expect(read(response, made)).toMatchObject({ is: 'good' });
  });

  it('counts until nextUpdate, and without one for five minutes', async () => {
    const { thisUpdate, until } = await answered({ ...known(), minutes: 90 });
    expect(until.getTime() - thisUpdate.getTime()).toBe(90 * 60_000);
    const open = await answered({ ...known(), minutes: 0 });
    expect(open.until.getTime() - open.thisUpdate.getTime()).toBe(5 * 60_000);
  });

  it('may be signed by a responder that the issuer has delegated, named by its name or key', async () => {
    const critical = await aResponder({ isCritical: true });
    for (const signer of [responder, critical]) {
      expect(await answered({ ...known(), signer })).toMatchObject({ is: 'good' });
    }
    const byKey = { ...known(), byKey: true };
    expect(await answered({ ...byKey, signer: responder })).toMatchObject({ is: 'good' });
    expect(await answered(byKey)).toMatchObject({ is: 'good' });
  });
});

describe('an OCSP response is refused', () => {
  const notSigned = /not signed by the issuer/;

  it('when somebody else has signed it, even by the name of the issuer', async () => {
    const same = await issueSandboxCa({ ...validity, commonName: 'CA', organisation: 'CA' });
    await expect(answered({ ...known(), signer: same })).rejects.toThrow(notSigned);
  });

  it('when the signer has no OCSPSigning, is of another CA, is revoked or is left out', async () => {
    const stranger = await issueSandboxCa({ ...validity, commonName: 'X', organisation: 'X' });
    const others = [
      await aResponder({ purpose: 'clientAuth' }),
      await aResponder({ issuer: stranger }),
      other,
    ];
    for (const signer of others) {
      await expect(answered({ ...known(), signer })).rejects.toThrow(notSigned);
    }
    const delegated = { ...known(), signer: responder };
    await expect(answered(delegated, { isRevoked: () => true })).rejects.toThrow(notSigned);
    const alone = { ...delegated, withoutCertificate: true };
    await expect(answered(alone)).rejects.toThrow(notSigned);
  });

  it('when the certificate of its signer is not valid now', async () => {
    const later = { now: new Date('2040-01-01T00:00:00Z') };
    await expect(answered({ ...known(), signer: responder }, later)).rejects.toThrow(notSigned);
  });

  it('when it is about another certificate', async () => {
    const [made, instead] = [request(false), request(false, 'sha1', other)];
    const response = await opensslOcspResponse(ca, instead.der, { good: [other.certificate] });
    expect(() => read(response, made)).toThrow(/about another certificate/);
  });

  it('when it has the nonce of another request, or none where one is required', async () => {
    const made = request();
    const response = await opensslOcspResponse(ca, made.der, known());
    expect(() => read(response, request())).toThrow(/nonce of another request/);
    expect(() => read(response, request(false))).toThrow(/nonce of another request/);
    const without = request(false);
    const bare = await opensslOcspResponse(ca, without.der, known());
    expect(read(bare, request())).toMatchObject({ is: 'good' });
    expect(() => read(bare, without, { nonceRequired: true })).toThrow(/has no nonce/);
  });

  it('when it is out of date or from the future', async () => {
    const made = request();
    const response = await opensslOcspResponse(ca, made.der, known());
    expect(() => read(response, made, { now: from(61 * 60_000) })).toThrow(/out of date/);
    expect(() => read(response, made, { now: from(-2 * 60_000) })).toThrow(/from the future/);
  });

  it('when the responder states an error, or sends something else', () => {
    const made = request();
    const tryLater = Buffer.from('30030a0103', 'hex');
    expect(() => read(tryLater, made)).toThrow('The responder answered tryLater.');
    expect(() => read(Buffer.from('<html>'), made)).toThrow('The response is malformed.');
    expect(() => read(made.der, made)).toThrow(TypeError);
  });

  it('when any byte of what is signed changes, and by nothing but a TypeError', async () => {
    const made = request();
    const response = await opensslOcspResponse(ca, made.der, known());
    const faults: unknown[] = [];
    const end = response.indexOf(made.nonce!) + made.nonce!.length;
    for (let at = 0; at < end; at += 1) {
      const changed = Buffer.from(response);
      changed[at]! ^= 1;
      try {
        read(changed, made);
      } catch (error) {
        faults.push(error);
      }
    }
    expect(faults).toHaveLength(end);
    expect(faults.every((one) => one instanceof TypeError)).toBe(true);
  });
});
