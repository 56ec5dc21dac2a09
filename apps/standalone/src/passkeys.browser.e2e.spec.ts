import { paymentProducts } from '@nordgate/contracts/http';
import {
  demoTppId,
  accountOf,
  aDomesticPayment,
  aPeriodicPayment,
  jsonWith,
  meetPsu,
  periodicPath,
  scaRedirectOf,
  setUpSandbox,
  singlePath,
} from '@nordgate/testing';
import type { ListedCustomer, World } from '@nordgate/testing';
import type { TppCall } from '@nordgate/tpp-client';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { picture, screens, startChromium, violationsOn } from './testing/chromium.js';
import type { Screen, TestChromium } from './testing/chromium.js';
import { approveOn, backAt, choosePrivate, codeOn, logInAt } from './testing/psu-in-chromium.js';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';
import { startTppSite } from './testing/tpp-site.js';
import type { TppSite } from './testing/tpp-site.js';
import { virtualAuthenticator } from './testing/virtual-authenticator.js';
import type { VirtualAuthenticator } from './testing/virtual-authenticator.js';

const bulkPath = '/v1/bulk-payments/norwegian-domestic-credit-transfers';
const bulkBody = paymentProducts[0]?.services['bulk-payments']?.body.example as object;
const basketPath = '/v1/signing-baskets';
const biometric = { 'tpp-redirect-preferred': 'false' };
const unknown = { 'psu-id': undefined, 'tpp-session-id': undefined };
const fix = { 'x-accept-fix': 'amount-as-string,payment-status-before-approval' };

let tppSite: TppSite;
let test: TestBank;
let chromium: TestChromium;
let world: World;
let customer: ListedCustomer;
let neighbour: ListedCustomer;
let context: BrowserContext;
beforeAll(async () => {
  tppSite = await startTppSite();
  test = await startTestBank({ redirectUri: tppSite.redirectUri });
  chromium = await startChromium();
  world = test.world();
  const [first, second] = await setUpSandbox(world);
  [customer, neighbour] = [first!, second!];
  await meetPsu(world, customer);
});
afterAll(async () => {
  await chromium.close();
  await test.stop();
  await tppSite.stop();
});
afterEach(() => context.close());

const own = () => ({
  debtorAccount: { bban: accountOf(customer), currency: 'NOK' },
  creditorAccount: { bban: accountOf(neighbour), currency: 'NOK' },
});

interface Made {
  readonly paymentId: string;
  readonly basketId: string;
  readonly href: string;
}
/** Sends a request that needs SCA, with a preference for biometrics by default. */
async function asked(call: TppCall, preferred: TppCall['headers'] = biometric): Promise<Made> {
  const headers = { ...fix, ...preferred, ...call.headers };
  const { json } = await world.tpp.call({ ...call, headers });
  return { ...(json as Made), href: scaRedirectOf(json as object) };
}
const aPayment = (preferred?: TppCall['headers']) =>
  asked({ method: 'POST', path: singlePath, body: aDomesticPayment(own()) }, preferred);
const aBasket = async () => {
  const paymentIds = [(await aPayment()).paymentId, (await aPayment()).paymentId];
  return asked({ method: 'POST', path: basketPath, body: { paymentIds } });
};
const statusAt = async (path: string) => {
  const answer = await world.tpp.call({ method: 'GET', path: `${path}/status`, headers: fix });
  return jsonWith<{ transactionStatus: string }>(answer, 200).transactionStatus;
};

async function newPage(screen: Screen, options?: BrowserContextOptions): Promise<Page> {
  context = await chromium.newPsu(screen, options);
  return context.newPage();
}

/** At the page on which the PSU decides. */
async function decideAt(page: Page, href: string): Promise<void> {
  await logInAt(page, href, customer);
  await choosePrivate(page);
}
const methodOn = (page: Page) => page.locator('input[name=method]').getAttribute('value');
const passkeyButton = (page: Page) => page.getByRole('button', { name: 'with passkey' });

async function enterOverview(page: Page): Promise<void> {
  await page.goto(`${test.bank.scaUrl}/my?app=${demoTppId}`);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByLabel('Customer number').fill(customer.customerNumber);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.locator('#sandbox-code').waitFor();
  await approveOn(page, 'Continue');
  await page.getByRole('heading', { name: 'Passkeys' }).waitFor();
}

/** From the overview through the SCA to a passkey of this name. */
async function enrol(page: Page, name: string): Promise<VirtualAuthenticator> {
  const authenticator = await virtualAuthenticator(page);
  await enterOverview(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await approveOn(page, 'Continue');
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create passkey' }).click();
  await page.getByText('The passkey is added.').waitFor();
  return authenticator;
}

/** Takes every passkey off, so that each test begins alike. */
async function removeAll(page: Page): Promise<void> {
  await page.goto(`${test.bank.scaUrl}/my?app=${demoTppId}`);
  const remove = page.getByRole('button', { name: /^Remove / });
  while ((await remove.count()) > 0) {
    await remove.first().click();
    await page.getByText('The passkey is removed.').waitFor();
    if ((await remove.count()) > 0) await page.goto(`${test.bank.scaUrl}/my?app=${demoTppId}`);
  }
}

describe.each(Object.keys(screens) as Screen[])('passkeys at a %s', (screen) => {
  it('are added after an SCA, approve, and are removed', async () => {
    const page = await newPage(screen);
    const authenticator = await virtualAuthenticator(page);
    await enterOverview(page);
    expect(await page.getByText('You have no passkey.').count()).toBe(1);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    expect(await violationsOn(page)).toEqual([]);
    await picture(page, screen, 'passkey-sca');
    await approveOn(page, 'Continue');
    await page.getByRole('button', { name: 'Create passkey' }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await picture(page, screen, 'passkey-enrol');
    await page.getByLabel('Name').fill('My <phone>');
    await page.getByRole('button', { name: 'Create passkey' }).click();
    await page.getByText('The passkey is added.').waitFor();
    expect(await authenticator.count()).toBe(1);
    expect(await violationsOn(page)).toEqual([]);
    await picture(page, screen, 'my-passkeys');

    const payment = await aPayment();
    await decideAt(page, payment.href);
    expect(await methodOn(page)).toBe('passkey');
    expect(await page.getByText('125.50').count()).toBeGreaterThan(0);
    expect(await violationsOn(page)).toEqual([]);
    await picture(page, screen, 'passkey-approval');
    await passkeyButton(page).click();
    expect((await backAt(page, tppSite.origin)).has('psu-id')).toBe(true);
    expect(await statusAt(`${singlePath}/${payment.paymentId}`)).toBe('ACTC');

    const basket = await aBasket();
    await decideAt(page, basket.href);
    await passkeyButton(page).click();
    expect((await backAt(page, tppSite.origin)).has('psu-id')).toBe(true);
    expect(await statusAt(`${basketPath}/${basket.basketId}`)).toBe('ACTC');

    await page.goto(`${test.bank.scaUrl}/my?app=${demoTppId}`);
    expect(await page.getByText('Not yet').count()).toBe(0);
    await removeAll(page);
    expect(await violationsOn(page)).toEqual([]);
    await decideAt(page, (await aPayment()).href);
    expect(await methodOn(page)).toBe('sandbox-code');
  });
});

describe('a PSU with a passkey', () => {
  it('sees when the device already has a passkey', async () => {
    const page = await newPage('phone');
    await enrol(page, 'Phone');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await approveOn(page, 'Continue');
    await page.getByRole('button', { name: 'Create passkey' }).click();
    await page.getByText('This device already has a passkey.').waitFor();
    expect(await page.getByText('The passkey was not used.').isVisible()).toBe(false);
    expect(await violationsOn(page)).toEqual([]);
    await picture(page, 'phone', 'passkey-known');
    await page.getByRole('button', { name: 'Go back without a passkey' }).click();
    await removeAll(page);
  });

  it('is asked for the passkey when the TPP prefers biometrics, and for the code otherwise', async () => {
    const page = await newPage('phone');
    await enrol(page, 'Phone');
    const approved = async () => {
      const payment = await aPayment();
      await approveAtWithCode(payment.href);
      return `${singlePath}/${payment.paymentId}`;
    };
    const body = { ...bulkBody, ...own(), creditorAccount: undefined };
    const bulk = { ...body, requestedExecutionDate: undefined };
    const again = async () => `${singlePath}/${(await aPayment({})).paymentId}/authorisations`;
    const places: readonly (() => Promise<Made>)[] = [
      () => aPayment(),
      () => asked({ method: 'POST', path: periodicPath, body: aPeriodicPayment(own()) }),
      () => asked({ method: 'POST', path: bulkPath, body: bulk }),
      aBasket,
      async () => asked({ method: 'DELETE', path: await approved() }),
      async () => asked({ method: 'POST', path: await again() }),
      () => asked({ method: 'POST', path: '/v1/bank-offered-consents' }),
      () => asked({ method: 'GET', path: '/v1/accounts' }),
      () => asked({ method: 'GET', path: '/v1/user', headers: unknown }),
    ];
    for (const place of places) {
      await decideAt(page, (await place()).href);
      await pickFirst(page);
      expect([page.url(), await methodOn(page)]).toEqual([page.url(), 'passkey']);
    }
    for (const preferred of [{}, { 'tpp-redirect-preferred': 'true' }]) {
      await decideAt(page, (await aPayment(preferred)).href);
      expect(await methodOn(page)).toBe('sandbox-code');
    }
    await removeAll(page);
  });

  it('sees the selected method, can choose the code, and falls back to the code', async () => {
    const page = await newPage('desk');
    const authenticator = await enrol(page, 'Desk');
    const { paymentId, href } = await aPayment();
    await decideAt(page, href);
    expect(await scaStatusOf(paymentId)).toBe('scaMethodSelected');
    await authenticator.recognisesUser(false);
    await passkeyButton(page).click();
    await page.getByText('The passkey was not used.').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole('link', { name: 'Use a code instead' }).click();
    expect(await codeOn(page)).toMatch(/^\d{6}$/);
    await page.getByRole('link', { name: 'Use a passkey instead' }).click();
    await page.getByRole('link', { name: 'Use a code instead' }).click();
    await approveOn(page, 'Approve');
    expect((await backAt(page, tppSite.origin)).has('psu-id')).toBe(true);
    expect(await scaStatusOf(paymentId)).toBe('finalised');
    await removeAll(page);
  });

  it('approves by the code without scripts, with an explanation', async () => {
    const page = await newPage('desk');
    await enrol(page, 'Desk');
    const bare = await chromium.newPsu('phone', { javaScriptEnabled: false });
    const plain = await bare.newPage();
    await decideAt(plain, (await aPayment()).href);
    expect(await methodOn(plain)).toBe('passkey');
    expect(await passkeyButton(plain).count()).toBe(0);
    await plain.getByText('This browser cannot use passkeys, or it blocks scripts').waitFor();
    await picture(plain, 'phone', 'passkey-without-script');
    await plain.getByRole('link', { name: 'Use a code instead' }).click();
    await approveOn(plain, 'Approve');
    expect((await backAt(plain, tppSite.origin)).has('psu-id')).toBe(true);
    await bare.close();
    await removeAll(page);
  });

  it('reads the pages in Norwegian', async () => {
    const page = await newPage('phone');
    await enrol(page, 'Telefon');
    const norwegian = await chromium.newPsu('phone', { locale: 'nb-NO' });
    const theirs = await norwegian.newPage();
    await theirs.goto((await aPayment()).href);
    await theirs.getByLabel('Kundenummer').fill(customer.customerNumber);
    await theirs.getByRole('button', { name: 'Logg inn' }).click();
    await theirs.waitForLoadState();
    await theirs.getByRole('button', { name: /^Godkjenn .* med passnøkkel$/ }).waitFor();
    expect(await violationsOn(theirs)).toEqual([]);
    await picture(theirs, 'phone', 'passkey-approval-nb');
    await norwegian.close();
    await removeAll(page);
  });
});

/** Where the page lists accounts, the PSU picks the first and continues. */
async function pickFirst(page: Page): Promise<void> {
  const next = page.getByRole('button', { name: 'Continue' });
  if ((await next.count()) > 0) {
    await page.getByRole('checkbox').first().check();
    await next.click();
  }
  await page.locator('input[name=method]').waitFor({ state: 'attached' });
}

async function approveAtWithCode(href: string): Promise<void> {
  const page = await context.newPage();
  await decideAt(page, href);
  const code = page.getByRole('link', { name: 'Use a code instead' });
  if ((await code.count()) > 0) await code.click();
  await approveOn(page, 'Approve');
  await backAt(page, tppSite.origin);
  await page.close();
}

async function scaStatusOf(paymentId: string): Promise<string | undefined> {
  const path = `${singlePath}/${paymentId}/authorisations`;
  const listed = await world.tpp.call({ method: 'GET', path });
  const [id = ''] = jsonWith<{ authorisationIds: string[] }>(listed, 200).authorisationIds;
  const one = await world.tpp.call({ method: 'GET', path: `${path}/${id}` });
  return jsonWith<{ scaStatus: string }>(one, 200).scaStatus;
}
