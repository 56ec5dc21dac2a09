import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { paymentProducts } from '@nordgate/contracts/http';
import {
  demoTppId,
  listedCustomers,
  accountOf,
  aDomesticPayment,
  aPeriodicPayment,
  meetPsu,
  periodicPath,
  scaRedirectOf,
  setUpSandbox,
  singlePath,
} from '@nordgate/testing';
import type { ListedCustomer, World } from '@nordgate/testing';
import type { Page } from 'playwright-core';
import { screens, startChromium } from './testing/chromium.js';
import type { TestChromium } from './testing/chromium.js';
import { lookAt } from './testing/page-pictures.js';
import type { Pictures } from './testing/page-pictures.js';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';
import { startTppSite } from './testing/tpp-site.js';
import type { TppSite } from './testing/tpp-site.js';

/** `npm run screenshots` takes every picture; `npm run test:browser` those of one language. */
const isForPeople = process.env['NORDGATE_SCREENSHOTS'] === '1';
const picturesOf = (language: string): Pictures => {
  if (isForPeople) return 'all';
  return language === 'nb' ? 'light' : 'none';
};

const phoneHeight = screens.phone.viewport.height;
const bulkPath = '/v1/bulk-payments/norwegian-domestic-credit-transfers';
const bulkBody = paymentProducts[0]?.services['bulk-payments']?.body.example as object;
const unknown = { 'psu-id': undefined, 'tpp-session-id': undefined };
const corporate = { ...unknown, 'psu-context': 'CORPORATE' };

/** The pages on which each template of the site is looked at. */
const pagesByTemplate: Readonly<Record<string, string>> = {
  'approve/accounts.eta': 'accounts',
  'approve/approval.eta': 'approval-of-payment',
  'enrolment/enrolment.eta': 'enrolment',
  'frame/notice.eta': 'not-found',
  'log-in/log-in.eta': 'log-in',
  'log-in/waiting.eta': 'waiting',
  'overview/end-access.eta': 'end-access',
  'overview/overview.eta': 'my',
  'overview/start.eta': 'start',
};

/** The templates that the sources of the site make a page of. */
const site = join(import.meta.dirname, '..', '..', 'sca', 'src', 'site');
const templates = readdirSync(site, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
  .flatMap((path) =>
    [
      ...readFileSync(join(site, path), 'utf8').matchAll(/pageFrom<[^(]*\(\s*new URL\('([^']+)'/g),
    ].map(([, name = '']) => join(dirname(path), name)),
  );

/** All languages have one bank, whose sandbox each of them resets. */
let tppSite: TppSite;
let test: TestBank;
let chromium: TestChromium;
beforeAll(async () => {
  tppSite = await startTppSite();
  test = await startTestBank({ redirectUri: tppSite.redirectUri });
  chromium = await startChromium();
});
afterAll(async () => {
  await chromium.close();
  await test.stop();
  await tppSite.stop();
});

describe.each(['nb', 'en', 'sv', 'da'])('every page in %s', (language) => {
  let world: World;
  let people: ReadonlyMap<string, ListedCustomer>;
  let customer: ListedCustomer;
  let neighbour: ListedCustomer;
  let page: Page;
  const seen = new Set<string>();
  beforeAll(async () => {
    world = test.world();
    const [first, second] = await setUpSandbox(world);
    [customer, neighbour] = [first!, second!];
    const customers = await listedCustomers(world.tpp);
    people = new Map(customers.map((one) => [one.customerName, one]));
    await meetPsu(world, customer);
  });
  beforeEach(async () => {
    const context = await chromium.newPsu('phone', { locale: language });
    page = await context.newPage();
  });
  afterEach(() => page.context().close());

  const own = () => ({
    debtorAccount: { bban: accountOf(customer), currency: 'NOK' },
    creditorAccount: { bban: accountOf(neighbour), currency: 'NOK' },
  });
  const made = async (path: string, body: object, headers = {}) => {
    const { json } = await world.tpp.call({ method: 'POST', path, body, headers });
    return { ...(json as { paymentId: string }), href: scaRedirectOf(json as object) };
  };
  const aPayment = () => made(singlePath, aDomesticPayment(own()));
  /** Payments to ten payees, with ten texts. */
  const tenPayments = async () => {
    const ids: string[] = [];
    for (const number of '0123456789') {
      const body = {
        ...own(),
        creditorName: `Payee ${number} of Oslo AS`,
        remittanceInformationUnstructured: `Invoice 471${number}`,
      };
      ids.push((await made(singlePath, aDomesticPayment(body))).paymentId);
    }
    return ids;
  };
  const look = async (name: string) => {
    const pictures = picturesOf(language);
    // The rules of accessibility look at structure and colours, which are those of every language.
    const isChecked = language === 'nb';
    // A page that leads to the TPP after a few seconds stays until it was looked at: 204 is no new page.
    const away = `${tppSite.origin}/**`;
    await page.route(away, (route) => route.fulfill({ status: 204 }));
    const found = await lookAt(page, { language, name, pictures, isChecked });
    await page.unroute(away);
    expect([name, found]).toEqual([
      name,
      { language, overflow: 0, tight: [], leaving: [], cut: [], holes: [], violations: [] },
    ]);
    seen.add(name);
  };
  const press = async (value: string) => {
    await page.locator(`button[name=action][value=${value}]`).first().click();
    await page.waitForLoadState();
  };
  const logIn = async (who: ListedCustomer) => {
    await page.locator('#customerNumber').fill(who.customerNumber);
    await press('login');
  };
  const logInAt = async (href: string, who = customer) => {
    await page.goto(href);
    await page.locator('#customerNumber').waitFor();
    await logIn(who);
  };
  const approve = async () => {
    const code = (await page.locator('#sandbox-code').textContent())?.trim() ?? '';
    await page.locator('#code').fill(code);
    await press('approve');
  };
  const asPrivatePerson = () => page.goto(`${page.url().split('?')[0] ?? ''}?context=PRIVATE`);
  const enterOverview = async (who: ListedCustomer) => {
    await page.goto(`${test.bank.scaUrl}/my?app=${demoTppId}`);
    await press('login');
    await logIn(who);
    await approve();
  };

  it('fits a phone before the log-in', async () => {
    const at = (path: string) => page.goto(`${test.bank.scaUrl}${path}`);
    await at('/');
    await look('start');
    await at('/nothing');
    await look('not-found');
    await at('/my');
    await look('my-start');
    await press('login');
    await look('log-in-of-overview');
    await page.goto((await aPayment()).href);
    await page.locator('#customerNumber').waitFor();
    await look('log-in');
    await page.locator('#customerNumber').fill('123');
    await press('login');
    await look('log-in-fault');
    const other = (await aPayment()).href.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    // The page that waits for a link reloads itself; here it stays.
    await page.route(other, async (route) => {
      const answer = await route.fetch();
      const headers = Object.fromEntries(
        Object.entries(answer.headers()).filter(([name]) => name !== 'refresh'),
      );
      await route.fulfill({ response: answer, headers });
    });
    await page.goto(other);
    await look('waiting');
  });

  it('fits a phone where payments are approved', async () => {
    await logInAt((await aPayment()).href);
    await look('approval-of-payment');
    for (const name of ['wrong-code', 'wrong-code-again', 'ended']) {
      await page.locator('#code').fill('000000');
      await press('approve');
      await look(name);
    }
    const longest = aDomesticPayment({ ...own(), creditorName: 'X'.repeat(70) });
    await logInAt((await made(singlePath, longest)).href);
    await look('approval-of-longest-name');
    const periodic = await made(periodicPath, aPeriodicPayment(own()));
    await logInAt(periodic.href);
    await look('approval-of-periodic-payment');
    const noDate = { creditorAccount: undefined, requestedExecutionDate: undefined };
    await logInAt((await made(bulkPath, { ...bulkBody, ...own(), ...noDate })).href);
    await look('approval-of-bulk');
    const paymentIds = [(await aPayment()).paymentId, (await aPayment()).paymentId];
    await logInAt((await made('/v1/signing-baskets', { paymentIds })).href);
    await look('approval-of-basket');
    await logInAt((await made('/v1/signing-baskets', { paymentIds: await tenPayments() })).href);
    await look('approval-of-ten-payments');
    const button = await page.locator('button[value=approve]').boundingBox();
    expect((button?.y ?? Infinity) + (button?.height ?? 0)).toBeLessThan(2 * phoneHeight);
    const { debtorAccount: creditorAccount, creditorAccount: debtorAccount } = own();
    const foreign = await made(singlePath, aDomesticPayment({ debtorAccount, creditorAccount }));
    await logInAt(foreign.href);
    await asPrivatePerson();
    await look('nothing-to-approve');
  });

  it('fits a phone where a payment is called off, and after the link is used', async () => {
    const { paymentId, href } = await aPayment();
    await logInAt(href);
    await asPrivatePerson();
    await approve();
    await page.waitForURL((url) => url.origin === tppSite.origin);
    const path = `${singlePath}/${paymentId}`;
    const { json } = await world.tpp.call({ method: 'DELETE', path });
    const cancellation = scaRedirectOf(json as object);
    await page.goto(cancellation);
    await look('log-in-of-cancellation');
    await logIn(customer);
    await look('approval-of-cancellation');
    await page.context().clearCookies();
    await page.goto(cancellation);
    await look('used-link');
  });

  it('fits a phone where access is given, seen and ended', async () => {
    const contact = await world.tpp.call({ method: 'GET', path: '/v1/user', headers: unknown });
    await logInAt(scaRedirectOf(contact.json as object));
    await look('approval-of-contact');
    const asked = await world.tpp.call({ method: 'POST', path: '/v1/bank-offered-consents' });
    await logInAt(scaRedirectOf(asked.json as object));
    await asPrivatePerson();
    await page.getByRole('checkbox').first().check();
    await look('accounts');
    await page.locator('form[action$="/accounts"] button').click();
    await page.locator('#sandbox-code').waitFor();
    await look('approval-of-access');
    await approve();
    await page.waitForURL((url) => url.origin === tppSite.origin);
    await page.goto(`${test.bank.scaUrl}/my?app=${demoTppId}`);
    await press('login');
    await logIn(customer);
    await look('approval-of-overview');
    await approve();
    await look('my');
    await press('add');
    await look('approval-of-passkey');
    await approve();
    await look('enrolment');
    await page.goto(`${test.bank.scaUrl}/my?app=${demoTppId}`);
    await page.locator('a.ends').first().click();
    await look('end-access');
    const renewed = await world.tpp.call({ method: 'POST', path: '/v1/bank-offered-consents' });
    await logInAt(scaRedirectOf(renewed.json as object));
    await asPrivatePerson();
    await look('accounts-of-renewal');
    await press('end');
    await look('approval-of-end');
    await page.goto(`${test.bank.scaUrl}/my?app=${demoTppId}`);
    await page.locator('a.ends').first().click();
    await press('revoke');
    await look('my-after-end');
  });

  it('fits a phone where two people sign', async () => {
    const debtor = people.get('Sandbox Bedrift Tre AS');
    const body = aDomesticPayment({
      debtorAccount: { bban: accountOf(debtor), currency: 'NOK' },
    });
    await logInAt((await made(singlePath, body, corporate)).href, people.get('Sandbox Person Tre'));
    await look('approval-of-first-signer');
    await approve();
    await page.waitForURL((url) => url.origin === tppSite.origin);
    await enterOverview(people.get('Sandbox Person Tre')!);
    await look('my-of-first-signer');
    await page.context().clearCookies();
    await enterOverview(people.get('Sandbox Person Fire')!);
    await look('my-of-second-signer');
    await press('sign');
    await look('approval-of-second-signer');
    await approve();
    await look('my-after-signature');
  });

  it('looks at a page of every template', () => {
    expect(Object.keys(pagesByTemplate).sort()).toEqual(templates.sort());
    expect(Object.values(pagesByTemplate).filter((name) => !seen.has(name))).toEqual([]);
  });
});
