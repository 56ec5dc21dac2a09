import { demoTppId, accountOf, setUpSandbox, scaRedirectOf } from '@nordgate/testing';
import type { ListedCustomer, World } from '@nordgate/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { picture, screens, startChromium, violationsOn } from './testing/chromium.js';
import type { Screen, TestChromium } from './testing/chromium.js';
import { approveOn, backAt, choosePrivate, logInAt } from './testing/psu-in-chromium.js';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';
import { startTppSite } from './testing/tpp-site.js';
import type { TppSite } from './testing/tpp-site.js';

describe('consents in a browser', () => {
  let tppSite: TppSite;
  let test: TestBank;
  let chromium: TestChromium;
  let world: World;
  let customer: ListedCustomer;
  let context: BrowserContext;
  beforeAll(async () => {
    tppSite = await startTppSite();
    test = await startTestBank({ redirectUri: tppSite.redirectUri });
    chromium = await startChromium();
    world = test.world();
    const [first] = await setUpSandbox(world);
    customer = first!;
  });
  afterAll(async () => {
    await chromium.close();
    await test.stop();
    await tppSite.stop();
  });
  afterEach(() => context.close());

  const asked = async () => {
    const { json } = await world.tpp.call({ method: 'POST', path: '/v1/bank-offered-consents' });
    return scaRedirectOf(json as object);
  };
  const opened = async (screen: Screen, href: string): Promise<Page> => {
    context = await chromium.newPsu(screen);
    const page = await context.newPage();
    await logInAt(page, href, customer);
    await choosePrivate(page);
    return page;
  };
  const granted = async () => {
    const { json } = await world.tpp.call({ method: 'GET', path: '/v1/accounts' });
    const { accounts = [] } = json as { accounts?: readonly { bban: string }[] };
    return accounts.map(({ bban }) => bban);
  };

  it.each(Object.keys(screens) as Screen[])(
    'the PSU picks accounts at a %s, which are ticked the next time',
    async (screen) => {
      const page = await opened(screen, await asked());
      const box = page.getByRole('checkbox').first();
      await box.check();
      expect(await violationsOn(page)).toEqual([]);
      await picture(page, screen, 'accounts');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.locator('#sandbox-code').waitFor();
      expect(await violationsOn(page)).toEqual([]);
      await picture(page, screen, 'access');
      await approveOn(page, 'Give access');
      const back = await backAt(page, tppSite.origin);
      const [psuId, tppSessionId] = [back.get('psu-id') ?? '', back.get('tpp-session-id') ?? ''];
      world.tpp.actFor({ psuId, tppSessionId });
      expect(await granted()).toHaveLength(1);
      world.tpp.actFor(undefined);
      await context.close();
      const again = await opened(screen, await asked());
      expect(await again.getByRole('checkbox').first().isChecked()).toBe(true);
    },
  );

  it('the PSU sees the consents at the bank and ends one', async () => {
    context = await chromium.newPsu('phone');
    const page = await context.newPage();
    await page.goto(`${test.bank.scaUrl}/my?app=${demoTppId}`);
    expect(await violationsOn(page)).toEqual([]);
    await picture(page, 'phone', 'my-start');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByLabel('Customer number').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.getByLabel('Customer number').fill(customer.customerNumber);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForLoadState();
    await choosePrivate(page);
    await approveOn(page, 'Continue');
    await page.getByText('Demo TPP AS').first().waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await picture(page, 'phone', 'my-consents');
    expect(await page.content()).toContain(accountOf(customer).slice(0, 4));
    await page.getByRole('link', { name: /End/ }).first().click();
    expect(await violationsOn(page)).toEqual([]);
    await picture(page, 'phone', 'my-end-access');
    await page.getByRole('button', { name: /End/ }).click();
    await page.getByText('No apps have access to your accounts.').waitFor();
    expect(await violationsOn(page)).toEqual([]);
  });
});
