import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sealAlgorithmOf, sealCertificateOf } from '@nordgate/signature';
import type { SignatureAlgorithm } from '@nordgate/signature';
import { openSandboxTrust } from './sandbox-trust.js';

describe("the bank's seal of a sandbox", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nordgate-sandbox-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const sealIn = async (algorithm?: SignatureAlgorithm) => {
    const { bankSeal } = await openSandboxTrust(folder, new Date(), algorithm);
    return { bankSeal, algorithm: sealAlgorithmOf(sealCertificateOf(bankSeal)) };
  };

  it('is an ECDSA seal in a new folder', async () => {
    expect((await sealIn()).algorithm).toBe('ecdsa-sha256');
  });

  it('stays the RSA seal of an older folder until another algorithm is demanded', async () => {
    const rsa = await sealIn('rsa-sha256');
    expect(rsa.algorithm).toBe('rsa-sha256');
    expect(await sealIn()).toEqual(rsa);
    expect(await sealIn('rsa-sha256')).toEqual(rsa);
    const ecdsa = await sealIn('ecdsa-sha256');
    expect(ecdsa.algorithm).toBe('ecdsa-sha256');
    expect(await sealIn()).toEqual(ecdsa);
  });

  it('is made again when its files do not belong together', async () => {
    const { bankSealFiles } = await openSandboxTrust(folder, new Date());
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    await writeFile(bankSealFiles.key, other.export({ type: 'pkcs8', format: 'pem' }));
    expect((await sealIn('ecdsa-sha256')).algorithm).toBe('ecdsa-sha256');
  });
});

describe('the certificates of a sandbox in the course of years', () => {
  const start = new Date('2026-11-26T12:00:00Z');
  const dayMs = 86_400_000;
  const tenYears = 3650;
  const inDays = (days: number) => new Date(start.getTime() + days * dayMs);
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nordgate-sandbox-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const certificatesAt = async (days: number, algorithm?: SignatureAlgorithm) => {
    const { ca, demoTpp, bankSeal } = await openSandboxTrust(folder, inDays(days), algorithm);
    return [ca, demoTpp, bankSeal].map(({ certificate }) => new X509Certificate(certificate));
  };
  const serials = (certificates: readonly X509Certificate[]) =>
    certificates.map(({ serialNumber }) => serialNumber);

  it('stay as they are while at least a year is left', async () => {
    const first = serials(await certificatesAt(0));
    expect(serials(await certificatesAt(tenYears - 365))).toEqual(first);
  });

  it('are renewed at a start with less than a year left, for ten years more', async () => {
    const first = serials(await certificatesAt(0));
    const late = tenYears - 364;
    const renewed = await certificatesAt(late);
    for (const [at, { serialNumber, validToDate }] of renewed.entries()) {
      expect(serialNumber).not.toBe(first[at]);
      expect(validToDate).toEqual(inDays(late + tenYears));
    }
    expect(serials(await certificatesAt(late + 200))).toEqual(serials(renewed));
  });

  it('keep a bank going that runs for months after any start', async () => {
    for (let days = 0; days < 3 * tenYears; days += 300) {
      for (const { validToDate } of await certificatesAt(days)) {
        expect(validToDate.getTime()).toBeGreaterThanOrEqual(inDays(days + 365).getTime());
      }
    }
  });

  it('are trusted by the renewed CA when the old one has issued them', async () => {
    const [oldCa, tpp] = await certificatesAt(0);
    const [ca] = await certificatesAt(tenYears - 1);
    expect(ca?.publicKey.equals(oldCa!.publicKey)).toBe(true);
    expect(ca?.subject).toBe(oldCa?.subject);
    expect(tpp?.checkIssued(ca!)).toBe(true);
    expect(tpp?.verify(ca!.publicKey)).toBe(true);
  });

  it('keep the algorithm of the seal', async () => {
    await certificatesAt(0, 'rsa-sha256');
    const [, , seal] = await certificatesAt(tenYears);
    expect(seal?.publicKey.asymmetricKeyType).toBe('rsa');
  });
});
