import { createCertificateCache } from '../trust/certificate-cache.js';
import { buildPath } from '../trust/certificate-path.js';
import { parseCertificate } from '../certificate/certificate.js';
import { issueTppSeal, type IssuedPem } from '../issue/issue.js';
import { pemBlocks } from '../certificate/pem.js';
import { referenceOf } from './revocation-status.js';
import { EC_P256, opensslCa, opensslRevocationList } from '../testing/openssl-ca.js';
import { createTrustStore, type TrustStoreInput } from '../trust/trust-store.js';

const hour = 3_600_000;
/** Later than the CAs are made, since openssl dates them itself. */
let now: Date;
const from = (ms: number) => new Date(now.getTime() + ms);
const wholeSecond = (time: Date) => new Date(Math.floor(time.getTime() / 1000) * 1000);

let root: IssuedPem;
let sub: IssuedPem;
let leaf: IssuedPem;
let leafOfSub: IssuedPem;

const sealOf = (ca: IssuedPem) =>
  issueTppSeal({
    ca,
    validFrom: from(-hour),
    validTo: from(1000 * hour),
    commonName: 'A seal',
    organisation: 'A TPP AS',
    organizationIdentifier: 'PSDNO-FSA-123456789',
    roles: ['PSP_PI'],
  });

beforeAll(async () => {
  now = new Date(Date.now() + 60_000);
  root = await opensslCa({ subject: '/C=NO/O=Trust/CN=Root' });
  sub = await opensslCa({ subject: '/C=NO/O=Trust/CN=Issuing', issuer: root });
  [leaf, leafOfSub] = await Promise.all([sealOf(root), sealOf(sub)]);
});

const headerOf = ({ certificate }: IssuedPem) =>
  pemBlocks(certificate, 'CERTIFICATE')![0]!.toString('base64');
const certificateIn = ({ certificate }: IssuedPem) =>
  parseCertificate(pemBlocks(certificate, 'CERTIFICATE')![0]!)!;
const storeOf = (input: Partial<TrustStoreInput>) =>
  createTrustStore({ certificates: [root.certificate, sub.certificate], ...input });

/** The refusal's reason, or the TPP's id. */
function verdict(seal: IssuedPem, input: Partial<TrustStoreInput>, at = now): string {
  const found = createCertificateCache(storeOf(input)).find(headerOf(seal), at);
  return 'refused' in found ? `${found.refused} ${found.reason}` : found.certificate.tppId;
}

const tpp = 'PSDNO-FSA-123456789';
const required = { revocationPolicy: 'required' } as const;

describe('a path with a current list of every issuer', () => {
  it('is trusted while no certificate of it is revoked', async () => {
    const other = await sealOf(root);
    const lists = [
      await opensslRevocationList(root, { revoked: [other.certificate] }),
      await opensslRevocationList(sub),
    ];
    expect(verdict(leafOfSub, { ...required, revocationLists: lists })).toBe(tpp);
    expect(verdict(leaf, { ...required, revocationLists: lists })).toBe(tpp);
  });

  it('is refused when the leaf is on a list, even where lists are optional', async () => {
    const lists = [await opensslRevocationList(root, { revoked: [leaf.certificate] })];
    const refusal = 'BAD_REQUEST certificate-revoked';
    expect(verdict(leaf, { revocationLists: lists })).toBe(refusal);
    expect(verdict(leaf, { ...required, revocationLists: lists })).toBe(refusal);
  });

  it('is refused when an intermediate is on the list of the root', async () => {
    const lists = [
      await opensslRevocationList(root, { revoked: [sub.certificate] }),
      await opensslRevocationList(sub),
    ];
    expect(verdict(leafOfSub, { revocationLists: lists })).toBe('BAD_REQUEST certificate-revoked');
  });

  it('ends at a mounted root, or at a mounted intermediate without a root', async () => {
    const revocationLists = [await opensslRevocationList(root, { revoked: [sub.certificate] })];
    const both = [root.certificate, sub.certificate];
    const mounted = { certificates: [], authorities: both, revocationLists };
    expect(verdict(leafOfSub, mounted)).toBe('BAD_REQUEST certificate-revoked');
    expect(verdict(leafOfSub, { certificates: [], authorities: both })).toBe(tpp);
    expect(verdict(leafOfSub, { certificates: [], authorities: [sub.certificate] })).toBe(tpp);
  });

  it('uses the newest of several lists', async () => {
    const older = await opensslRevocationList(root, { thisUpdate: from(-3 * hour) });
    const newer = await opensslRevocationList(root, {
      revoked: [leaf.certificate],
      thisUpdate: from(-2 * hour),
    });
    const refusal = 'BAD_REQUEST certificate-revoked';
    expect(verdict(leaf, { revocationLists: [newer, older] })).toBe(refusal);
    expect(verdict(leaf, { revocationLists: [older, newer] })).toBe(refusal);
  });

  it('uses a list in DER', async () => {
    const list = await opensslRevocationList(root, { revoked: [leaf.certificate] });
    const der = pemBlocks(list, 'X509 CRL')![0]!;
    expect(verdict(leaf, { revocationLists: [der] })).toBe('BAD_REQUEST certificate-revoked');
  });

  it('uses a list with thousands of entries', async () => {
    const others = Array.from({ length: 3000 }, (_, i) => (0x1000 + i).toString(16));
    const list = await opensslRevocationList(root, {
      revoked: [leaf.certificate],
      revokedSerials: others,
    });
    expect(verdict(leaf, { revocationLists: [list] })).toBe('BAD_REQUEST certificate-revoked');
  });
});

describe('a path without a current list', () => {
  const unknown = 'BAD_REQUEST revocation-unknown';

  it('is trusted where lists are optional, refused where they are required', () => {
    expect(verdict(leaf, {})).toBe(tpp);
    expect(verdict(leaf, required)).toBe(unknown);
  });

  it('is refused when the list of the intermediate’s issuer is missing', async () => {
    const lists = [await opensslRevocationList(sub)];
    expect(verdict(leafOfSub, { ...required, revocationLists: lists })).toBe(unknown);
  });

  it('is refused as soon as nextUpdate has passed, also from the cache', async () => {
    const due = wholeSecond(from(hour));
    const lists = [await opensslRevocationList(root, { nextUpdate: due })];
    const cache = createCertificateCache(storeOf({ ...required, revocationLists: lists }), {
      trustedForMs: Number.MAX_SAFE_INTEGER,
    });
    const reasonAt = (at: Date) => {
      const found = cache.find(headerOf(leaf), at);
      return 'refused' in found ? found.reason : 'trusted';
    };
    expect(reasonAt(now)).toBe('trusted');
    expect(reasonAt(due)).toBe('trusted');
    expect(verdict(leaf, { ...required, revocationLists: lists }, due)).toBe(tpp);
    expect(reasonAt(new Date(due.getTime() + 1))).toBe('revocation-unknown');
    expect(verdict(leaf, { revocationLists: lists }, from(2 * hour))).toBe(tpp);
  });

  it('ends when the first list of its issuers is due, where lists are required', async () => {
    const [soon, later] = [from(hour), from(2 * hour)].map(wholeSecond);
    const lists = [
      await opensslRevocationList(sub, { nextUpdate: soon! }),
      await opensslRevocationList(root, { nextUpdate: later! }),
    ];
    const endOf = (input: Partial<TrustStoreInput>) => {
      const path = buildPath(
        certificateIn(leafOfSub),
        storeOf({ ...input, revocationLists: lists }),
        now,
      );
      return 'refused' in path ? path.reason : path.notAfter;
    };
    expect(endOf(required)).toEqual(soon);
    expect(endOf({})).toEqual(certificateIn(leafOfSub).validTo);
  });

  it('uses a list from the second on at which the list was made', async () => {
    const thisUpdate = wholeSecond(from(hour));
    const lists = [await opensslRevocationList(root, { thisUpdate, nextUpdate: from(9 * hour) })];
    const at = (time: Date) => verdict(leaf, { ...required, revocationLists: lists }, time);
    expect(at(new Date(thisUpdate.getTime() - 1))).toBe(unknown);
    expect(at(thisUpdate)).toBe(tpp);
  });

  it('is refused when the only list of the key is by a former name of the CA', async () => {
    const former = await opensslCa({ subject: '/CN=Former name', key: root.key });
    const input = {
      ...required,
      certificates: [root.certificate, former.certificate],
      revocationLists: [await opensslRevocationList(former)],
    };
    expect(verdict(leaf, input)).toBe(unknown);
  });

  it('is still refused as revoked when the overdue list names it', async () => {
    const lists = [
      await opensslRevocationList(root, {
        revoked: [leaf.certificate],
        thisUpdate: from(-3 * hour),
        nextUpdate: from(-hour),
      }),
    ];
    expect(verdict(leaf, { revocationLists: lists })).toBe('BAD_REQUEST certificate-revoked');
  });

  it('does not use a list of the future', async () => {
    const lists = [await opensslRevocationList(root, { thisUpdate: from(hour) })];
    expect(verdict(leaf, { ...required, revocationLists: lists })).toBe(unknown);
  });
});

describe('a revocation list', () => {
  const using = (list: string | Buffer) => () => storeOf({ revocationLists: [list] });
  const extended = (...extensions: readonly string[]) =>
    opensslRevocationList(root, { extensions });

  it('may carry extensions that are not critical', async () => {
    const list = await extended('authorityKeyIdentifier = keyid:always', '1.2.3.4 = DER:0500');
    expect(using(list)).not.toThrow();
  });

  it.each([
    ['that is a delta', '2.5.29.27 = critical,DER:020101', /delta/],
    ['that is a delta without saying critical', '2.5.29.27 = DER:020101', /delta/],
    ['that is indirect', '2.5.29.28 = critical,DER:30038401ff', /indirect/],
    ['of some reasons', '2.5.29.28 = critical,DER:3004830201fe', /part/],
    ['of attribute certificates', '2.5.29.28 = critical,DER:30038501ff', /part/],
    ['for nobody', '2.5.29.28 = critical,DER:30068101ff8201ff', /no certificate/],
    ['with a malformed scope', '2.5.29.28 = critical,DER:0500', /scope/],
    ['with a relative point', '2.5.29.28 = critical,DER:3004a002a100', /point/],
    ['with an unknown critical extension', '1.2.3.4.5 = critical,ASN1:UTF8:strange', /critical/],
  ])('%s is not used', async (_which, extension, said) => {
    expect(using(await extended(extension))).toThrow(said);
  });

  it('signed with SHA-1 is not used', async () => {
    expect(using(await opensslRevocationList(root, { signing: { digest: 'sha1' } }))).toThrow(
      'not accepted',
    );
  });

  it('of a CA that is not trusted is not used', async () => {
    const stranger = await opensslCa({ subject: '/C=NO/O=Trust/CN=Stranger', newKey: EC_P256 });
    expect(using(await opensslRevocationList(stranger))).toThrow('No trusted CA');
  });

  it('of an impostor with the same name is not used', async () => {
    const impostor = await opensslCa({ subject: '/C=NO/O=Trust/CN=Root' });
    expect(using(await opensslRevocationList(impostor))).toThrow('not signed by the trusted CA');
  });

  it('of an impostor with the same name and another type of key is not used', async () => {
    const impostor = await opensslCa({
      subject: '/C=NO/O=Trust/CN=Root',
      newKey: ['-newkey', 'ed25519'],
    });
    const list = await opensslRevocationList(root);
    const store = () =>
      createTrustStore({ certificates: [impostor.certificate], revocationLists: [list] });
    expect(store).toThrow('not signed by the trusted CA');
    expect(using(await opensslRevocationList(impostor))).toThrow('not signed by the trusted CA');
  });

  it('of a CA that may sign no lists is not used', async () => {
    const issuer = await opensslCa({
      subject: '/CN=No lists',
      keyUsage: 'keyCertSign',
      newKey: EC_P256,
    });
    const list = await opensslRevocationList(issuer);
    const store = () =>
      createTrustStore({ certificates: [issuer.certificate], revocationLists: [list] });
    expect(store).toThrow('not signed by the trusted CA');
  });

  it('that was changed after it was signed is not used', async () => {
    const list = await opensslRevocationList(root, { revoked: [leaf.certificate] });
    const der = Buffer.from(pemBlocks(list, 'X509 CRL')![0]!);
    const { serial } = certificateIn(leaf);
    const octets = Buffer.from(serial.toString(16).padStart(2, '0'), 'hex');
    der[der.indexOf(octets) + octets.length - 1]! ^= 1;
    expect(using(der)).toThrow('not signed by the trusted CA');
  });

  it.each([
    ['no PEM', 'text', 'holds no revocation list'],
    ['a certificate', () => root.certificate, 'holds no revocation list'],
    ['cut DER', Buffer.from('3081803000', 'hex'), 'list is malformed'],
  ])('that is %s is not used', (_what, source, said) => {
    const use = using(typeof source === 'function' ? source() : source);
    expect(use).toThrow(TypeError);
    expect(use).toThrow(said);
  });
});

describe('a certificate that was trusted before', () => {
  const referenceTo = ({ certificate }: IssuedPem) =>
    referenceOf(parseCertificate(pemBlocks(certificate, 'CERTIFICATE')![0]!)!);
  const isDistrusted = (seal: IssuedPem, ...revocationLists: readonly string[]) =>
    storeOf({ revocationLists }).revocations.isDistrusted(referenceTo(seal), now);
  const revoking = (ca: IssuedPem, reason?: string) =>
    opensslRevocationList(ca, {
      revoked: [leaf.certificate],
      ...(reason !== undefined && { reason }),
    });

  it.each([
    [undefined, true],
    ['unspecified', true],
    ['keyCompromise', true],
    ['CACompromise', true],
    ['affiliationChanged', true],
    ['cessationOfOperation', true],
    ['superseded', false],
  ])('and is revoked with the reason %s is distrusted: %s', async (reason, expected) => {
    const list = await revoking(root, reason);
    expect(isDistrusted(leaf, list)).toBe(expected);
    expect(verdict(leaf, { revocationLists: [list] })).toContain('certificate-revoked');
  });

  it('is not distrusted without a list, or by the list of another issuer', async () => {
    expect(isDistrusted(leaf)).toBe(false);
    expect(isDistrusted(leaf, await revoking(sub))).toBe(false);
    expect(isDistrusted(await sealOf(root), await revoking(root))).toBe(false);
  });

  it('is judged by the newest list that is not of the future', async () => {
    const at = (ms: number, revoked: readonly string[]) =>
      opensslRevocationList(root, { revoked, thisUpdate: from(ms) });
    const [old, newer, future] = [
      await at(-3 * hour, [leaf.certificate]),
      await at(-2 * hour, []),
      await at(2 * hour, [leaf.certificate]),
    ];
    expect(isDistrusted(leaf, old)).toBe(true);
    expect(isDistrusted(leaf, old, newer)).toBe(false);
    expect(isDistrusted(leaf, future, newer)).toBe(false);
  });

  it('is not cleared by the list of one scope that has no entry', async () => {
    const users = await opensslRevocationList(root, {
      thisUpdate: from(-hour),
      extensions: ['issuingDistributionPoint = critical, @point', '[point]', 'onlyCA = TRUE'],
    });
    expect(isDistrusted(leaf, await revoking(root), users)).toBe(true);
  });
});
