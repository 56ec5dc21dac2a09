import { paymentProducts } from '@nordgate/contracts/http';
import {
  accountOf,
  aDomesticPayment,
  aPeriodicPayment,
  approveAt,
  meetPsu,
  periodicPath,
  scaRedirectOf,
  setUpSandbox,
  singlePath,
} from '@nordgate/testing';
import type { ListedCustomer, World } from '@nordgate/testing';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { picture, screens, startChromium, violationsOn } from './testing/chromium.js';
import type { Screen, TestChromium } from './testing/chromium.js';
import { approveOn, backAt, choosePrivate, guessOn, logInAt } from './testing/psu-in-chromium.js';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';
import { startTppSite } from './testing/tpp-site.js';
import type { TppSite } from './testing/tpp-site.js';

const bulkPath = '/v1/bulk-payments/norwegian-domestic-credit-transfers';
const bulkBody = paymentProducts[0]?.services['bulk-payments']?.body.example as object;

describe('the approval site in a browser', () => {
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
    customer = first!;
    neighbour = second!;
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
  const made = async (path: string, body: object) => {
    const { json } = await world.tpp.call({ method: 'POST', path, body });
    return { ...(json as { paymentId: string }), href: scaRedirectOf(json as object) };
  };
  const aPayment = () => made(singlePath, aDomesticPayment(own()));
  const aBasket = async () => {
    const paymentIds = [(await aPayment()).paymentId, (await aPayment()).paymentId];
    return made('/v1/signing-baskets', { paymentIds });
  };
  const aCancellation = async () => {
    const { paymentId, href } = await aPayment();
    await approveAt(world, href, customer);
    const path = `${singlePath}/${paymentId}`;
    const { json } = await world.tpp.call({ method: 'DELETE', path });
    return { paymentId, href: scaRedirectOf(json as object) };
  };
  const aBulk = () =>
    made(bulkPath, {
      ...bulkBody,
      ...own(),
      creditorAccount: undefined,
      requestedExecutionDate: undefined,
    });
  const aFirstContact = async () => {
    const headers = { 'psu-id': undefined, 'tpp-session-id': undefined };
    const { json } = await world.tpp.call({ method: 'GET', path: '/v1/user', headers });
    return { href: scaRedirectOf(json as object) };
  };
  const plainText = async (place: Locator) =>
    (await place.innerText()).replaceAll('\u00a0', ' ').trim();
  const opened = async (screen: Screen, href: string, who = customer): Promise<Page> => {
    context = await chromium.newPsu(screen);
    const page = await context.newPage();
    await logInAt(page, href, who);
    await choosePrivate(page);
    return page;
  };

  const flows = [
    [
      'a first contact',
      aFirstContact,
      'Confirm',
      ['Confirm who you are', 'gets confirmation that you are a customer here'],
    ],
    ['a single payment', aPayment, 'Approve', ['125.50 NOK', 'Kari Kreditor']],
    [
      'a periodic payment',
      () => made(periodicPath, aPeriodicPayment(own())),
      'Approve',
      ['Every month', 'Paid on the next banking day'],
    ],
    ['a bulk payment', aBulk, 'Approve', ['59,950.25 NOK', 'in 2 payments']],
    ['a signing basket', aBasket, 'Approve', ['in 2 payments']],
    ['a cancellation', aCancellation, 'Cancel the payment', ['125.50 NOK']],
  ] as const;
  const onScreens = (Object.keys(screens) as Screen[]).flatMap((screen) =>
    flows.map((flow) => [flow[0], screen, flow] as const),
  );

  it.each(onScreens)('approves %s at a %s', async (name, screen, [, start, button, shown]) => {
    const { href } = await start();
    const page = await opened(screen, href);
    const text = (await page.locator('main').innerText()).replaceAll('\u00a0', ' ');
    for (const one of shown) expect(text).toContain(one);
    expect(await violationsOn(page)).toEqual([]);
    await picture(page, screen, name.replaceAll(' ', '-'));
    await approveOn(page, button);
    expect(Object.fromEntries(await backAt(page, tppSite.origin))).toMatchObject({
      state: 'af0ifjsldkj',
      context: 'PRIVATE',
      'psu-id': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    });
  });

  it.each(Object.keys(screens) as Screen[])(
    'has only the way back from an account that the PSU may not debit, at a %s',
    async (screen) => {
      const { debtorAccount: creditorAccount, creditorAccount: debtorAccount } = own();
      const { href } = await made(singlePath, aDomesticPayment({ debtorAccount, creditorAccount }));
      const page = await opened(screen, href);
      await page.getByText('There is nothing that you can approve here').waitFor();
      expect(await page.getByLabel('Code', { exact: true }).count()).toBe(0);
      expect(await violationsOn(page)).toEqual([]);
      await picture(page, screen, 'nothing-to-approve');
      await page.getByRole('button', { name: 'Back to' }).click();
      expect((await backAt(page, tppSite.origin)).get('code')).toBe('PAYMENT_FAILED');
    },
  );

  it.each(Object.keys(screens) as Screen[])(
    'fits a %s without scrolling sideways',
    async (screen) => {
      const page = await opened(screen, (await aPayment()).href);
      const overflow = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect(overflow).toBe(0);
    },
  );

  it('shows amount, payee and the button of a single payment on a phone without scrolling', async () => {
    const page = await opened('phone', (await aPayment()).href);
    const heading = page.getByRole('heading', { level: 1 });
    expect(await plainText(heading)).toBe('Approve 125.50 NOK to Kari Kreditor');
    expect((await page.title()).replaceAll('\u00a0', ' ')).toContain('Approve 125.50 NOK');
    const button = page.getByRole('button', { name: /^Approve/ });
    expect(await plainText(button)).toBe('Approve 125.50 NOK');
    const { y = Infinity, height = 0 } = (await button.boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(screens.phone.viewport.height);
    const above = page.locator('main > :not(h1)');
    expect(await above.first().getAttribute('class')).toBe('lead');
    expect(await above.nth(1).getAttribute('class')).toContain('payment');
    expect(await above.nth(2).locator('button').count()).toBe(1);
  });

  describe('the log-in page', () => {
    const logInPage = async (screen: Screen, locale = 'en-GB') => {
      context = await chromium.newPsu(screen, { locale });
      const page = await context.newPage();
      await page.goto((await aPayment()).href);
      return page;
    };

    it.each(Object.keys(screens) as Screen[])(
      'has no accessibility violation at a %s',
      async (screen) => {
        const page = await logInPage(screen);
        await page.getByRole('heading', { name: 'Log in', exact: true }).waitFor();
        expect(await violationsOn(page)).toEqual([]);
        await picture(page, screen, 'log-in');
      },
    );

    it('is in Norwegian for a Norwegian browser, and declares the language', async () => {
      const page = await logInPage('phone', 'nb-NO');
      await page.getByRole('heading', { name: 'Logg inn', exact: true }).waitFor();
      expect(await page.locator('html').getAttribute('lang')).toBe('nb');
      expect(await violationsOn(page)).toEqual([]);
      await picture(page, 'phone', 'logg-inn');
    });

    it('reports an invalid customer number without an accessibility violation', async () => {
      const page = await logInPage('desk');
      await page.getByLabel('Customer number').fill('123');
      await page.getByRole('button', { name: 'Log in', exact: true }).click();
      await page.getByText('A customer number has eleven digits.').waitFor();
      expect(await violationsOn(page)).toEqual([]);
    });
  });

  it('can be used with a keyboard alone', async () => {
    context = await chromium.newPsu('desk');
    const page = await context.newPage();
    await page.goto((await aPayment()).href);
    await page.getByLabel('Customer number').waitFor();
    const keyTo = async (name: string) => {
      for (let step = 0; step < 30; step += 1) {
        await page.keyboard.press('Tab');
        const focused: unknown = await page.evaluate(
          // The buttons of the test customers have the name of the field, too.
          'document.activeElement?.matches("input") && document.activeElement.name',
        );
        if (focused === name) return;
      }
      throw new Error(`the keyboard does not get to ${name}`);
    };
    await keyTo('customerNumber');
    await page.keyboard.type(customer.customerNumber);
    await page.keyboard.press('Enter');
    await page.locator('#sandbox-code').waitFor();
    await choosePrivate(page);
    const code = (await page.locator('#sandbox-code').textContent())?.trim() ?? '';
    await keyTo('code');
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
    expect((await backAt(page, tppSite.origin)).get('context')).toBe('PRIVATE');
  });

  describe('every way out leads back to the TPP', () => {
    const failedWith = async (page: Page) => (await backAt(page, tppSite.origin)).get('code');

    it('when the PSU refuses', async () => {
      const page = await opened('phone', (await aPayment()).href);
      await page.getByRole('button', { name: 'Refuse' }).click();
      expect(await failedWith(page)).toBe('SCA_INVALID');
    });

    it('when the PSU cancels, which leaves the payment as it is', async () => {
      const { href, paymentId } = await aPayment();
      const page = await opened('phone', href);
      await page.getByRole('link', { name: /^Cancel and go back/ }).click();
      expect(await failedWith(page)).toBe('SCA_INVALID');
      const path = `${singlePath}/${paymentId}/authorisations`;
      const { json } = await world.tpp.call({ method: 'POST', path });
      const again = await opened('phone', scaRedirectOf(json as object));
      await approveOn(again, 'Approve');
      expect((await backAt(again, tppSite.origin)).get('context')).toBe('PRIVATE');
    });

    it('after the third wrong code, with the attempts counted on an accessible page', async () => {
      const page = await opened('desk', (await aPayment()).href);
      for (const left of ['2', '1']) {
        await guessOn(page, left);
        await page.getByText(`You have ${left} attempt`).waitFor();
        expect(await page.locator('#code:focus').getAttribute('aria-invalid')).toBe('true');
        expect(await violationsOn(page)).toEqual([]);
      }
      await picture(page, 'desk', 'wrong-code');
      await guessOn(page, '0');
      expect(await failedWith(page)).toBe('SCA_INVALID');
    });

    it('when another customer logs in', async () => {
      context = await chromium.newPsu('phone');
      const page = await context.newPage();
      await logInAt(page, (await aPayment()).href, neighbour);
      expect(await failedWith(page)).toBe('PSU_CREDENTIALS_INVALID');
    });

    it('when the PSU cancels before the log-in', async () => {
      context = await chromium.newPsu('phone');
      const page = await context.newPage();
      await page.goto((await aPayment()).href);
      await page.getByRole('link', { name: /Cancel/ }).click();
      expect(await failedWith(page)).not.toBeNull();
    });
  });
});
