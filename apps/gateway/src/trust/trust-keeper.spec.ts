import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueSandboxCa, issueTppSeal } from '@nordgate/signature/issue';
import type { IssuedPem } from '@nordgate/signature/issue';
import { opensslRevocationList } from '@nordgate/signature/testing';
import { createLog } from '@nordgate/telemetry';
import { openRegisterService } from '@nordgate/service/trust';
import { startFakeRegister } from '@nordgate/service/testing';
import type { FakeRegister } from '@nordgate/service/testing';
import { admittedRoles } from './tpp-trust.source.js';
import { readTrust, TrustKeeper } from './trust-keeper.js';
import type { TrustOptions, TrustReadings } from './trust-keeper.js';

const hour = 3_600_000;
const registerUnreadableMsMax = 5 * 60_000;
const start = new Date();
const tppId = 'PSDNO-FSA-123456789';

let ca: IssuedPem;
let seal: IssuedPem;
let folder: string;
let now: Date;
let lines: { readonly level: string; readonly msg: string; readonly fault?: string }[];

beforeAll(async () => {
  const validity = {
    validFrom: new Date(start.getTime() - hour),
    validTo: new Date(start.getTime() + 1000 * hour),
  };
  ca = await issueSandboxCa({ ...validity, commonName: 'CA', organisation: 'CA' });
  seal = await issueTppSeal({
    ...validity,
    ca,
    commonName: 'A seal',
    organisation: 'A TPP AS',
    organizationIdentifier: tppId,
    roles: ['PSP_PI', 'PSP_AI'],
  });
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nordgate-trust-'));
  now = start;
  lines = [];
  await put('ca.pem', ca.certificate);
});
afterEach(() => rm(folder, { recursive: true }));

const put = (name: string, content: string | Buffer) => writeFile(join(folder, name), content);
const entry = {
  organizationIdentifier: tppId,
  name: 'A TPP AS',
  roles: ['PSP_PI'],
  status: 'authorised',
  from: '2026-01-01',
};
const putRegister = (...entries: readonly unknown[]) =>
  put('register.json', JSON.stringify(entries));

async function keeperOf(
  options: Partial<TrustOptions> = {},
  service?: TrustReadings['register'],
): Promise<TrustKeeper> {
  const all = {
    folder,
    always: [],
    revocationPolicy: 'optional',
    registerPath: undefined,
    ...options,
  } as const;
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as never) };
  const log = createLog({ app: 'test', destination });
  const readings = await readTrust(all, now);
  return new TrustKeeper(
    { ...readings, register: service ?? readings.register },
    { log, now: () => now, registerUnreadableMsMax },
  );
}

const header = () => seal.certificate.replaceAll('\n', '');

/** What a request with the seal meets: a reason of the certificate, a code, or its roles. */
function verdict(keeper: TrustKeeper): string {
  const state = keeper.current(now);
  const found = state.certificates.find(header(), now);
  if ('refused' in found) return found.reason;
  try {
    const stops = new Map();
    return admittedRoles(found.certificate, { ...state, stops }, '2026-11-20').join();
  } catch (error) {
    const { status, faults } = error as { status: number; faults: [{ rule: string }] };
    return `${String(status)} ${faults[0].rule}`;
  }
}

const register = () => ({ registerPath: join(folder, 'register.json') });

describe('a change of the trust folder', () => {
  it('adds and removes a CA, also for cached certificates', async () => {
    const keeper = await keeperOf();
    expect(verdict(keeper)).toBe('PSP_PI,PSP_AI');
    await put('other.pem', (await aStranger()).certificate);
    await rm(join(folder, 'ca.pem'));
    await keeper.look();
    expect(verdict(keeper)).toBe('certificate-untrusted');
    await put('ca.pem', ca.certificate);
    await keeper.look();
    expect(verdict(keeper)).toBe('PSP_PI,PSP_AI');
  });

  it.each(['ca.crl', 'ca.crl.pem'])('revokes certificates by the list in %s', async (name) => {
    const keeper = await keeperOf();
    expect(verdict(keeper)).toBe('PSP_PI,PSP_AI');
    await put(name, await opensslRevocationList(ca, { revoked: [seal.certificate] }));
    expect(verdict(keeper)).toBe('PSP_PI,PSP_AI');
    await keeper.look();
    expect(verdict(keeper)).toBe('certificate-revoked');
  });

  it('is noticed when only a link changes, as in a mounted ConfigMap', async () => {
    for (const version of ['v1', 'v2']) await mkdir(join(folder, version));
    await put('v1/list.crl', await opensslRevocationList(ca));
    await put('v2/list.crl', await opensslRevocationList(ca, { revoked: [seal.certificate] }));
    await symlink('v1', join(folder, '..data'));
    await symlink('..data/list.crl', join(folder, 'list.crl'));
    const keeper = await keeperOf();
    await symlink('v2', join(folder, '..new'));
    await rename(join(folder, '..new'), join(folder, '..data'));
    await keeper.look();
    expect(verdict(keeper)).toBe('certificate-revoked');
  });

  it('does not affect a request that has begun', async () => {
    const keeper = await keeperOf();
    const before = keeper.current(now);
    await put('ca.crl', await opensslRevocationList(ca, { revoked: [seal.certificate] }));
    await keeper.look();
    expect(before.certificates.find(header(), now)).toHaveProperty('certificate');
  });

  it('keeps state and cache when nothing has changed', async () => {
    const keeper = await keeperOf();
    const before = keeper.current(now);
    await keeper.look();
    expect(keeper.current(now)).toBe(before);
  });
});

describe('a broken file of the trust folder', () => {
  it.each([
    ['ca.pem', 'no certificate'],
    ['ca.crl', 'no list'],
  ])('%s keeps the last good state and is logged once', async (name, content) => {
    const keeper = await keeperOf();
    await put(name, content);
    await keeper.look();
    await keeper.look();
    expect(verdict(keeper)).toBe('PSP_PI,PSP_AI');
    const errors = lines.filter(({ level }) => level === 'error');
    expect(errors).toHaveLength(1);
    expect(errors[0]?.fault).toMatch(new RegExp(`^${name}: `));
  });

  it('does not delay a withdrawal in the register', async () => {
    await putRegister(entry);
    const keeper = await keeperOf(register());
    await put('ca.pem', 'no certificate');
    await putRegister({ ...entry, status: 'withdrawn' });
    await keeper.look();
    expect(verdict(keeper)).toBe('403 tpp.withdrawn');
  });

  it('stops the start with an error that names it', async () => {
    await put('bad.crl', 'no list');
    await expect(keeperOf()).rejects.toThrow(/^bad\.crl: /);
  });
});

describe('a revocation list that expires', () => {
  const due = () => new Date(start.getTime() + 48 * hour);
  const after = (hours: number) => new Date(start.getTime() + hours * hour);

  it('is logged once within a day, and once when it is overdue', async () => {
    await put('ca.crl', await opensslRevocationList(ca, { nextUpdate: due() }));
    const keeper = await keeperOf();
    const told = async (at: Date) => {
      lines = [];
      now = at;
      await keeper.look();
      return lines.map(({ level, msg }) => `${level} ${msg}`);
    };
    expect(await told(after(23))).toEqual([]);
    expect(await told(after(25))).toEqual(['warn A new revocation list is due within a day.']);
    expect(await told(after(26))).toEqual([]);
    expect(await told(after(49))).toEqual(['error A revocation list is overdue.']);
    expect(await told(after(50))).toEqual([]);
  });

  it('ends the trust in its CA where lists are required', async () => {
    await put('ca.crl', await opensslRevocationList(ca, { nextUpdate: due() }));
    const keeper = await keeperOf({ revocationPolicy: 'required' });
    expect(verdict(keeper)).toBe('PSP_PI,PSP_AI');
    now = after(49);
    expect(verdict(keeper)).toBe('revocation-unknown');
  });
});

describe('the register', () => {
  it('limits the roles to those of certificate and register', async () => {
    await putRegister({ ...entry, roles: ['PSP_PI', 'PSP_IC'] });
    expect(verdict(await keeperOf(register()))).toBe('PSP_PI');
  });

  it('rejects an unknown TPP, and is open when none is configured', async () => {
    await putRegister();
    expect(verdict(await keeperOf(register()))).toBe('403 tpp.unknown');
    expect(verdict(await keeperOf())).toBe('PSP_PI,PSP_AI');
  });

  it('withdraws and authorises with the next poll', async () => {
    await putRegister(entry);
    const keeper = await keeperOf(register());
    expect(verdict(keeper)).toBe('PSP_PI');
    await putRegister({ ...entry, status: 'withdrawn' });
    await keeper.look();
    expect(verdict(keeper)).toBe('403 tpp.withdrawn');
    await putRegister(entry);
    await keeper.look();
    expect(verdict(keeper)).toBe('PSP_PI');
  });

  it('counts for five minutes while it is unreadable, and admits nobody afterwards', async () => {
    await putRegister(entry);
    const keeper = await keeperOf(register());
    await rm(join(folder, 'register.json'));
    now = new Date(start.getTime() + registerUnreadableMsMax);
    await keeper.look();
    expect(verdict(keeper)).toBe('PSP_PI');
    now = new Date(now.getTime() + 1);
    expect(verdict(keeper)).toBe('503 system.unavailable');
    await putRegister(entry);
    await keeper.look();
    expect(verdict(keeper)).toBe('PSP_PI');
  });
});

describe('the register as a service', () => {
  let fake: FakeRegister;
  beforeEach(async () => {
    fake = await startFakeRegister();
    fake.entries = [entry];
  });
  afterEach(() => fake.stop());

  async function keeperOn(): Promise<TrustKeeper> {
    const service = await openRegisterService({ url: fake.url, everyMs: 1000 }, now);
    const keeper = await keeperOf({}, service);
    await keeper.look();
    return keeper;
  }
  const later = (ms: number) => (now = new Date(start.getTime() + ms));

  it('withdraws a TPP with the next poll', async () => {
    const keeper = await keeperOn();
    expect(verdict(keeper)).toBe('PSP_PI');
    fake.entries = [{ ...entry, status: 'withdrawn' }];
    later(1000);
    await keeper.look();
    expect(verdict(keeper)).toBe('403 tpp.withdrawn');
  });

  it('counts for the time of the profile while it is down, and admits nobody afterwards', async () => {
    const keeper = await keeperOn();
    fake.manner = 'down';
    later(registerUnreadableMsMax);
    await keeper.look();
    expect(verdict(keeper)).toBe('PSP_PI');
    later(registerUnreadableMsMax + 1);
    expect(verdict(keeper)).toBe('503 system.unavailable');
    expect(lines.filter(({ level }) => level === 'error')).toHaveLength(1);
    fake.manner = 'good';
    await keeper.look();
    expect(verdict(keeper)).toBe('PSP_PI');
  });

  it('admits nobody after a start without an answer, and is not ready until the first one', async () => {
    fake.manner = 'down';
    const keeper = await keeperOn();
    expect(verdict(keeper)).toBe('503 system.unavailable');
    await expect(keeper.check()).rejects.toThrow('has not been read yet');
    fake.manner = 'good';
    await keeper.look();
    expect(verdict(keeper)).toBe('PSP_PI');
    await expect(keeper.check()).resolves.toBeUndefined();
    fake.manner = 'down';
    later(registerUnreadableMsMax + 1);
    await expect(keeper.check()).resolves.toBeUndefined();
  });
});

describe('a CA with an OCSP responder', () => {
  const responder = { issuer: 'CN=CA,O=CA,C=NO', url: 'http://ocsp.example/' };
  const withResponder = () =>
    ({ revocationPolicy: 'required', ocspFile: join(folder, 'ocsp.json') }) as const;
  const putResponders = (...all: readonly object[]) => put('ocsp.json', JSON.stringify(all));

  it('needs no revocation list where others do, and revokes by one all the same', async () => {
    expect(verdict(await keeperOf({ revocationPolicy: 'required' }))).toBe('revocation-unknown');
    await putResponders(responder);
    const keeper = await keeperOf(withResponder());
    expect(verdict(keeper)).toBe('PSP_PI,PSP_AI');
    await put('ca.crl', await opensslRevocationList(ca, { revoked: [seal.certificate] }));
    await keeper.look();
    expect(verdict(keeper)).toBe('certificate-revoked');
  });

  it('is known once the file names it, and the last good file stays while it is faulty', async () => {
    await putResponders();
    const keeper = await keeperOf(withResponder());
    expect(verdict(keeper)).toBe('revocation-unknown');
    await putResponders(responder);
    await keeper.look();
    expect(verdict(keeper)).toBe('PSP_PI,PSP_AI');
    await putResponders({ ...responder, issuer: 'CN=Misspelt,O=CA,C=NO' });
    await keeper.look();
    expect(verdict(keeper)).toBe('PSP_PI,PSP_AI');
    expect(lines.map(({ fault }) => fault)).toContain(
      'NORDGATE_OCSP_FILE: no CA of NORDGATE_TRUST_DIR has the name CN=Misspelt,O=CA,C=NO',
    );
    await putResponders();
    await keeper.look();
    expect(verdict(keeper)).toBe('revocation-unknown');
  });
});

const aStranger = () =>
  issueSandboxCa({
    validFrom: new Date(start.getTime() - hour),
    validTo: new Date(start.getTime() + hour),
    commonName: 'Stranger',
    organisation: 'Stranger',
  });
