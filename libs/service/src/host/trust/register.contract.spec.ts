import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFakeRegister } from '../../testing/fake-register.js';
import { openRegisterFile } from './open-register.js';
import { openRegisterService } from './register-service.js';
import type { MountedValue } from './mounted-value.js';
import type { TppRegister } from './tpp-register.js';

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 10, 0, second));
const tpp = 'PSDNO-FSA-100000001';
const today = '2026-11-20';
const entry = {
  ...{ organizationIdentifier: tpp, name: 'A TPP AS', roles: ['PSP_PI'] },
  ...{ status: 'authorised', from: '2026-01-01' },
};

/** A register that a test changes and breaks. */
interface ARegister {
  put(...entries: readonly unknown[]): Promise<void>;
  putText(text: string): Promise<void>;
  open(): Promise<MountedValue<TppRegister>>;
  stop(): Promise<void>;
}

async function aFile(): Promise<ARegister> {
  const folder = await mkdtemp(join(tmpdir(), 'nordgate-register-'));
  const path = join(folder, 'register.json');
  const putText = (text: string) => writeFile(path, text);
  return {
    putText,
    put: (...entries) => putText(JSON.stringify(entries)),
    open: () => openRegisterFile(path, at(0)),
    stop: () => rm(folder, { recursive: true }),
  };
}

async function aService(): Promise<ARegister> {
  const fake = await startFakeRegister();
  return {
    put(...entries) {
      Object.assign(fake, { entries, manner: 'good' });
      return Promise.resolve();
    },
    putText() {
      fake.manner = 'garbage';
      return Promise.resolve();
    },
    open: () => openRegisterService({ url: fake.url, everyMs: 1000 }, at(0)),
    stop: () => fake.stop(),
  };
}

describe.each([
  ['a file', aFile],
  ['a service', aService],
])('the register of TPPs as %s', (_what, make) => {
  let source: ARegister;
  let register: MountedValue<TppRegister>;
  beforeEach(async () => {
    source = await make();
    await source.put(entry);
    register = await source.open();
    await register.look(at(0));
  });
  afterEach(() => source.stop());

  const standing = () => register.value.find(tpp, today).is;

  it('finds an authorised TPP, and follows its withdrawal', async () => {
    expect(standing()).toBe('authorised');
    await source.put({ ...entry, status: 'withdrawn' });
    expect(await register.look(at(2))).toEqual({ is: 'changed' });
    expect(standing()).toBe('withdrawn');
  });

  it('is the same when nothing has changed, and was good at that look', async () => {
    expect(await register.look(at(2))).toEqual({ is: 'same' });
    expect(register.lastGoodAt).toEqual(at(2));
  });

  it('keeps the last good list and its time while it cannot be read, and recovers', async () => {
    await source.putText('<html>');
    const faulty = { is: 'faulty', fault: 'it is not JSON' };
    expect(await register.look(at(2))).toEqual({ ...faulty, isNews: true });
    expect(await register.look(at(4))).toEqual({ ...faulty, isNews: false });
    expect([standing(), register.lastGoodAt]).toEqual(['authorised', at(0)]);
    await source.put({ ...entry, status: 'withdrawn' });
    expect(await register.look(at(6))).toEqual({ is: 'changed' });
    expect(standing()).toBe('withdrawn');
  });

  it('keeps the last good list when an entry has a fault', async () => {
    await source.put({ ...entry, roles: ['PSP_XX'] });
    expect(await register.look(at(2))).toMatchObject({ is: 'faulty' });
    expect(standing()).toBe('authorised');
  });
});
