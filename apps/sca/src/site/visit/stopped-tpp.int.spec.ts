import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetAuthorisation } from '@nordgate/contracts/queries';
import { MountedValue } from '@nordgate/service/process';
import { openRegisterFile } from '@nordgate/service/trust';
import type { OcspStatus, Revocations } from '@nordgate/service/trust';
import { aPaymentView } from '../../testing/a-payment-view.js';
import { anInitiator } from '../../testing/an-authorisation.js';
import {
  fieldsOf,
  goToApproval,
  kariNumber,
  linkOf,
  logIn,
  sentBack,
  setUp,
} from '../../testing/psu-steps.js';
import { hidden } from '../../testing/test-browser.js';
import type { Answer } from '../../testing/test-browser.js';
import { startTestSca } from '../../testing/test-sca.int.js';
import type { TestSca } from '../../testing/test-sca.int.js';

const { tpp } = anInitiator();

let sca: TestSca;
beforeAll(async () => {
  sca = await startTestSca();
});
beforeEach(() => {
  setUp(sca);
  sca.bank.stoppedTpps.clear();
});
afterAll(() => sca.stop());

const stop = () => sca.bank.stoppedTpps.add(tpp);
const scaStatus = async (id: string) =>
  (await sca.queries.ask(new GetAuthorisation(tpp, id)))?.scaStatus;

/** The page that says so, without any way to the TPP. */
function expectEndHere({ status, location, text, headers }: Answer): void {
  expect([status, location]).toEqual([403, '']);
  expect(text).toContain('This app may not act for you');
  expect(text).not.toContain('tpp.example');
  expect(headers.get('refresh')).toBeNull();
  expect(headers.get('content-security-policy')).not.toContain('tpp.example');
}

describe('a TPP that the bank has stopped', () => {
  it('ends at its link, which fails', async () => {
    const id = await sca.open();
    stop();
    expectEndHere(await sca.newBrowser().get(linkOf(id)));
    expect(await scaStatus(id)).toBe('failed');
  });

  it('ends at its log-in form', async () => {
    const id = await sca.open();
    const browser = sca.newBrowser();
    const csrf = hidden((await browser.get(linkOf(id))).text, 'csrf');
    stop();
    expectEndHere(await browser.post(linkOf(id), { csrf, customerNumber: kariNumber }));
    expect(await scaStatus(id)).toBe('failed');
  });

  it.each(['approve', 'refuse'])('ends at its approval page, which cannot %s', async (action) => {
    const { id, browser, fields } = await goToApproval(sca, await sca.open());
    stop();
    expectEndHere(await browser.post(`/sign/${id}/${action}`, fields));
    expectEndHere(await browser.get(`/sign/${id}`));
    expect(await scaStatus(id)).toBe('failed');
    expect(sca.bank.payments.get('pay-1')?.transactionStatus).toBe('RCVD');
  });

  it('ends at its consents, which are not given', async () => {
    const resource = { kind: 'access', asks: 'accounts' } as const;
    const { id, browser, page } = await goToApproval(sca, await sca.open({ resource }));
    stop();
    const picked = { csrf: hidden(page.text, 'csrf'), context: 'PRIVATE', account: 'acc-1' };
    expectEndHere(await browser.post(`/sign/${id}/accounts`, picked));
    expect(await scaStatus(id)).toBe('failed');
  });

  it('gets nobody back after an approval or refusal that came before', async () => {
    const approved = await goToApproval(sca, await sca.open());
    const path = `/sign/${approved.id}/approve`;
    expect(sentBack(await approved.browser.post(path, approved.fields))).toHaveProperty('psu-id');
    const refused = await goToApproval(sca, await sca.open({ resource: { kind: 'access' } }));
    await refused.browser.post(`/sign/${refused.id}/refuse`, refused.fields);
    stop();
    expectEndHere(await approved.browser.get(`/sign/${approved.id}`));
    expectEndHere(await approved.browser.post(path, approved.fields));
    expectEndHere(await approved.browser.get(linkOf(approved.id)));
    expectEndHere(await refused.browser.get(`/sign/${refused.id}`));
    expect(await scaStatus(approved.id)).toBe('finalised');
    expect(sca.bank.payments.get('pay-1')?.transactionStatus).toBe('ACTC');
  });

  it('gets nobody back by a link that failed so, also after its release', async () => {
    const { id, browser } = await goToApproval(sca, await sca.open());
    stop();
    await browser.get(`/sign/${id}`);
    sca.bank.stoppedTpps.clear();
    for (const path of [`/sign/${id}`, linkOf(id)]) {
      const { status, location, text } = await browser.get(path);
      expect([status, location]).toEqual([410, '']);
      expect(text).toContain('This app may not act for you');
      expect(text).not.toContain('tpp.example');
    }
    const elsewhere = await sca.newBrowser().get(linkOf(id));
    expect([elsewhere.status, elsewhere.location]).toEqual([410, '']);
    expect(elsewhere.text).not.toContain('tpp.example');
  });

  it('changes nothing for another TPP, and for the own pages of the PSU', async () => {
    stop();
    const other = anInitiator({ tpp: 'PSDNO-FSA-2' });
    sca.bank.payments.set('pay-1', aPaymentView({ initiator: other }));
    const { id, browser, page } = await goToApproval(sca, await sca.open({ initiator: other }));
    const back = await browser.post(`/sign/${id}/approve`, fieldsOf(page));
    expect(sentBack(back)).toHaveProperty('psu-id');
    const overview = sca.newBrowser();
    const csrf = hidden((await overview.get('/my')).text, 'csrf');
    const { location } = await overview.post('/my/log-in', { app: 'PSDNO-FSA-1', csrf });
    expect((await overview.get(location)).status).toBe(200);
  });

  it('shows the same as before while its link is guessed', async () => {
    const id = await sca.open();
    stop();
    const guessed = await sca.newBrowser().get(linkOf(id).replace(/.$/, '0'));
    expect([guessed.status, guessed.text]).toEqual([200, expect.stringContaining('One moment')]);
    expect(await scaStatus(id)).toBe('received');
  });

  it('may come back when it is released before anybody opens the link', async () => {
    const id = await sca.open();
    stop();
    sca.bank.stoppedTpps.clear();
    expect((await logIn(sca.newBrowser(), id)).location).toBe(`/sign/${id}`);
  });
});

describe('a TPP whose certificate of the request is revoked', () => {
  const certificate = { issuer: 'a-ca', serial: '17' };
  const initiator = anInitiator({ certificate });
  /** Serial numbers on the list of each file; a look reads the last one. */
  let listed: readonly string[] | undefined = [];
  /** The serial numbers that the responder of the CA says are revoked, and why. */
  const revokedOnline = new Map<string, 'superseded' | 'compromised'>();
  const online = (serial: bigint): OcspStatus => {
    const reason = revokedOnline.get(String(serial));
    if (reason === undefined) return { is: 'good' };
    return { is: 'revoked', isSuperseded: reason === 'superseded' };
  };
  const authority = {} as ReturnType<Revocations['issuersOf']>[number];
  let trusting: TestSca;
  beforeAll(async () => {
    const source = {
      stamp: () => Promise.resolve(String(listed)),
      read: () => {
        const serials = listed;
        if (serials === undefined) return Promise.reject(new Error('no list'));
        return Promise.resolve<Revocations>({
          isDistrusted: (one) => serials.includes(one.serial),
          statusOf: () => ({ is: 'unknown' }),
          issuersOf: () => [authority],
          certificates: [],
          responders: undefined,
        });
      },
    };
    const revocations = await MountedValue.open(source, new Date());
    const ocsp = {
      ...{ name: 'ocsp', informs: true, check: () => Promise.resolve() },
      ...{ start: () => undefined, stop: () => Promise.resolve() },
      firstStatusOf: ({ serial }: { readonly serial: bigint }) => Promise.resolve(online(serial)),
    };
    trusting = await startTestSca({ revocations, ocsp });
  });
  beforeEach(() => {
    listed = [];
    setUp(trusting);
  });
  afterAll(() => trusting.stop());

  const opened = (by = initiator) => trusting.open({ initiator: by });
  const statusOf = async (id: string) =>
    (await trusting.queries.ask(new GetAuthorisation(tpp, id)))?.scaStatus;

  it('ends at its link, log-in and approval page, and nobody is sent to it', async () => {
    const { id, browser, fields } = await goToApproval(trusting, await opened());
    const [unopened, atLogIn] = [await opened(), await opened()];
    const other = trusting.newBrowser();
    const csrf = hidden((await other.get(linkOf(atLogIn))).text, 'csrf');
    listed = ['17'];
    expectEndHere(await browser.post(`/sign/${id}/approve`, fields));
    expectEndHere(await trusting.newBrowser().get(linkOf(unopened)));
    expectEndHere(await other.post(linkOf(atLogIn), { csrf, customerNumber: kariNumber }));
    for (const one of [id, unopened, atLogIn]) expect(await statusOf(one)).toBe('failed');
    expect(trusting.bank.payments.get('pay-1')?.transactionStatus).toBe('RCVD');
  });

  it('continues with links that it made with another certificate, or before events had it', async () => {
    listed = ['17'];
    const renewed = anInitiator({ certificate: { ...certificate, serial: '18' } });
    for (const by of [renewed, anInitiator()]) {
      setUp(trusting);
      const { id, browser, fields } = await goToApproval(trusting, await opened(by));
      const back = await browser.post(`/sign/${id}/approve`, fields);
      expect(sentBack(back)).toHaveProperty('psu-id');
    }
  });

  it('ends at its link by OCSP as by a list, unless another certificate has replaced it', async () => {
    revokedOnline.set('19', 'compromised').set('20', 'superseded');
    const by = (serial: string) => anInitiator({ certificate: { ...certificate, serial } });
    const id = await opened(by('19'));
    expectEndHere(await trusting.newBrowser().get(linkOf(id)));
    expect(await statusOf(id)).toBe('failed');
    const renewed = await trusting.newBrowser().get(linkOf(await opened(by('20'))));
    expect(renewed.status).toBe(200);
  });

  it('is known by the last good list while no list can be read', async () => {
    listed = ['17'];
    expectEndHere(await trusting.newBrowser().get(linkOf(await opened())));
    listed = undefined;
    expectEndHere(await trusting.newBrowser().get(linkOf(await opened())));
  });
});

describe('a TPP that the register of TPPs does not authorise', () => {
  const authorised = 'PSDNO-FSA-1';
  let folder: string;
  let path: string;
  let registered: TestSca;
  const write = (...entries: readonly object[]) => writeFile(path, JSON.stringify(entries));
  const entry = (status: 'authorised' | 'withdrawn') => ({
    ...{ organizationIdentifier: authorised, name: 'A TPP AS', roles: ['PSP_PI'] },
    ...{ status, from: '2026-01-01' },
  });
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nordgate-register-'));
    path = join(folder, 'register.json');
    await write(entry('authorised'));
    const register = await openRegisterFile(path, new Date());
    registered = await startTestSca({ register });
  });
  beforeEach(() => setUp(registered));
  afterAll(async () => {
    await registered.stop();
    await rm(folder, { recursive: true });
  });

  it.each<readonly [string, readonly object[]]>([
    ['is withdrawn', [entry('withdrawn')]],
    ['is no longer listed', []],
  ])('ends at its links when it %s, and not before', async (_why, entries) => {
    await write(entry('authorised'));
    const { id, browser, fields } = await goToApproval(registered, await registered.open());
    const unopened = await registered.open();
    await write(...entries);
    expectEndHere(await browser.post(`/sign/${id}/approve`, fields));
    expectEndHere(await registered.newBrowser().get(linkOf(unopened)));
    expect(registered.bank.payments.get('pay-1')?.transactionStatus).toBe('RCVD');
  });

  it('is known by the last good register while the file cannot be read', async () => {
    await write(entry('authorised'));
    const id = await registered.open();
    expect((await registered.newBrowser().get(linkOf(id))).status).toBe(200);
    await writeFile(path, 'no JSON');
    expect((await registered.newBrowser().get(linkOf(id))).status).toBe(200);
  });
});
