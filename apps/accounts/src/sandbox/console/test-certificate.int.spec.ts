import { createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { readTppCertificate, createTrustStore } from '@nordgate/signature';
import { EC_P256, opensslRequest, withBrokenSignature } from '@nordgate/signature/testing';
import { b, TestConsole } from '../../testing/test-console.int.js';

let console: TestConsole;
beforeAll(async () => {
  console = await TestConsole.open('console-certificate');
});
beforeEach(() => console.start());
afterEach(() => console.stop());
afterAll(() => console.close());

const call: TestConsole['call'] = (path, request) => console.call(path, request);
const visitOf: TestConsole['visitOf'] = (tpp, roles) => console.visitOf(tpp, roles);

describe('a test certificate of the console', () => {
  const pemsIn = (page: string) =>
    [...page.matchAll(/-----BEGIN ([A-Z ]+)-----[^<]+/g)].map(([pem, kind]) => ({ kind, pem }));

  async function made(form: Readonly<Record<string, string>>) {
    const { cookie, token } = await visitOf(b);
    const answer = await call('/certificate', {
      cookie,
      form: { token, role: 'PSP_PI', ...form },
    });
    const page = await answer.text();
    return { status: answer.status, pems: pemsIn(page), page };
  }

  it('is for the TPP of the visit and the key that was sent', async () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const key = publicKey.export({ format: 'pem', type: 'spki' }).toString();
    const { pems } = await made({ key, role: 'PSP_AI' });
    expect(pems.map(({ kind }) => kind)).toEqual(['CERTIFICATE']);
    const certificate = new X509Certificate(pems[0]?.pem ?? '');
    expect(certificate.publicKey.equals(createPublicKey(key))).toBe(true);
    const store = createTrustStore({ certificates: [console.ca.certificate] });
    const read = readTppCertificate(certificate.raw.toString('base64'), store, new Date());
    expect(read).toMatchObject({ tppId: b, roles: ['PSP_AI'] });
  });

  it('is for the key of the certificate request that was sent, and for no name in the request', async () => {
    const { request: key, publicKey } = await opensslRequest(['-newkey', 'rsa:2048']);
    const { pems } = await made({ key, role: 'PSP_PI' });
    expect(pems.map(({ kind }) => kind)).toEqual(['CERTIFICATE']);
    const certificate = new X509Certificate(pems[0]?.pem ?? '');
    expect(certificate.publicKey.equals(createPublicKey(publicKey))).toBe(true);
    expect(certificate.subject).toContain(b);
    expect(certificate.subject).not.toContain('tpp.example');
  });

  it.each([
    ['has none', undefined, []],
    ['has one that the asking certificate does not have', 'PSP_IC', ['PSP_PI', 'PSP_AI']],
    ['has one that PSD2 does not have', 'PSP_XX', ['PSP_PI', 'PSP_AI']],
    ['has one, and the asking certificate had none', 'PSP_PI', []],
  ])('is not made when its form %s, of roles', async (_what, role, roles) => {
    const { cookie, token } = await visitOf(b, roles);
    const form = { token, key: '', ...(role !== undefined && { role }) };
    const answer = await call('/certificate', { cookie, form });
    const page = await answer.text();
    expect([answer.status, pemsIn(page)]).toEqual([400, []]);
    expect(page).toContain('Choose at least one of the roles below');
    expect([...page.matchAll(/name="role" value="(\w+)"/g)].map(([, one]) => one)).toEqual(roles);
  });

  it('has only roles that the TPP has now', async () => {
    const { cookie, token } = await visitOf(b, ['PSP_PI', 'PSP_AI']);
    console.admissions.set(b, { is: 'admitted', roles: ['PSP_AI'] });
    const made = async (role: string) =>
      (await call('/certificate', { cookie, form: { token, role, key: '' } })).status;
    expect([await made('PSP_PI'), await made('PSP_AI')]).toEqual([400, 200]);
  });

  it('comes with a new private key when no key was sent', async () => {
    const [first, second] = [await made({ key: '' }), await made({ key: '' })];
    expect(first.pems.map(({ kind }) => kind)).toEqual(['CERTIFICATE', 'PRIVATE KEY']);
    expect(second.pems[1]).not.toEqual(first.pems[1]);
  });

  const { privateKey, publicKey: shortKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const { publicKey: curveKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  it.each([
    ['a short key', shortKey.export({ format: 'pem', type: 'spki' }).toString()],
    ['a key of a curve', curveKey.export({ format: 'pem', type: 'spki' }).toString()],
    ['a private key', privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()],
    ['no PEM', 'key'],
    ['a PEM without its end', shortKey.export({ format: 'pem', type: 'spki' }).slice(0, 90)],
    ['a PEM of no base64', '-----BEGIN CERTIFICATE REQUEST-----\n%%%\n'],
    ['as much text as a form may have', '-----BEGIN PUBLIC KEY-----\n'.padEnd(15_000, 'A')],
  ])('is not made for %s, and the page says what is wanted', async (_what, key) => {
    const { status, pems, page } = await made({ key: String(key) });
    expect({ status, pems }).toEqual({ status: 400, pems: [] });
    expect(page).toContain('public key of RSA with 2048 bits or more, as PEM');
  });

  it.each([
    ['has a short key', async () => (await opensslRequest(['-newkey', 'rsa:1024'])).request],
    ['has a key of a curve', async () => (await opensslRequest(EC_P256)).request],
    [
      'is not signed with its key',
      async () => withBrokenSignature((await opensslRequest(['-newkey', 'rsa:2048'])).request),
    ],
  ])('is not made for a certificate request that %s', async (_what, request) => {
    const { status, pems, page } = await made({ key: await request() });
    expect({ status, pems }).toEqual({ status: 400, pems: [] });
    expect(page).toContain('This is no certificate request');
  });

  it('is not made for a form of a megabyte, and the page says that it is too long', async () => {
    const { status, pems, page } = await made({ key: 'A'.repeat(1_000_000) });
    expect({ status, pems }).toEqual({ status: 413, pems: [] });
    expect(page).toContain('The form is too long.');
  });
});
