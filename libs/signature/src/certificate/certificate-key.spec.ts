import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ISSUER_KEY_REASONS, LEAF_KEY_REASONS } from './certificate-key.js';
import type { KeyFault } from './certificate-key.js';
import { buildPath } from '../trust/certificate-path.js';
import { parseCertificate, type Certificate } from './certificate.js';
import { decodePemBundle } from './pem.js';
import { REFUSAL_REASONS, refuse } from '../base/refusal.js';
import { createTrustStore } from '../trust/trust-store.js';

const pem = (name: string) =>
  readFileSync(new URL(`../vectors/${name}.pem`, import.meta.url), 'utf8');
const leaf = parseCertificate(decodePemBundle(pem('tpp'))![0]!)!;
const store = createTrustStore({ certificates: [pem('ca')] });
const now = new Date('2026-11-20T10:15:30Z');

type Key = Partial<Certificate>;
const ofCurve = (namedCurve: string): Key => ({
  keyType: 'ec',
  publicKey: generateKeyPairSync('ec', { namedCurve }).publicKey,
});

/** The result for a leaf with this key. */
function asLeaf(key: Key, leafKeys: 'rsa' | 'any-strong'): string {
  const path = buildPath({ ...leaf, ...key }, store, now, leafKeys);
  return 'reason' in path ? path.reason : 'trusted';
}

/** The result for an issuer with this key, whose signature holds. */
function asIssuer(key: Key): string {
  const changed = {
    ...store,
    issuersNamed: (name: string) =>
      store.issuersNamed(name).map((issuer) => ({ ...issuer, ...key })),
  };
  // The look-up proves the issuer by its key, which is another one here.
  const x509 = { verify: () => true, checkIssued: () => true } as unknown as Certificate['x509'];
  const path = buildPath({ ...leaf, x509 }, changed, now);
  return 'reason' in path ? path.reason : 'trusted';
}

/** Both sides of every bound: the fault of a key, or none. */
const keys: readonly (readonly [string, Key, KeyFault | undefined])[] = [
  ['RSA of 2047 bits', { keyBits: 2047 }, 'size'],
  ['RSA of 2048 bits', { keyBits: 2048 }, undefined],
  ['RSASSA-PSS of 2047 bits', { keyType: 'rsa-pss', keyBits: 2047 }, 'size'],
  ['RSASSA-PSS of 2048 bits', { keyType: 'rsa-pss', keyBits: 2048 }, undefined],
  ['RSA of an unknown size', { keyBits: undefined }, 'size'],
  ['RSA with the exponent 65535', { keyExponent: 65_535n }, 'exponent'],
  ['RSA with the exponent 65536', { keyExponent: 65_536n }, 'exponent'],
  ['RSA with the exponent 65537', { keyExponent: 65_537n }, undefined],
  ['RSA with the exponent 2^256 - 1', { keyExponent: (1n << 256n) - 1n }, undefined],
  ['RSA with the exponent 2^256 + 1', { keyExponent: (1n << 256n) + 1n }, 'exponent'],
  ['RSA of 2047 bits with the exponent 3', { keyBits: 2047, keyExponent: 3n }, 'size'],
  ['EC on P-224', ofCurve('secp224r1'), 'curve'],
  ['EC on secp256k1', ofCurve('secp256k1'), 'curve'],
  ['EC on P-256', ofCurve('prime256v1'), undefined],
  ['EC on P-384', ofCurve('secp384r1'), undefined],
  ['EC on P-521', ofCurve('secp521r1'), undefined],
  ['Ed25519', { keyType: 'ed25519' }, undefined],
  ['Ed448', { keyType: 'ed448' }, 'type'],
  ['DSA', { keyType: 'dsa' }, 'type'],
  ['an unknown type', { keyType: undefined }, 'type'],
];

describe('a key', () => {
  it.each(keys)('of %s is judged by its own property in an issuer', (_name, key, fault) => {
    expect(asIssuer(key)).toBe(fault === undefined ? 'trusted' : ISSUER_KEY_REASONS[fault]);
  });

  it.each(keys)('of %s is judged by its own property in a seal of a bank', (_name, key, fault) => {
    const expected = fault === undefined ? 'trusted' : LEAF_KEY_REASONS[fault];
    expect(asLeaf(key, 'any-strong')).toBe(expected);
  });

  it.each(keys)('of %s is judged in a seal of a TPP, which must be RSA', (_name, key, fault) => {
    const isRsa = !('keyType' in key);
    const ofTpp = isRsa ? fault : 'type';
    expect(asLeaf(key, 'rsa')).toBe(ofTpp === undefined ? 'trusted' : LEAF_KEY_REASONS[ofTpp]);
  });

  it('has a case here for every reason that names a key, with its own text', () => {
    const named = REFUSAL_REASONS.filter((reason) => /-key-(?!id)/.test(reason));
    const faults = keys.flatMap(([, , fault]) => (fault === undefined ? [] : [fault]));
    const produced = new Set(
      faults.flatMap((fault) => [LEAF_KEY_REASONS[fault], ISSUER_KEY_REASONS[fault]]),
    );
    expect([...produced].sort()).toEqual([...named].sort());
    const texts = named.map((reason) => refuse(reason, 'TPP-Signature-Certificate').text);
    expect(new Set(texts).size).toBe(named.length);
  });
});
