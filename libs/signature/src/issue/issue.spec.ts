import { createPrivateKey, X509Certificate } from 'node:crypto';
import { buildPath } from '../trust/certificate-path.js';
import { parseCertificate } from '../certificate/certificate.js';
import { decodePemBundle } from '../certificate/pem.js';
import { issueBankSeal, issueSandboxCa, issueTppSeal, type IssuedPem } from './issue.js';
import { textsOf } from '../certificate/name-attribute.js';
import { isRefusal } from '../base/refusal.js';
import { readTppCertificate } from '../trust/tpp-certificate.js';
import { createTrustStore, type TrustStore } from '../trust/trust-store.js';

const now = new Date('2026-11-20T10:15:30Z');
const validity = { validFrom: new Date('2026-01-01'), validTo: new Date('2027-01-01') };
const names = { commonName: 'Seal "1", + 2', organisation: 'Ærlig, AS', country: 'SE' };

let ca: IssuedPem;
let store: TrustStore;

beforeAll(async () => {
  ca = await issueSandboxCa({ commonName: 'CA', organisation: 'Sandbox', ...validity });
  store = createTrustStore({ certificates: [ca.certificate] });
});

const headerOf = ({ certificate }: IssuedPem) => certificate.replaceAll('\n', '');

describe('a sandbox certificate', () => {
  it('of a CA is an anchor', () => {
    const certificate = parseCertificate(decodePemBundle(ca.certificate)![0]!)!;
    expect(certificate).toMatchObject({ isCa: true, keyBits: 2048 });
    expect(store.isAnchor(certificate)).toBe(true);
  });

  it('of a TPP is trusted and has the requested identity and roles', async () => {
    const seal = await issueTppSeal({
      ca,
      ...names,
      organizationIdentifier: 'PSDSE-FINA-44059',
      roles: ['PSP_IC', 'PSP_AS'],
      authority: { name: 'Finansinspektionen', id: 'SE-FINA' },
      ...validity,
    });
    expect(readTppCertificate(headerOf(seal), store, now)).toMatchObject({
      tppId: 'PSDSE-FINA-44059',
      organisation: 'Ærlig, AS',
      roles: ['PSP_AS', 'PSP_IC'],
      authorityName: 'Finansinspektionen',
      authorityId: 'SE-FINA',
      ...validity,
    });
    const x509 = new X509Certificate(seal.certificate);
    expect(x509.checkPrivateKey(createPrivateKey(seal.key))).toBe(true);
    expect(textsOf(parseCertificate(x509.raw)!.subject, '2.5.4.3')).toEqual(['Seal "1", + 2']);
  });

  it('of a TPP without roles is refused', async () => {
    const organizationIdentifier = 'PSDNO-FSA-1';
    const request = { ca, ...names, organizationIdentifier, roles: [], ...validity };
    const seal = await issueTppSeal(request);
    expect(readTppCertificate(headerOf(seal), store, now)).toMatchObject({
      reason: 'certificate-without-role',
    });
  });

  it.each([
    ['rsa-sha256', 'certificate-without-role'],
    ['ecdsa-sha256', 'certificate-key-type'],
  ] as const)('of the bank by %s is trusted and is refused as a TPP', async (algorithm, reason) => {
    const bank = { ...names, organizationIdentifier: 'PSDNO-FSA-987654321', algorithm };
    const seal = await issueBankSeal({ ca, ...bank, ...validity });
    const certificate = parseCertificate(decodePemBundle(seal.certificate)![0]!)!;
    expect(isRefusal(buildPath(certificate, store, now, 'any-strong'))).toBe(false);
    expect(readTppCertificate(headerOf(seal), store, now)).toMatchObject({ reason });
  });
});
