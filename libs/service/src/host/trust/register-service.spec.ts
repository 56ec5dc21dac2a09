import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { opensslCa } from '@nordgate/signature/testing';
import { startFakeRegister } from '../../testing/fake-register.js';
import type { FakeRegister, RegisterManner } from '../../testing/fake-register.js';
import { openRegisterService } from './register-service.js';
import type { RegisterServiceOptions } from './register-service.js';

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 10, 0, second));
const tpp = 'PSDNO-FSA-100000001';
const entry = {
  ...{ organizationIdentifier: tpp, name: 'A TPP AS', roles: ['PSP_PI'] },
  ...{ status: 'authorised', from: '2026-01-01' },
};

let folder: string;
let fake: FakeRegister;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nordgate-register-'));
  fake = await startFakeRegister();
  fake.entries = [entry];
});
afterEach(async () => {
  await fake.stop();
  await rm(folder, { recursive: true });
});

/** A register after its first look. */
async function open(change: Partial<RegisterServiceOptions> = {}) {
  const register = await openRegisterService({ url: fake.url, everyMs: 1000, ...change }, at(0));
  await register.look(at(0));
  return register;
}
const statuses = () => fake.requests.map(({ status }) => status);

describe('the service of the register of TPPs', () => {
  it('is asked at its interval, and with the ETag of its last answer', async () => {
    const register = await open();
    await register.look(at(0.5));
    expect(statuses()).toEqual([200]);
    expect(await register.look(at(1))).toEqual({ is: 'same' });
    expect(statuses()).toEqual([200, 304]);
  });

  it('may know no ETag: the same list is no change', async () => {
    fake.manner = 'forgetful';
    const register = await open();
    expect(await register.look(at(1))).toEqual({ is: 'same' });
    expect(statuses()).toEqual([200, 200]);
  });

  it('is asked again at the next look after a fault', async () => {
    const register = await open();
    fake.manner = 'down';
    expect(await register.look(at(1))).toMatchObject({ is: 'faulty' });
    fake.manner = 'good';
    expect(await register.look(at(1.1))).toEqual({ is: 'changed' });
  });

  it.each<readonly [RegisterManner, Partial<RegisterServiceOptions>, string]>([
    ['down', {}, 'the service answered 503'],
    ['elsewhere', {}, 'the service answered 302'],
    ['slow', { timeoutMs: 50 }, 'no answer within 50 ms'],
    ['huge', {}, 'the answer has more than 16777216 bytes'],
    ['garbage', {}, 'it is not JSON'],
  ])('that is %s does not change the register', async (manner, options, fault) => {
    const register = await open(options);
    fake.manner = manner;
    expect(await register.look(at(1))).toEqual({ is: 'faulty', fault, isNews: true });
    expect(register.value.find(tpp, '2026-11-20').is).toBe('authorised');
    expect(register.lastGoodAt).toEqual(at(0));
  });

  it('gets the token of the mounted file, also after the file has changed', async () => {
    const tokenFile = join(folder, 'token');
    await writeFile(tokenFile, 'one\n');
    const register = await open({ tokenFile });
    await writeFile(tokenFile, 'two\n');
    await register.look(at(1));
    const sent = fake.requests.map(({ headers }) => headers.authorization);
    expect(sent).toEqual(['Bearer one', 'Bearer two']);
  });

  it('is trusted by the mounted CA only, and sees the certificate of the bank', async () => {
    const ca = await opensslCa({
      subject: '/CN=register',
      keyUsage: 'keyCertSign,digitalSignature',
      extensions: ['subjectAltName=IP:127.0.0.1'],
    });
    const tls = { cert: ca.certificate, key: ca.key, ca: ca.certificate };
    const over = await startFakeRegister({ ...tls, requestCert: true, rejectUnauthorized: true });
    over.entries = [entry];
    for (const name of ['ca', 'cert', 'key'] as const)
      await writeFile(join(folder, name), tls[name]);
    const path = (name: string) => join(folder, name);
    const tlsFiles = { ca: path('ca'), cert: path('cert'), key: path('key') };
    const standing = async (files: RegisterServiceOptions['tlsFiles']) =>
      (await open({ url: over.url, tlsFiles: files })).value.find(tpp, '2026-11-20').is;
    expect(await standing(tlsFiles)).toBe('authorised');
    expect(await standing({ ca: tlsFiles.ca })).toBe('unknown');
    expect(await standing(undefined)).toBe('unknown');
    await over.stop();
  });
});

describe('a start while the service of the register gives no answer', () => {
  it('has an empty register that was never good, and recovers', async () => {
    fake.manner = 'down';
    const register = await open();
    expect([register.value.find(tpp, '2026-11-20').is, register.lastGoodAt.getTime()]).toEqual([
      'unknown',
      0,
    ]);
    fake.manner = 'good';
    expect(await register.look(at(1))).toEqual({ is: 'changed' });
    expect(register.value.find(tpp, '2026-11-20').is).toBe('authorised');
  });

  it('has the kept copy with the time of the last good answer', async () => {
    const keptFile = join(folder, 'kept.json');
    await open({ keptFile });
    await utimes(keptFile, at(-60), at(-60));
    fake.manner = 'down';
    const register = await open({ keptFile });
    expect([register.value.find(tpp, '2026-11-20').is, register.lastGoodAt]).toEqual([
      'authorised',
      at(-60),
    ]);
  });

  it('does not use a copy that is broken', async () => {
    const keptFile = join(folder, 'kept.json');
    await writeFile(keptFile, '[{');
    fake.manner = 'down';
    expect((await open({ keptFile })).lastGoodAt.getTime()).toBe(0);
  });
});

describe('the kept copy of the register', () => {
  it('gets each new list, and the time of an answer without a change', async () => {
    const keptFile = join(folder, 'kept.json');
    const register = await open({ keptFile });
    await utimes(keptFile, at(-60), at(-60));
    await register.look(at(1));
    expect((await open({ keptFile, url: 'http://127.0.0.1:1/' })).lastGoodAt).toEqual(at(0));
    fake.entries = [];
    await register.look(at(2));
    expect(await readFile(keptFile, 'utf8')).toBe('[]');
  });

  it('that cannot be written does not stop the register, and is reported', async () => {
    const register = await open({ keptFile: join(folder, 'nowhere', 'kept.json') });
    fake.entries = [];
    const result = await register.look(at(1));
    const trouble: unknown = expect.stringContaining('ENOENT');
    expect(result).toEqual({ is: 'changed', trouble });
  });
});

describe('a copy of the register that several processes share', () => {
  it('starts a process that has never asked, with the age of the last answer to any of them', async () => {
    const keptFile = join(folder, 'shared.json');
    const [first, second] = [await open({ keptFile }), await open({ keptFile })];
    fake.entries = [];
    await first.look(at(1));
    await second.look(at(1));
    fake.entries = [entry];
    await second.look(at(2));
    await utimes(keptFile, at(-30), at(-30));
    fake.manner = 'down';
    const fresh = await open({ keptFile });
    expect(fresh.value.find(tpp, '2026-11-20').is).toBe('authorised');
    expect(fresh.lastGoodAt).toEqual(at(-30));
    await first.look(at(3));
    expect((await open({ keptFile })).lastGoodAt).toEqual(at(-30));
  });

  it('is whole at each moment, also while several processes write', async () => {
    const keptFile = join(folder, 'shared.json');
    const writers = await Promise.all([open({ keptFile }), open({ keptFile }), open({ keptFile })]);
    for (let round = 1; round <= 20; round += 1) {
      fake.entries = round % 2 === 0 ? [entry] : [];
      const looks = writers.map((one) => one.look(at(round)));
      expect(JSON.parse(await readFile(keptFile, 'utf8'))).toEqual(expect.any(Array));
      await Promise.all(looks);
    }
  });
});
