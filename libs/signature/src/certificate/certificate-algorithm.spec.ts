import { signatureAlgorithmOf } from './certificate-algorithm.js';
import { buildPath } from '../trust/certificate-path.js';
import { parseCertificate } from './certificate.js';
import { readDer } from '../base/der.js';
import type { IssuedPem } from '../issue/issue.js';
import { pemBlocks } from './pem.js';
import { opensslCa, opensslRevocationList, type OpensslSigning } from '../testing/openssl-ca.js';
import { createTrustStore } from '../trust/trust-store.js';

const certificateOf = ({ certificate }: IssuedPem) =>
  parseCertificate(pemBlocks(certificate, 'CERTIFICATE')![0]!)!;
const curve = (name: string) => ['-newkey', 'ec', '-pkeyopt', `ec_paramgen_curve:${name}`];
const rsa = ['-newkey', 'rsa:2048'];
const pssOnly = ['-newkey', 'rsa-pss', '-pkeyopt', 'rsa_keygen_bits:2048'];
const pss = (digest: string): OpensslSigning => ({ digest, options: ['rsa_padding_mode:pss'] });

let leafKey: string;
let rsaKey: string;
beforeAll(async () => {
  leafKey = (await opensslCa({ subject: '/CN=Key of a seal' })).key;
  rsaKey = (await opensslCa({ subject: '/CN=Key of a CA' })).key;
});

/** A CA with a key of this kind, and a seal that the CA has signed. */
async function issued(newKey: readonly string[], signing: OpensslSigning) {
  const key = newKey === rsa ? { key: rsaKey } : { newKey };
  const ca = await opensslCa({ subject: '/C=NO/CN=CA', ...key, signing });
  const user = { subject: '/C=NO/CN=Seal', isCa: false, keyUsage: 'digitalSignature' };
  const seal = await opensslCa({ ...user, key: leafKey, issuer: ca, signing });
  return { ca, leaf: certificateOf(seal) };
}

describe('a CA', () => {
  it.each<[string, readonly string[], OpensslSigning, string]>([
    ['RSA and SHA-256', rsa, { digest: 'sha256' }, 'sha256WithRSAEncryption'],
    ['RSA and SHA-384', rsa, { digest: 'sha384' }, 'sha384WithRSAEncryption'],
    ['RSA and SHA-512', rsa, { digest: 'sha512' }, 'sha512WithRSAEncryption'],
    ['ECDSA on P-256 and SHA-256', curve('P-256'), { digest: 'sha256' }, 'ecdsa-with-SHA256'],
    ['ECDSA on P-384 and SHA-384', curve('P-384'), { digest: 'sha384' }, 'ecdsa-with-SHA384'],
    ['ECDSA on P-521 and SHA-512', curve('P-521'), { digest: 'sha512' }, 'ecdsa-with-SHA512'],
    ['Ed25519', ['-newkey', 'ed25519'], {}, 'Ed25519'],
    ['RSASSA-PSS and SHA-256', rsa, pss('sha256'), 'rsassaPss'],
    ['RSASSA-PSS and SHA-384', rsa, pss('sha384'), 'rsassaPss'],
    ['RSASSA-PSS and SHA-512', rsa, pss('sha512'), 'rsassaPss'],
    ['a key for RSASSA-PSS only', pssOnly, { digest: 'sha256' }, 'rsassaPss'],
  ])('may sign certificates and revocation lists with %s', async (_kind, newKey, signing, name) => {
    const { ca, leaf } = await issued(newKey, signing);
    const store = createTrustStore({
      certificates: [ca.certificate],
      revocationLists: [await opensslRevocationList(ca, { signing })],
      revocationPolicy: 'required',
    });
    expect(leaf.signatureAlgorithm).toBe(name);
    expect(buildPath(leaf, store, new Date())).toMatchObject({ certificates: { length: 2 } });
  });

  it.each<[string, readonly string[], OpensslSigning, string]>([
    ['the curve P-224', curve('P-224'), {}, 'certificate-issuer-key-curve'],
    ['the curve secp256k1', curve('secp256k1'), {}, 'certificate-issuer-key-curve'],
    ['RSA of 1024 bits', ['-newkey', 'rsa:1024'], {}, 'certificate-issuer-key-size'],
    ['RSA and SHA-1', rsa, { digest: 'sha1' }, 'certificate-algorithm-weak'],
    ['RSASSA-PSS and SHA-1', rsa, pss('sha1'), 'certificate-algorithm-weak'],
    ['Ed448', ['-newkey', 'ed448'], {}, 'certificate-algorithm-weak'],
  ])('may not sign certificates with %s', async (_kind, newKey, signing, reason) => {
    const { ca, leaf } = await issued(newKey, signing);
    const store = createTrustStore({ certificates: [ca.certificate] });
    expect(buildPath(leaf, store, new Date())).toMatchObject({ reason });
  });

  it('may not sign with RSASSA-PSS when SHA-256 stands in another field than the hash (RFC 4055)', () => {
    const sha256 = '300b0609608648016503040201';
    const identifier = (field: string) =>
      readDer(Buffer.from(`301c06092a864886f70d01010a300f${field}0d${sha256}`, 'hex'))!;
    expect(signatureAlgorithmOf(identifier('a0'))).toBe('rsassaPss');
    expect(signatureAlgorithmOf(identifier('a1'))).toBeUndefined();
  });
});
