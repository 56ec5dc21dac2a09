import {
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
import { startChromium } from './testing/chromium.js';
import type { TestChromium } from './testing/chromium.js';
import { approveOn, backAt, choosePrivate, codeOn, logInAt } from './testing/psu-in-chromium.js';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';
import { startTppSite } from './testing/tpp-site.js';
import type { TppSite } from './testing/tpp-site.js';

describe('attacks on the approval site, in a browser', () => {
  let elsewhere: TppSite;
  let tppSite: TppSite;
  let test: TestBank;
  let chromium: TestChromium;
  let world: World;
  let customer: ListedCustomer;
  let context: BrowserContext;
  beforeAll(async () => {
    [tppSite, elsewhere] = await Promise.all([startTppSite(), startTppSite()]);
    test = await startTestBank({ redirectUri: tppSite.redirectUri });
    chromium = await startChromium();
    world = test.world();
    const [first] = await setUpSandbox(world);
    customer = first!;
    await meetPsu(world, customer);
  });
  afterAll(async () => {
    await chromium.close();
    await test.stop();
    await Promise.all([tppSite.stop(), elsewhere.stop()]);
  });
  beforeEach(async () => {
    context = await chromium.newPsu('desk');
  });
  afterEach(() => context.close());

  const aPayment = async () => {
    const own = { debtorAccount: { bban: accountOf(customer), currency: 'NOK' } };
    const body = aDomesticPayment(own);
    const { json } = await world.tpp.call({ method: 'POST', path: singlePath, body });
    return { ...(json as { paymentId: string }), href: scaRedirectOf(json as object) };
  };
  const stateOf = ({ paymentId }: { paymentId: string }) => statusOf(world, singlePath, paymentId);
  const opened = async (href: string): Promise<Page> => {
    const page = await context.newPage();
    await logInAt(page, href, customer);
    await choosePrivate(page);
    return page;
  };

  it('no other site can frame a page', async () => {
    const { href } = await aPayment();
    const page = await context.newPage();
    await page.goto(elsewhere.origin);
    await page.setContent(`<iframe src="${href}"></iframe>`);
    await page.waitForTimeout(500);
    const [, frame] = page.frames();
    expect(frame?.url()).not.toContain('/sign/');
    expect(await frame?.getByLabel('Customer number').count()).toBe(0);
  });

  it('no other site can post an approval in the PSU’s browser', async () => {
    const payment = await aPayment();
    const page = await opened(payment.href);
    const [code, action] = [await codeOn(page), `${new URL(page.url()).pathname}/approve`];
    const forged = await context.newPage();
    await forged.goto(elsewhere.origin);
    await forged.setContent(`<form method="post" action="${new URL(action, page.url()).href}">
      <input name="code" value="${code}"><input name="context" value="PRIVATE"><button>Go</button></form>`);
    await forged.getByRole('button').click();
    await forged.waitForLoadState();
    expect(new URL(forged.url()).origin).not.toBe(tppSite.origin);
    expect(await stateOf(payment)).toBe('RCVD');
    // The PSU's own page is none the worse for it.
    await approveOn(page, 'Approve');
    expect((await backAt(page, tppSite.origin)).get('code')).toBeNull();
  });

  it('a used link does not open in another browser', async () => {
    const payment = await aPayment();
    await opened(payment.href);
    const other = await chromium.newPsu('phone');
    const page = await other.newPage();
    const answer = await page.goto(payment.href);
    expect(answer?.status()).toBe(410);
    expect(await page.getByLabel('Code', { exact: true }).count()).toBe(0);
    await other.close();
  });

  it('a link with a guessed token shows nothing of its payment', async () => {
    const { href } = await aPayment();
    const page = await context.newPage();
    const guessed = href.replace(/.{4}$/, 'AAAA');
    const answer = await page.goto(guessed);
    expect(answer?.status()).toBe(200);
    expect(await page.content()).toContain('One moment');
    expect(await page.content()).not.toContain('Demo TPP');
    expect((await page.goto(`${guessed}?waited=10`))?.status()).toBe(404);
    expect(await page.content()).not.toContain('Demo TPP');
  });

  it('a session that an attacker planted before the log-in is invalid after it', async () => {
    const { href } = await aPayment();
    const [, , id = ''] = new URL(href).pathname.split('/');
    const planted = { name: `nordgate-sign-${id}`, value: 'A'.repeat(43), url: test.bank.scaUrl };
    await context.addCookies([planted]);
    await opened(href);
    const given = (await context.cookies()).find(({ name }) => name === planted.name);
    expect(given).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
    expect(given?.value).not.toBe(planted.value);
  });

  it('a changed address does not decide where the PSU is redirected to', async () => {
    const { href } = await aPayment();
    const page = await context.newPage();
    await logInAt(
      page,
      `${href}?redirect=${elsewhere.origin}&TPP-Redirect-URI=${elsewhere.origin}`,
      customer,
    );
    await choosePrivate(page);
    await approveOn(page, 'Approve');
    await backAt(page, tppSite.origin);
  });

  it('the back button after an approval shows no form', async () => {
    const payment = await aPayment();
    const page = await opened(payment.href);
    await approveOn(page, 'Approve');
    await backAt(page, tppSite.origin);
    await page.goBack();
    await page.waitForLoadState();
    expect(await page.getByLabel('Code', { exact: true }).count()).toBe(0);
    expect(await stateOf(payment)).toBe('ACTC');
  });

  it('two tabs approve once', async () => {
    const payment = await aPayment();
    const first = await opened(payment.href);
    const second = await context.newPage();
    await second.goto(first.url());
    await approveOn(first, 'Approve');
    await backAt(first, tppSite.origin);
    await approveOn(second, 'Approve');
    expect((await backAt(second, tppSite.origin)).get('code')).toBeNull();
    expect(await stateOf(payment)).toBe('ACTC');
  });
});
