import { createCertificateCache } from './certificate-cache.js';
import { distributionPointsIn, scopeOf } from './distribution-points.js';
import { issueTppSeal, type IssuedPem } from './issue.js';
import { pemBlocks } from './pem.js';
import { opensslCa, opensslRevocationList } from './testing/openssl-ca.js';
import { createTrustStore } from './trust-store.js';

const hour = 3_600_000;
const now = new Date(Date.now() + 60_000);
const listAt = 'http://lists.example/root-1.crl';

let root: IssuedPem;
let sub: IssuedPem;
let leafOfRoot: IssuedPem;
let leafOfSub: IssuedPem;

const sealOf = (ca: IssuedPem) =>
  issueTppSeal({
    ca,
    validFrom: new Date(now.getTime() - hour),
    validTo: new Date(now.getTime() + 1000 * hour),
    commonName: 'A seal',
    organisation: 'A TPP AS',
    organizationIdentifier: 'PSDNO-FSA-123456789',
    roles: ['PSP_PI'],
  });

beforeAll(async () => {
  root = await opensslCa({ subject: '/C=NO/O=Trust/CN=Root' });
  sub = await opensslCa({ subject: '/C=NO/O=Trust/CN=Issuing', issuer: root, listAt });
  [leafOfRoot, leafOfSub] = await Promise.all([sealOf(root), sealOf(sub)]);
}, 30_000);

/** A list of the root that says of itself what it is about. */
const rootList = (scope: readonly string[], revoked: readonly IssuedPem[]) =>
  opensslRevocationList(root, {
    revoked: revoked.map(({ certificate }) => certificate),
    extensions: ['issuingDistributionPoint = critical,@scope', '[scope]', ...scope],
  });

/** The refusal's reason, or that it is trusted; every issuer needs a list. */
async function verdict(seal: IssuedPem, ...ofRoot: readonly string[]): Promise<string> {
  const store = createTrustStore({
    certificates: [root.certificate, sub.certificate],
    revocationLists: [...ofRoot, await opensslRevocationList(sub)],
    revocationPolicy: 'required',
  });
  const header = pemBlocks(seal.certificate, 'CERTIFICATE')![0]!.toString('base64');
  const found = createCertificateCache(store).find(header, now);
  return 'refused' in found ? found.reason : 'trusted';
}

describe('a revocation list with a scope', () => {
  it('of users counts for a seal, and says nothing of a CA', async () => {
    const list = await rootList(['onlyuser = TRUE'], []);
    expect(await verdict(leafOfRoot, list)).toBe('trusted');
    expect(await verdict(leafOfSub, list)).toBe('revocation-unknown');
    const revoking = await rootList(['onlyuser = TRUE'], [leafOfRoot]);
    expect(await verdict(leafOfRoot, revoking)).toBe('certificate-revoked');
  });

  it('of CAs counts for a CA, and says nothing of a seal', async () => {
    const list = await rootList(['onlyCA = TRUE'], []);
    expect(await verdict(leafOfSub, list)).toBe('trusted');
    expect(await verdict(leafOfRoot, list)).toBe('revocation-unknown');
    const revoking = await rootList(['onlyCA = TRUE'], [sub]);
    expect(await verdict(leafOfSub, revoking)).toBe('certificate-revoked');
  });

  it('of users and another of CAs are both looked into, whichever is newer', async () => {
    const users = await rootList(['onlyuser = TRUE'], [leafOfRoot]);
    const authorities = await rootList(['onlyCA = TRUE'], []);
    for (const lists of [
      [users, authorities],
      [authorities, users],
    ]) {
      expect(await verdict(leafOfSub, ...lists)).toBe('trusted');
      expect(await verdict(leafOfRoot, ...lists)).toBe('certificate-revoked');
    }
  });

  it('of a distribution point counts for certificates that name it', async () => {
    const list = await rootList([`fullname = URI:${listAt}`], []);
    expect(await verdict(leafOfSub, list)).toBe('trusted');
    expect(await verdict(leafOfRoot, list)).toBe('revocation-unknown');
    const revoking = await rootList([`fullname = URI:${listAt}`], [sub]);
    expect(await verdict(leafOfSub, revoking)).toBe('certificate-revoked');
    const other = await rootList(['fullname = URI:http://lists.example/root-2.crl'], [sub]);
    expect(await verdict(leafOfSub, other)).toBe('revocation-unknown');
  });
});

const der = (hex: string) => Buffer.from(hex, 'hex');

describe('distribution points', () => {
  it('without reasons or another issuer are read', () => {
    // Three points: one with a name, one with reasons, one with another issuer.
    const named = '3009a007a005860361';
    expect(distributionPointsIn(der(`300b${named}2f62`))?.size).toBe(1);
    expect(distributionPointsIn(der(`300f${'300da007a0058603612f62810206c0'}`))?.size).toBe(0);
    expect(distributionPointsIn(der('3000'))?.size).toBe(0);
  });

  it.each(['0500', '30020500', '3003300101', ''])('%s is malformed', (hex) => {
    expect(distributionPointsIn(der(hex))).toBeUndefined();
  });

  it('of a list may be empty, and then it speaks for all', () => {
    expect(scopeOf(der('3000'))).toEqual({ certificates: 'all', points: undefined });
  });
});
