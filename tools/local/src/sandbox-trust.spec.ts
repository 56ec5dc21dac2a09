import { generateKeyPairSync } from 'node:crypto';
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
