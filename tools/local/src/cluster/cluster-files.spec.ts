import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareFiles } from './cluster-files.js';
import { sealFiles, trustFolder } from './cluster-plan.js';

const inYears = (years: number) => new Date(Date.now() + years * 365 * 86_400_000);

describe('the files of a cluster', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'nordgate-files-'));
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  const read = (path: string) => readFile(path, 'utf8');
  const copies = async () => {
    const { RESPONSE_SEAL_CERT_FILE, RESPONSE_SEAL_KEY_FILE } = sealFiles(dataDir);
    return {
      ca: await read(join(trustFolder(dataDir), 'sandbox-ca.pem')),
      seal: {
        certificate: await read(RESPONSE_SEAL_CERT_FILE),
        key: await read(RESPONSE_SEAL_KEY_FILE),
      },
    };
  };

  it('give the gateway the CA, the seal, and links to given CA certificates', async () => {
    const trustDir = join(dataDir, 'given');
    await mkdir(trustDir);
    await writeFile(join(trustDir, 'other-ca.pem'), 'another CA');
    const { ca, bankSeal } = await prepareFiles({ dataDir, trustDir });
    expect(await copies()).toEqual({ ca: ca.certificate, seal: bankSeal });
    expect((await readdir(trustFolder(dataDir))).sort()).toEqual([
      'given-other-ca.pem',
      'sandbox-ca.pem',
    ]);
    expect(await read(join(trustFolder(dataDir), 'given-other-ca.pem'))).toBe('another CA');
  });

  it('follow a renewal while the cluster runs', async () => {
    const trust = await prepareFiles({ dataDir });
    const before = await copies();
    expect(await trust.renew(inYears(9.5))).toEqual(['ca', 'demoTpp', 'bankSeal']);
    const after = await copies();
    expect(after).toEqual({ ca: trust.ca.certificate, seal: trust.bankSeal });
    expect(after.ca).not.toBe(before.ca);
  });

  it('follow a renewal at the next look when the copies could not be written', async () => {
    const trust = await prepareFiles({ dataDir });
    await rm(trustFolder(dataDir), { recursive: true });
    await expect(trust.renew(inYears(9.5))).rejects.toThrow('ENOENT');
    await mkdir(trustFolder(dataDir));
    expect(await trust.renew(inYears(9.5))).toEqual([]);
    expect((await copies()).ca).toBe(trust.ca.certificate);
  });
});
