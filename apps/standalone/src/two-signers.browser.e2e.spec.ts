import {
  demoTppId,
  listedCustomers,
  accountOf,
  aDomesticPayment,
  approveAt,
  makeBasket,
  scaRedirectOf,
  setUpSandbox,
  singlePath,
  statusOf,
} from '@nordgate/testing';
import type { ListedCustomer, World } from '@nordgate/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { actForPsuIn } from './testing/known-psu.js';
import { picture, screens, startChromium, violationsOn } from './testing/chromium.js';
import type { Screen, TestChromium } from './testing/chromium.js';
import { approveOn, backAt, logInAt } from './testing/psu-in-chromium.js';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';
import { startTppSite } from './testing/tpp-site.js';
import type { TppSite } from './testing/tpp-site.js';

const corporate = { 'psu-context': 'CORPORATE' };

describe('two signers in a browser', () => {
  let tppSite: TppSite;
  let test: TestBank;
  let chromium: TestChromium;
  let world: World;
  let people: ReadonlyMap<string, ListedCustomer>;
  let context: BrowserContext;
  beforeAll(async () => {
    tppSite = await startTppSite();
    test = await startTestBank({ redirectUri: tppSite.redirectUri });
    chromium = await startChromium();
    world = test.world();
    await setUpSandbox(world);
    const customers = await listedCustomers(world.tpp);
    people = new Map(customers.map((one) => [one.customerName, one]));
  });
  afterAll(async () => {
    await chromium.close();
    await test.stop();
    await tppSite.stop();
  });
  afterEach(() => context.close());

  const person = (name: 'Tre' | 'Fire') => people.get(`Sandbox Person ${name}`)!;
  const made = async (amount: string) => {
    const body = aDomesticPayment({
      instructedAmount: { amount, currency: 'NOK' },
      debtorAccount: { bban: accountOf(people.get('Sandbox Bedrift Tre AS')), currency: 'NOK' },
    });
    const call = { method: 'POST', path: singlePath, body, headers: corporate } as const;
    const { json } = await world.tpp.call(call);
    const { paymentId } = json as { paymentId: string };
    return { paymentId, transactionStatus: 'RCVD', scaHref: scaRedirectOf(json as object) };
  };
  const status = (paymentId: string) => statusOf(world, singlePath, paymentId);
  const newPage = async (screen: Screen): Promise<Page> => {
    context = await chromium.newPsu(screen);
    return context.newPage();
  };
  const ownPage = async (page: Page, who: ListedCustomer) => {
    await page.goto(`${test.bank.scaUrl}/my?app=${demoTppId}`);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByLabel('Customer number').fill(who.customerNumber);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.locator('#sandbox-code').waitFor();
    await approveOn(page, 'Continue');
    await page.getByRole('button', { name: 'Log out' }).waitFor();
  };
  /** Checks the page with axe and keeps a picture of it. */
  const seen = async (page: Page, screen: Screen, name: string) => {
    expect(await violationsOn(page)).toEqual([]);
    await picture(page, screen, name);
  };

  it.each(Object.keys(screens) as Screen[])(
    'the first signs at the link of the TPP, the second at the bank, at a %s',
    async (screen) => {
      const payment = await made('125.50');
      const first = await newPage(screen);
      await logInAt(first, payment.scaHref, person('Tre'));
      await first
        .getByText('Two people have to sign payments for Sandbox Bedrift Tre AS')
        .waitFor();
      await seen(first, screen, 'first-signer');
      await approveOn(first, 'Approve');
      await backAt(first, tppSite.origin);
      expect(await status(payment.paymentId)).toBe('PDNG');
      await ownPage(first, person('Tre'));
      await first.getByText('Somebody else has to sign too.').waitFor();
      await seen(first, screen, 'inbox-of-first');
      await context.close();

      const second = await newPage(screen);
      await ownPage(second, person('Fire'));
      const main = second.locator('main');
      for (const text of ['125.50', 'Kari Kreditor', 'Sandbox Person Tre', 'Demo TPP AS']) {
        expect(await main.innerText()).toContain(text);
      }
      await seen(second, screen, 'inbox');
      await second.getByRole('button', { name: 'See and sign the payment to Kari' }).click();
      await second.getByText('Sandbox Person Tre has signed.').waitFor();
      await seen(second, screen, 'second-signer');
      await approveOn(second, 'Approve');
      await second.getByText('You were the second to sign.').waitFor();
      expect(new URL(second.url()).pathname).toBe('/my');
      await seen(second, screen, 'inbox-after');
      expect(await status(payment.paymentId)).toBe('ACTC');
    },
  );

  it('the second can look without a decision, and can refuse a basket', async () => {
    const { scaHref } = await made('1.00');
    actForPsuIn(world.tpp, await approveAt(world, scaHref, person('Tre')));
    const members = [await made('10.00'), await made('20.00')];
    const basket = await makeBasket(world, members);
    await approveAt(world, basket.scaHref, person('Tre'));

    const page = await newPage('phone');
    await ownPage(page, person('Fire'));
    await seen(page, 'phone', 'inbox-of-many');
    const sign = page.getByRole('button', { name: 'See and sign 2 payments' });
    await sign.click();
    await page.getByRole('link', { name: 'Go back and decide later' }).click();
    await sign.click();
    await page.getByRole('heading', { name: 'in 2 payments' }).waitFor();
    await seen(page, 'phone', 'second-signer-of-basket');
    await page.getByRole('button', { name: 'Refuse', exact: true }).click();
    await page.getByText('You refused. It will not be paid.').waitFor();
    expect(await Promise.all(members.map(({ paymentId }) => status(paymentId)))).toEqual([
      'RJCT',
      'RJCT',
    ]);
    world.tpp.actFor(undefined);
  });
});
