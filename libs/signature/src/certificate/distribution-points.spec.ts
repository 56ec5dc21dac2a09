import { createCertificateCache } from '../trust/certificate-cache.js';
import { distributionPointsIn, scopeOf } from './distribution-points.js';
import { issueTppSeal, type IssuedPem } from '../issue/issue.js';
import { pemBlocks } from './pem.js';
import { opensslCa, opensslRevocationList } from '../testing/openssl-ca.js';
import { createTrustStore } from '../trust/trust-store.js';

const hour = 3_600_000;
let now: Date;
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
  now = new Date(Date.now() + 60_000);
  root = await opensslCa({ subject: '/C=NO/O=Trust/CN=Root' });
  sub = await opensslCa({ subject: '/C=NO/O=Trust/CN=Issuing', issuer: root, listAt });
  [leafOfRoot, leafOfSub] = await Promise.all([sealOf(root), sealOf(sub)]);
});

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
  it('of user certificates covers a seal and does not cover a CA', async () => {
    const list = await rootList(['onlyuser = TRUE'], []);
    expect(await verdict(leafOfRoot, list)).toBe('trusted');
    expect(await verdict(leafOfSub, list)).toBe('revocation-unknown');
    const revoking = await rootList(['onlyuser = TRUE'], [leafOfRoot]);
    expect(await verdict(leafOfRoot, revoking)).toBe('certificate-revoked');
  });

  it('of CA certificates covers a CA and does not cover a seal', async () => {
    const list = await rootList(['onlyCA = TRUE'], []);
    expect(await verdict(leafOfSub, list)).toBe('trusted');
    expect(await verdict(leafOfRoot, list)).toBe('revocation-unknown');
    const revoking = await rootList(['onlyCA = TRUE'], [sub]);
    expect(await verdict(leafOfSub, revoking)).toBe('certificate-revoked');
  });

  it('of users applies beside a list of CAs, whichever is newer', async () => {
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

  it('of a distribution point covers only certificates that name the point', async () => {
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

describe('the distribution points of a certificate', () => {
  it('count only without reasons and without another issuer', () => {
    // Three points: one with a name, one with reasons, one with another issuer.
    const named = '3009a007a005860361';
    expect(distributionPointsIn(der(`300b${named}2f62`))?.size).toBe(1);
    expect(distributionPointsIn(der(`300f${'300da007a0058603612f62810206c0'}`))?.size).toBe(0);
    expect(distributionPointsIn(der('3000'))?.size).toBe(0);
  });

  it.each(['0500', '30020500', '3003300101', ''])('are malformed as "%s"', (hex) => {
    expect(distributionPointsIn(der(hex))).toBeUndefined();
  });

  it.each([
    ['a field that does not exist', '300430028300'],
    ['its fields in another order', '300e300c810206c0a006a00486026f6b'],
    ['two names of the point', '30083006a002a000a000'],
    ['an empty name of the point', '30043002a000'],
    ['a name of a form that does not exist', '300a3008a006a00489026f6b'],
  ])('are malformed with %s', (_, hex) => {
    expect(distributionPointsIn(der(hex))).toBeUndefined();
  });
});

describe('the scope of a revocation list', () => {
  it('is every certificate when the extension is empty', () => {
    expect(scopeOf(der('3000'))).toEqual({ certificates: 'all', points: undefined });
  });

  it('keeps the raw bytes of the names of its distribution point', () => {
    const directoryName = 'a40f300d310b3009060355040613024e4f';
    const uri = '860361622f';
    const scope = scopeOf(der(`301aa018a016${directoryName}${uri}`));
    const names = [directoryName, uri].map((hex) => der(hex).toString('base64'));
    expect(scope).toEqual({ certificates: 'all', points: new Set(names) });
  });

  it.each([
    ['is malformed', '3001', 'malformed'],
    ['has bytes behind it', '30038101ff00', 'malformed'],
    ['has an indefinite length', '30808101ff0000', 'malformed'],
    ['has a length in long form', '3081038101ff', 'malformed'],
    ['writes TRUE as 1', '3003810101', 'malformed'],
    ['writes a default value', '3003810100', 'malformed'],
    ['has a field that does not exist', '30038601ff', 'malformed'],
    ['is indirect', '30038401ff', 'indirect'],
    ['has reasons', '3004830206c0', 'not supported'],
    ['is of attribute certificates', '30038501ff', 'not supported'],
    ['covers users only and CAs only', '30068101ff8201ff', 'no certificate'],
    ['names its point relative to another', '300fa00da10b3009060355040613024e4f', 'full name'],
  ])('is refused when it %s', (_, hex, message) => {
    expect(() => scopeOf(der(hex))).toThrow(message);
  });
});
