import { createPrivateKey } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { SecretWatch, SettingsError } from '@nordgate/service/settings';
import { certificatesIn } from '@nordgate/signature';
import { issueBankSeal, issueSandboxCa } from '@nordgate/signature/issue';
import type { IssuedPem } from '@nordgate/signature/issue';
import { instrumentsOf } from '@nordgate/telemetry';
import { mountedSeal } from './mounted-seal.js';

const now = new Date('2030-03-01T10:00:00Z');
const validity = { validFrom: new Date('2030-01-01'), validTo: new Date('2031-01-01') };
let folder: string;
let seal: IssuedPem;
let other: IssuedPem;
const fileOf = (name: string) => join(folder, name);
const files = () => ({
  RESPONSE_SEAL_CERT_FILE: fileOf('seal.pem'),
  RESPONSE_SEAL_KEY_FILE: fileOf('seal.key.pem'),
});

const options = (at = now) => ({ now: () => at, watch: new SecretWatch() });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nordgate-seal-'));
  const ca = await issueSandboxCa({ ...validity, commonName: 'CA', organisation: 'CA' });
  const bank = { ...validity, ca, commonName: 'B', organisation: 'B' };
  seal = await issueBankSeal({ ...bank, organizationIdentifier: 'PSDNO-FSA-1' });
  other = await issueBankSeal({ ...bank, organizationIdentifier: 'PSDNO-FSA-1' });
  await writeFile(fileOf('other.key.pem'), other.key);
  await writeFile(fileOf('seal.pem'), seal.certificate + ca.certificate);
  await writeFile(fileOf('seal.key.pem'), seal.key);
});
afterAll(() => rm(folder, { recursive: true }));

describe('the mounted seal', () => {
  it('is absent without paths', async () => {
    expect(await mountedSeal({}, options())).toEqual({});
  });

  it('is read with the certificates of its issuers', async () => {
    const { responseSeal } = await mountedSeal(files(), options());
    expect(responseSeal?.certificate.match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
    const prepared = responseSeal?.sealer({ body: '', header: () => undefined, now });
    expect(prepared?.key.equals(createPrivateKey(seal.key))).toBe(true);
  });

  it.each([
    [
      'only one is named',
      () => ({ RESPONSE_SEAL_KEY_FILE: fileOf('seal.key.pem') }),
      now,
      'together',
    ],
    ['one is not there', () => ({ ...files(), RESPONSE_SEAL_CERT_FILE: '/none' }), now, 'ENOENT'],
    [
      'the key is another one',
      () => ({ ...files(), RESPONSE_SEAL_KEY_FILE: fileOf('other.key.pem') }),
      now,
      'not the one',
    ],
    [
      'the certificate is a key',
      () => ({ ...files(), RESPONSE_SEAL_CERT_FILE: fileOf('seal.key.pem') }),
      now,
      'malformed',
    ],
    ['it has expired', files, new Date('2031-01-02'), 'not valid now'],
    ['it is not valid yet', files, new Date('2029-12-31'), 'not valid now'],
  ])('cannot be used when %s', async (_what, named, at, said) => {
    const fault: unknown = await mountedSeal(named(), options(at)).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(SettingsError);
    expect((fault as Error).message).toContain(said);
  });

  it('changes with its key, and publishes both certificates meanwhile', async () => {
    const { watch, now: at } = options();
    const [cert, key] = [fileOf('rotated.pem'), fileOf('rotated.key.pem')];
    await writeFile(cert, seal.certificate);
    await writeFile(key, seal.key);
    const paths = { RESPONSE_SEAL_CERT_FILE: cert, RESPONSE_SEAL_KEY_FILE: key };
    const { responseSeal } = await mountedSeal(paths, { watch, now: at });
    const keyInUse = () => responseSeal?.sealer({ body: '', header: () => undefined, now }).key;
    const published = () => certificatesIn(responseSeal?.certificate ?? '');
    const serials = (...pems: readonly string[]) =>
      pems.flatMap((pem) => certificatesIn(pem).map(({ serial }) => serial));

    await writeFile(cert, seal.certificate + other.certificate);
    await watch.look();
    expect(keyInUse()?.equals(createPrivateKey(seal.key))).toBe(true);
    expect(published().map(({ serial }) => serial)).toEqual(
      serials(seal.certificate, other.certificate),
    );
    await writeFile(key, other.key);
    await watch.look();
    expect(keyInUse()?.equals(createPrivateKey(other.key))).toBe(true);
    expect(published().map(({ serial }) => serial)).toEqual(
      serials(other.certificate, seal.certificate),
    );
    // A key without a certificate keeps the last good seal.
    await writeFile(key, seal.key);
    await writeFile(cert, other.certificate);
    await watch.look();
    expect(keyInUse()?.equals(createPrivateKey(other.key))).toBe(true);
  });

  it('tells when the certificate of its key expires', async () => {
    const { watch, now: at } = options();
    await mountedSeal(files(), { watch, now: at });
    const measured = jest.spyOn(instrumentsOf().certificateEnd, 'record');
    await watch.look();
    const [own] = certificatesIn(seal.certificate);
    const end = (own?.validTo.getTime() ?? 0) / 1000;
    expect(measured).toHaveBeenCalledWith(end, { 'nordgate.certificate': 'response-seal' });
    measured.mockRestore();
  });
});
