import { randomUUID } from 'node:crypto';
import {
  demoTppId,
  aDomesticPayment,
  codesOf,
  enterOwnPage,
  grantAt,
  initiateTwo,
  jsonWith,
  makeBasket,
  meetPsu,
  pageOf,
  PsuBrowser,
  scaRedirectOf,
  setUpSandbox,
  singlePath,
} from '@nordgate/testing';
import type { ListedCustomer, MadePayment, Page } from '@nordgate/testing';
import type { TppAnswer, TppCall } from '@nordgate/tpp-client';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const consents = '/v1/bank-offered-consents';
const baskets = '/v1/signing-baskets';
const reset: TppCall = { method: 'POST', path: '/v1/sandbox/initialize' };
const early = { 'x-accept-fix': 'amount-as-string,payment-status-before-approval' };

const seen = (answer: TppAnswer) => [answer.status, ...codesOf(answer)];

/** What a TPP and a PSU made before a reset. */
interface Made {
  readonly psu: Readonly<Record<'psu-id' | 'tpp-session-id', string>>;
  readonly requestId: string;
  readonly payments: readonly MadePayment[];
  readonly basketId: string;
  readonly basketHref: string;
  readonly consentId: string;
  readonly authorisationPath: string;
}

let test: TestBank;
let world: ReturnType<TestBank['world']>;
let customer: ListedCustomer;
let made: Made;
/** A browser on an approval page, and one on the overview of a customer. */
let approving: { readonly browser: PsuBrowser; readonly page: Page };
let overview: { readonly browser: PsuBrowser; readonly page: Page };

beforeAll(async () => {
  test = await startTestBank();
  world = test.world();
  const [other, person] = await setUpSandbox(world);
  if (person === undefined || other === undefined) throw new Error('no customers');
  customer = person;
  made = await makeEverything(other);
  const again = await world.tpp.call(reset);
  expect(seen(again)).toEqual([200]);
});
afterAll(() => test.stop());

/** A session, a grant, payments, a basket, a consent, a link, and two browsers at the bank. */
async function makeEverything(other: ListedCustomer): Promise<Made> {
  const { tpp } = world;
  await meetPsu(world, customer);
  const bban = customer.accounts[0]?.bban ?? '';
  const asked = await tpp.call({ method: 'POST', path: consents });
  const { consentId } = jsonWith<{ consentId: string }>(asked, 201);
  const back = await grantAt(world, scaRedirectOf(asked.json as object), customer, {
    bbans: [bban],
  });
  const psuId = back.searchParams.get('psu-id') ?? '';
  const tppSessionId = back.searchParams.get('tpp-session-id') ?? '';
  tpp.actFor({ psuId, tppSessionId });
  expect(seen(await tpp.call({ method: 'GET', path: '/v1/accounts' }))).toEqual([200]);
  const payments = await initiateTwo(world, bban, other.accounts[0]?.bban ?? '');
  const [inBasket, alone] = payments;
  if (inBasket === undefined || alone === undefined) throw new Error('no payments');
  const { basketId, scaHref: basketHref } = await makeBasket(world, [inBasket]);
  approving = await openApproval(alone.scaHref);
  const browser = world.newBrowser();
  overview = { browser, page: await enterOwnPage(browser, test.bank.scaUrl, customer) };
  const requestId = randomUUID();
  await tpp.call({ ...payment, headers: { ...early, 'x-request-id': requestId } });
  const list = `${singlePath}/${alone.paymentId}/authorisations`;
  const { authorisationIds } = jsonWith<{ authorisationIds: string[] }>(
    await tpp.call({ method: 'GET', path: list }),
    200,
  );
  return {
    psu: { 'psu-id': psuId, 'tpp-session-id': tppSessionId },
    ...{ requestId, payments, basketId, basketHref, consentId },
    authorisationPath: `${list}/${authorisationIds[0] ?? ''}`,
  };
}

const payment: TppCall = { method: 'POST', path: singlePath, body: aDomesticPayment() };

async function openApproval(href: string): Promise<typeof approving> {
  const browser = world.newBrowser();
  for (;;) {
    const page = pageOf(await browser.open(href));
    if (page.html.querySelector('[name=customerNumber]') === null) continue;
    const { customerNumber } = customer;
    const inside = await browser.submit(page, { withField: 'customerNumber' }, { customerNumber });
    return { browser, page: pageOf(inside) };
  }
}

describe('after a reset of the sandbox', () => {
  const call = (one: TppCall) =>
    world.tpp.call({ ...one, headers: { ...early, ...made.psu, ...one.headers } });
  const paymentPath = (at: number) => `${singlePath}/${made.payments[at]?.paymentId ?? ''}`;

  it.each<readonly [string, () => TppCall]>([
    ['details of a payment', () => ({ method: 'GET', path: paymentPath(1) })],
    ['the status of a payment', () => ({ method: 'GET', path: `${paymentPath(1)}/status` })],
    ['the end of a payment', () => ({ method: 'DELETE', path: paymentPath(1) })],
    ['a new authorisation', () => ({ method: 'POST', path: `${paymentPath(1)}/authorisations` })],
    [
      'the list of authorisations',
      () => ({ method: 'GET', path: `${paymentPath(1)}/authorisations` }),
    ],
    ['the status of an authorisation', () => ({ method: 'GET', path: made.authorisationPath })],
    ['a basket', () => ({ method: 'GET', path: `${baskets}/${made.basketId}` })],
    [
      'the status of a basket',
      () => ({ method: 'GET', path: `${baskets}/${made.basketId}/status` }),
    ],
    ['the end of a basket', () => ({ method: 'DELETE', path: `${baskets}/${made.basketId}` })],
    ['a consent', () => ({ method: 'GET', path: `${consents}/${made.consentId}` })],
    ['the end of a consent', () => ({ method: 'DELETE', path: `${consents}/${made.consentId}` })],
  ])('%s from before is 404 RESOURCE_UNKNOWN', async (_what, request) => {
    expect(seen(await call(request()))).toEqual([404, 'RESOURCE_UNKNOWN']);
  });

  it('a payment from before cannot join a basket', async () => {
    const body = { paymentIds: made.payments.map(({ paymentId }) => paymentId) };
    const refused = await call({ method: 'POST', path: baskets, body });
    expect(seen(refused)).toEqual([400, 'RESOURCE_UNKNOWN', 'RESOURCE_UNKNOWN']);
  });

  it('a PSU-ID and its session from before are unknown, and the grant is gone', async () => {
    expect(seen(await call({ method: 'GET', path: '/v1/user' }))).toEqual([401, 'SCA_NOT_FOUND']);
    for (const path of ['/v1/accounts', '/v1/agreements']) {
      expect(seen(await call({ method: 'GET', path }))).toEqual([401, 'CONSENT_UNKNOWN']);
    }
  });

  it('a repeated X-Request-ID makes a new payment that can be read', async () => {
    const headers = { 'x-request-id': made.requestId };
    const { paymentId } = jsonWith<{ paymentId: string }>(await call({ ...payment, headers }), 201);
    expect(seen(await call({ method: 'GET', path: `${singlePath}/${paymentId}/status` }))).toEqual([
      200,
    ]);
    const repeated = jsonWith<{ paymentId: string }>(await call({ ...payment, headers }), 201);
    expect(repeated.paymentId).toBe(paymentId);
  });

  it('a link from before is answered like a wrong link', async () => {
    const browser = world.newBrowser();
    const href = new URL(made.basketHref);
    const wrong = new URL(href);
    wrong.pathname = href.pathname.replace(/.$/u, (last) => (last === 'A' ? 'B' : 'A'));
    const statuses = [];
    for (const waited of ['0', '10']) {
      for (const link of [href, wrong]) link.searchParams.set('waited', waited);
      const old = pageOf(await browser.open(href.href));
      const other = pageOf(await browser.open(wrong.href));
      // The links to other languages repeat the address, and each error page has a separate reference.
      const shown = ({ text }: Page) =>
        text
          .replaceAll(wrong.pathname, href.pathname)
          .replace(/[A-Z0-9]{4}-[A-Z0-9]{4}/u, 'REFERENCE');
      expect([other.status, shown(other)]).toEqual([old.status, shown(old)]);
      statuses.push(old.status);
    }
    expect(statuses).toEqual([200, 404]);
  });

  it('an open approval page from before cannot approve', async () => {
    const { browser, page } = approving;
    const code = page.html.querySelector('#sandbox-code')?.textContent.trim() ?? '';
    expect(code).toMatch(/^\d{6}$/u);
    const sent = pageOf(await browser.submit(page, { withField: 'code' }, { code }));
    expect(sent.status).toBe(404);
  });

  it('an overview from before is closed, and a new log-in shows no grant', async () => {
    const { browser, page } = overview;
    expect(page.html.querySelector('a[href*="/my/revoke?"]')).not.toBeNull();
    const closed = pageOf(await browser.open(`${test.bank.scaUrl}/my?app=${demoTppId}`));
    expect(closed.html.querySelector('form[action$="/my/log-in"]')).not.toBeNull();
    const again = await enterOwnPage(world.newBrowser(), test.bank.scaUrl, customer);
    expect(again.html.querySelector('form[action$="/my/log-out"]')).not.toBeNull();
    expect(again.html.querySelector('a[href*="/my/revoke?"]')).toBeNull();
  });

  it('a PSU gets another PSU-ID by a new SCA', async () => {
    const fresh = test.world();
    await meetPsu(fresh, customer);
    const user = await fresh.tpp.call({ method: 'GET', path: '/v1/user' });
    const { psuId } = jsonWith<{ psuId: string }>(user, 200);
    expect(psuId).not.toBe(made.psu['psu-id']);
  });
});

describe('resets at the same time', () => {
  it('are one reset and 409 CONFLICT for the others; calls meanwhile are answered, or 503 with Retry-After', async () => {
    const { tpp } = world;
    const meanwhile: TppAnswer[] = [];
    let answers: string[];
    // On a slow machine one reset may have ended before the last one begins: then they were not at the same time.
    do {
      const resets = Promise.all([0, 1, 2].map(() => tpp.call(reset)));
      let isDone = false;
      void resets.finally(() => (isDone = true));
      while (!isDone) {
        meanwhile.push(await tpp.callOnce({ ...payment, headers: { ...early, ...made.psu } }));
      }
      answers = (await resets).map((answer) => seen(answer).join(' ')).sort();
      for (const answer of answers) expect(['200', '409 CONFLICT']).toContain(answer);
    } while (answers[1] === '200');
    expect(answers).toEqual(['200', '409 CONFLICT', '409 CONFLICT']);
    for (const one of meanwhile) {
      expect([201, 503]).toContain(one.status);
      if (one.status === 503) expect(one.headers['retry-after']).toMatch(/^\d+$/u);
    }
  });

  it('of one repeated request are one reset', async () => {
    const repeated = { ...reset, headers: { 'x-request-id': randomUUID() } };
    const first = await world.tpp.call(repeated);
    const kept = jsonWith<MadePayment>(
      await world.tpp.call({ ...payment, headers: { ...early, ...made.psu } }),
      201,
    );
    expect(seen(first)).toEqual([200]);
    expect(seen(await world.tpp.call(repeated))).toEqual([200]);
    const path = `${singlePath}/${kept.paymentId}/status`;
    const read = await world.tpp.call({
      method: 'GET',
      path,
      headers: { ...early, ...made.psu },
    });
    expect(seen(read)).toEqual([200]);
  });
});
