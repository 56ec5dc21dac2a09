import {
  demoTppId,
  listedCustomers,
  accountOf,
  aDomesticPayment,
  meetPsu,
  scaRedirectOf,
  setUpSandbox,
  singlePath,
  statusOf,
} from '@nordgate/testing';
import type { ListedCustomer, World } from '@nordgate/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { picture, screens, startChromium, violationsOn } from './testing/chromium.js';
import type { Screen, TestChromium } from './testing/chromium.js';
import {
  answerAtProvider,
  approveAtProvider,
  backAt,
  choosePrivate,
  logInAtProvider,
} from './testing/psu-in-chromium.js';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';
import { startTppSite } from './testing/tpp-site.js';
import type { TppSite } from './testing/tpp-site.js';
import { virtualAuthenticator } from './testing/virtual-authenticator.js';

const approvalButton = 'Approve 125.50 NOK with TestID';

let tppSite: TppSite;
let elsewhere: TppSite;
let test: TestBank;
let chromium: TestChromium;
let world: World;
let people: ReadonlyMap<string, ListedCustomer>;
let context: BrowserContext;
beforeAll(async () => {
  tppSite = await startTppSite();
  elsewhere = await startTppSite();
  test = await startTestBank({ redirectUri: tppSite.redirectUri, method: 'oidc' });
  chromium = await startChromium();
  world = test.world();
  await setUpSandbox(world);
  const customers = await listedCustomers(world.tpp);
  people = new Map(customers.map((one) => [one.customerName.replace('Sandbox ', ''), one]));
  await meetPsu(world, person());
});
afterAll(async () => {
  await chromium.close();
  await test.stop();
  await Promise.all([tppSite.stop(), elsewhere.stop()]);
});
afterEach(() => context.close());

const person = (name = 'Person Én') => people.get(name)!;
const issuer = () => test.provider?.issuer ?? '';

async function made(from = 'Person Én', headers: Readonly<Record<string, string>> = {}) {
  const debtorAccount = { bban: accountOf(person(from)), currency: 'NOK' };
  const body = aDomesticPayment({ debtorAccount });
  // The TPP knows no customer of a company.
  const { tpp } = from.startsWith('Bedrift') ? test.world() : world;
  const { json } = await tpp.call({ method: 'POST', path: singlePath, body, headers });
  const { paymentId } = json as { paymentId: string };
  return { paymentId, href: scaRedirectOf(json as object) };
}
const status = (paymentId: string, by = world) => statusOf(by, singlePath, paymentId);
const biometric = { 'tpp-redirect-preferred': 'false' };

async function newPage(screen: Screen): Promise<Page> {
  context = await chromium.newPsu(screen);
  return context.newPage();
}

/** Checks a page of the bank with axe and for its width, and keeps a picture of it. */
async function seen(page: Page, screen: Screen, name: string): Promise<void> {
  expect(await violationsOn(page)).toEqual([]);
  const hiddenWidth = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(hiddenWidth).toBe(0);
  await picture(page, screen, `oidc-${name}`);
}

/** From the link to the page on which the PSU decides. */
async function decideAt(page: Page, href: string, who = person()): Promise<void> {
  await logInAtProvider(page, href, who);
  await choosePrivate(page);
}

async function enterOverview(page: Page, who: ListedCustomer): Promise<void> {
  await page.goto(`${test.bank.scaUrl}/my?app=${demoTppId}`);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('button', { name: 'Log in with TestID' }).click();
  await answerAtProvider(page, who, 'Log in');
  await approveAtProvider(page, who, 'Confirm');
  await page.getByRole('button', { name: 'Log out' }).waitFor();
}

describe.each(Object.keys(screens) as Screen[])('an identity provider at a %s', (screen) => {
  it('logs the PSU in and lets the PSU approve exactly what the bank shows', async () => {
    const { href, paymentId } = await made();
    const page = await newPage(screen);
    await page.goto(href);
    await page.getByRole('button', { name: 'Log in with TestID' }).waitFor();
    await seen(page, screen, 'log-in');
    await decideAt(page, href);
    await page.getByRole('button', { name: approvalButton }).waitFor();
    await seen(page, screen, 'approval');
    await page.getByRole('button', { name: approvalButton }).click();
    const asked = (await page.locator('#details').textContent()) ?? '';
    expect(JSON.parse(asked)).toMatchObject([
      { instructedAmount: { amount: '125.50', currency: 'NOK' }, creditorName: 'Kari Kreditor' },
    ]);
    await answerAtProvider(page, person(), 'Approve');
    expect((await backAt(page, tppSite.origin)).has('psu-id')).toBe(true);
    expect(await status(paymentId)).toBe('ACTC');
  });

  it('has a way on and a way back when the PSU breaks off there', async () => {
    const { href, paymentId } = await made();
    const page = await newPage(screen);
    await page.goto(href);
    await page.getByRole('button', { name: 'Log in with TestID' }).click();
    await answerAtProvider(page, person(), 'Cancel');
    await page.getByRole('heading', { name: 'You did not finish' }).waitFor();
    await seen(page, screen, 'aborted');
    await page.locator('main a.button').first().click();
    await page.getByRole('button', { name: 'Log in with TestID' }).click();
    await answerAtProvider(page, person(), 'Log in');
    await choosePrivate(page);
    await page.getByRole('button', { name: approvalButton }).click();
    await answerAtProvider(page, person(), 'Cancel');
    await page.getByRole('heading', { name: 'You did not finish' }).waitFor();
    expect(await status(paymentId)).toBe('RCVD');
    await page.locator('main a.button').first().click();
    await page.getByRole('button', { name: 'Refuse', exact: true }).click();
    expect((await backAt(page, tppSite.origin)).get('code')).toBe('SCA_INVALID');
  });
});

describe('the form-action of the pages in a browser', () => {
  /** Sends the log-in form, which the site answers with this redirect. Returns where the browser is then. */
  const sentTo = async (location: string): Promise<string> => {
    const page = await newPage('desk');
    const { href } = await made();
    await page.goto(href);
    await page.route(
      (url) => url.href === href,
      (route) => route.fulfill({ status: 303, headers: { location } }),
    );
    const isBlocked = page.waitForEvent('console', {
      predicate: (message) => message.text().includes('form-action'),
    });
    const hasLeft = page.waitForURL((url) => url.href === location);
    await page.getByRole('button', { name: 'Log in with TestID' }).click({ noWaitAfter: true });
    return Promise.any([isBlocked.then(() => 'blocked'), hasLeft.then(() => 'there')]);
  };

  it('lets a form be redirected to the identity provider and to the TPP only', async () => {
    expect(await sentTo(`${issuer()}/.well-known/openid-configuration`)).toBe('there');
    await context.close();
    expect(await sentTo(`${tppSite.origin}/back`)).toBe('there');
    await context.close();
    expect(await sentTo(`${elsewhere.origin}/back`)).toBe('blocked');
  });
});

describe('a PSU in a browser with an identity provider', () => {
  it('is the second to sign, at the bank', async () => {
    const { href, paymentId } = await made('Bedrift Tre AS', { 'psu-context': 'CORPORATE' });
    const first = await newPage('desk');
    await logInAtProvider(first, href, person('Person Tre'));
    await approveAtProvider(first, person('Person Tre'), 'Approve 125.50 NOK');
    await backAt(first, tppSite.origin);
    expect(await status(paymentId, test.world())).toBe('PDNG');
    await context.close();

    const second = await newPage('phone');
    await enterOverview(second, person('Person Fire'));
    await seen(second, 'phone', 'inbox');
    await second.getByRole('button', { name: 'See and sign the payment to Kari' }).click();
    await second.getByText('Sandbox Person Tre has signed.').waitFor();
    await seen(second, 'phone', 'second-signer');
    await approveAtProvider(second, person('Person Fire'), 'Approve 125.50 NOK');
    await second.getByText('You were the second to sign.').waitFor();
    expect(await status(paymentId, test.world())).toBe('ACTC');
  });

  it('adds a passkey after a log-in there, and approves with it as the second method', async () => {
    const page = await newPage('phone');
    const authenticator = await virtualAuthenticator(page);
    await enterOverview(page, person());
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await seen(page, 'phone', 'passkey-sca');
    await approveAtProvider(page, person(), 'Confirm');
    await page.getByLabel('Name').fill('My phone');
    await page.getByRole('button', { name: 'Create passkey' }).click();
    await page.getByText('The passkey is added.').waitFor();
    expect(await authenticator.count()).toBe(1);

    const { href, paymentId } = await made('Person Én', biometric);
    await decideAt(page, href);
    await page.getByRole('button', { name: 'with passkey' }).waitFor();
    await seen(page, 'phone', 'passkey-approval');
    await page.getByRole('button', { name: 'with passkey' }).click();
    expect((await backAt(page, tppSite.origin)).has('psu-id')).toBe(true);
    expect(await status(paymentId)).toBe('ACTC');

    const another = await made();
    await decideAt(page, another.href);
    await test.provider?.stop();
    await page.getByRole('button', { name: approvalButton }).click();
    await page.getByRole('heading', { name: 'The log-in service is not responding' }).waitFor();
    await seen(page, 'phone', 'provider-down');
    await page.locator('main a.button').first().click();
    await page.getByRole('link', { name: 'Use a passkey instead' }).click();
    await page.getByRole('button', { name: 'with passkey' }).click();
    expect((await backAt(page, tppSite.origin)).has('psu-id')).toBe(true);
    expect(await status(another.paymentId)).toBe('ACTC');
  });

  it('sees a page with the way back while the provider is down', async () => {
    await test.provider?.stop();
    const page = await newPage('desk');
    await page.goto((await made()).href);
    await page.getByRole('button', { name: 'Log in with TestID' }).click();
    await page.getByRole('heading', { name: 'The log-in service is not responding' }).waitFor();
    await seen(page, 'desk', 'provider-down');
    await page.locator('main a.button').last().click();
    expect((await backAt(page, tppSite.origin)).get('state')).toBe('af0ifjsldkj');
  });
});
