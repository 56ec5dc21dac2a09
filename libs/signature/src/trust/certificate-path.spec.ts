import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { buildPath } from './certificate-path.js';
import { parseCertificate, type Certificate } from '../certificate/certificate.js';
import { decodePemBundle } from '../certificate/pem.js';
import { isRefusal } from '../base/refusal.js';
import { createTrustStore } from './trust-store.js';

const pem = (name: string) =>
  readFileSync(new URL(`../vectors/${name}.pem`, import.meta.url), 'utf8');
const read = (name: string) => parseCertificate(decodePemBundle(pem(name))![0]!)!;

const now = new Date('2026-11-20T10:15:30Z');
const issuers = [
  'ca',
  'ca-new-key',
  'ca-expired',
  'sub',
  'sub-pathlen0',
  'sub-below-pathlen0',
  'sub-without-flag',
  'sub-without-key-usage',
  'sub-unknown-critical',
  'sub-small',
  'deep1',
  'deep2',
  'deep3',
  'deep4',
];
const store = createTrustStore({ certificates: issuers.map(pem) });

describe('a certificate path', () => {
  it.each([
    ['tpp', 2],
    ['tpp-flat', 2],
    ['tpp-of-sub', 3],
    ['tpp-of-new-key', 3],
    ['tpp-pss', 2],
    ['tpp-of-pathlen0', 3],
    ['tpp-of-deep3', 5],
  ])('of %s is trusted with %d certificates', (name, count) => {
    expect(buildPath(read(name), store, now)).toMatchObject({
      certificates: { length: count },
      notBefore: new Date('2026-01-01T00:00:00Z'),
      notAfter: new Date('2056-01-01T00:00:00Z'),
    });
  });

  it.each([
    ['tpp-impostor', 'certificate-untrusted'],
    ['tpp-expired', 'certificate-expired'],
    ['tpp-future', 'certificate-not-yet-valid'],
    ['tpp-sha1', 'certificate-algorithm-weak'],
    ['tpp-pss-sha1', 'certificate-algorithm-weak'],
    ['tpp-of-unknown-critical', 'certificate-critical-extension'],
    ['tpp-of-small', 'certificate-issuer-key-size'],
    ['tpp-and-ca', 'certificate-usage'],
    ['tpp-small', 'certificate-key-size'],
    ['tpp-ec', 'certificate-key-type'],
    ['tpp-unknown-critical', 'certificate-critical-extension'],
    ['tpp-wrong-usage', 'certificate-usage'],
    ['tpp-without-usage', 'certificate-usage'],
    ['sub', 'certificate-usage'],
    ['tpp-of-no-ca', 'certificate-issuer-not-ca'],
    ['tpp-of-no-issuing', 'certificate-issuer-not-ca'],
    ['tpp-of-expired-ca', 'certificate-issuer-not-valid'],
    ['tpp-below-pathlen0', 'certificate-path-too-long'],
    ['tpp-of-deep4', 'certificate-path-too-long'],
  ])('of %s is refused: %s', (name, reason) => {
    expect(buildPath(read(name), store, now)).toMatchObject({
      reason,
      refused: 'BAD_REQUEST',
      path: 'TPP-Signature-Certificate',
    });
  });

  it('is valid only while all of its certificates are', () => {
    const path = (time: string) => buildPath(read('tpp-of-sub'), store, new Date(time));
    expect(isRefusal(path('2026-01-01T00:00:00Z'))).toBe(false);
    expect(path('2025-12-31T23:59:59Z')).toMatchObject({ reason: 'certificate-not-yet-valid' });
    expect(isRefusal(path('2056-01-01T00:00:00Z'))).toBe(false);
    expect(path('2056-01-01T00:00:01Z')).toMatchObject({ reason: 'certificate-expired' });
  });

  /** The store of these tests, with changed issuers. */
  const changed = (change: (issuer: Certificate) => readonly Partial<Certificate>[]) => ({
    ...store,
    issuersNamed: (name: string) =>
      store
        .issuersNamed(name)
        .flatMap((issuer) => change(issuer).map((other) => ({ ...issuer, ...other }))),
  });

  it('starts to be valid when the last of its certificates does', () => {
    const later = new Date('2026-06-01T00:00:00Z');
    const path = buildPath(
      read('tpp'),
      changed(() => [{ validFrom: later }]),
      now,
    );
    expect(path).toMatchObject({ notBefore: later });
  });

  it('does not count a CA that changed its key towards the path length (RFC 5280 4.2.1.9)', () => {
    const above = changed((issuer) => [{ pathLength: store.isAnchor(issuer) ? 0 : undefined }]);
    expect(buildPath(read('tpp-of-new-key'), above, now)).toMatchObject({
      certificates: { length: 3 },
    });
    expect(buildPath(read('tpp-of-sub'), above, now)).toMatchObject({
      reason: 'certificate-path-too-long',
    });
  });

  it('is refused when the CA of the issuer’s name has a key of another type', () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const other = changed(() => [{ publicKey }]);
    expect(buildPath(read('tpp'), other, now)).toMatchObject({ reason: 'certificate-untrusted' });
  });

  it('is refused with the reason of the first issuer when each of several is not valid', () => {
    const expired = { validTo: new Date('2026-11-01T00:00:00Z') };
    const noCa = { isCa: false };
    const reasonOf = (...issuers: readonly Partial<Certificate>[]) =>
      buildPath(
        read('tpp'),
        changed(() => issuers),
        now,
      );
    expect(reasonOf(expired, noCa)).toMatchObject({ reason: 'certificate-issuer-not-valid' });
    expect(reasonOf(noCa, expired)).toMatchObject({ reason: 'certificate-issuer-not-ca' });
    expect(reasonOf(noCa, {})).toMatchObject({ certificates: { length: 2 } });
  });

  const unreadable = new Date(Number.NaN);

  it.each([
    ['validFrom', 'certificate-not-yet-valid'],
    ['validTo', 'certificate-expired'],
  ])('is refused for a certificate whose %s cannot be read', (date, reason) => {
    const leaf = { ...read('tpp'), [date]: unreadable };
    expect(buildPath(leaf, store, now)).toMatchObject({ reason });
  });

  it.each(['validFrom', 'validTo'])('is refused for an issuer whose %s cannot be read', (date) => {
    const other = changed(() => [{ [date]: unreadable }]);
    expect(buildPath(read('tpp'), other, now)).toMatchObject({
      reason: 'certificate-issuer-not-valid',
    });
  });

  it('is refused at a time that cannot be read', () => {
    expect(isRefusal(buildPath(read('tpp'), store, unreadable))).toBe(true);
  });

  /** The reasons for which a leaf, and an issuer, with this RSA exponent is refused. */
  const reasonsFor = (keyExponent: bigint | undefined) => {
    return [
      buildPath({ ...read('tpp'), keyExponent }, store, now),
      buildPath(
        read('tpp'),
        changed(() => [{ keyExponent }]),
        now,
      ),
    ].map((path) => ('reason' in path ? path.reason : 'trusted'));
  };

  it.each([
    ['3', 3n],
    ['65535', 65_535n],
    ['65536', 65_536n],
    ['65538', 65_538n],
    ['2^256', 1n << 256n],
    ['2^256 + 1', (1n << 256n) + 1n],
    ['no number', undefined],
  ])('is refused for an RSA key whose public exponent is %s', (_exponent, keyExponent) => {
    expect(reasonsFor(keyExponent)).toEqual([
      'certificate-key-exponent',
      'certificate-issuer-key-exponent',
    ]);
  });

  it.each([
    ['65537', 65_537n],
    ['65539', 65_539n],
    ['2^256 - 1', (1n << 256n) - 1n],
  ])('is trusted with RSA keys whose public exponent is %s', (_exponent, keyExponent) => {
    expect(reasonsFor(keyExponent)).toEqual(['trusted', 'trusted']);
  });

  it('must end at an anchor, not at the last known issuer', () => {
    const withoutRoot = createTrustStore({ certificates: [pem('sub')] });
    expect(buildPath(read('tpp-of-sub'), withoutRoot, now)).toMatchObject({
      reason: 'certificate-untrusted',
    });
  });

  it('may end at an issuing CA that is configured as an anchor', () => {
    const byName = createTrustStore({ anchors: [pem('sub')] });
    expect(buildPath(read('tpp-of-sub'), byName, now)).toMatchObject({
      certificates: { length: 2 },
    });
  });

  it('is refused for an unknown critical extension of the anchor itself', () => {
    const strange = createTrustStore({ anchors: [pem('sub-unknown-critical')] });
    expect(buildPath(read('tpp-of-unknown-critical'), strange, now)).toMatchObject({
      reason: 'certificate-critical-extension',
    });
  });

  it('uses the CA that signed, when an impostor has the same name', () => {
    const both = createTrustStore({ certificates: [pem('ca-impostor'), pem('ca')] });
    expect(buildPath(read('tpp'), both, now)).toMatchObject({ certificates: { length: 2 } });
  });

  it('is refused when the leaf itself is the anchor', () => {
    const itself = createTrustStore({ anchors: [pem('tpp')] });
    expect(buildPath(read('tpp'), itself, now)).toMatchObject({ reason: 'certificate-untrusted' });
  });
});
