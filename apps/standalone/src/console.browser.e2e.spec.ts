import { createSigner } from '@nordgate/signature';
import {
  accountOf,
  aDomesticPayment,
  PatientTpp,
  meetPsu,
  setUpSandbox,
  singlePath,
} from '@nordgate/testing';
import type { TppAnswer, TppClient } from '@nordgate/tpp-client';
import type { Page } from 'playwright-core';
import { picture, screens, startChromium, violationsOn } from './testing/chromium.js';
import type { Screen, TestChromium } from './testing/chromium.js';
import { holesOn } from './testing/page-pictures.js';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

interface Code {
  readonly code: string;
  readonly expiresAt: string;
  readonly _links: { readonly console: { readonly href: string } };
}

const codesPath = '/v1/sandbox/console-codes';

let test: TestBank;
let chromium: TestChromium;
let paymentId: string;
beforeAll(async () => {
  test = await startTestBank();
  chromium = await startChromium();
  const world = test.world();
  const [customer] = await setUpSandbox(world);
  await meetPsu(world, customer!);
  const debtorAccount = { bban: accountOf(customer), currency: 'NOK' };
  const body = aDomesticPayment({ debtorAccount });
  const { json } = await world.tpp.call({ method: 'POST', path: singlePath, body });
  ({ paymentId } = json as { readonly paymentId: string });
  await spoiltRequest();
});
afterAll(async () => {
  await chromium.close();
  await test.stop();
});

/** A request of the demo TPP whose X-Request-ID was changed after it was signed. */
async function spoiltRequest(): Promise<void> {
  const sign = createSigner(test.bank.trust.demoTpp);
  const [path, now] = ['/v1/user', new Date()];
  const signed = sign({ method: 'GET', target: path, headers: { 'X-Request-ID': 'a' }, now });
  const headers = { ...signed, 'X-Request-ID': 'b' };
  const { status } = await fetch(`${test.bank.gatewayUrl}${path}`, { headers });
  expect(status).toBe(400);
}

const newCode = async (tpp: TppClient): Promise<Code> => {
  const { status, json }: TppAnswer = await tpp.call({ method: 'POST', path: codesPath });
  expect(status).toBe(201);
  return json as Code;
};

async function visit(screen: Screen, tpp: TppClient): Promise<Page> {
  const { code, _links } = await newCode(tpp);
  const page = await (await chromium.newPsu(screen)).newPage();
  await page.goto(_links.console.href);
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Open the console' }).click();
  await page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor();
  return page;
}

/** Without violations and holes, and nothing wider than the screen. */
async function isSound(page: Page, screen: Screen, name: string): Promise<void> {
  await picture(page, screen, `console-${name}`);
  expect({ name, violations: await violationsOn(page) }).toEqual({ name, violations: [] });
  expect({ name, holes: await holesOn(page) }).toEqual({ name, holes: [] });
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  expect(width).toBeLessThanOrEqual(screens[screen].viewport.width);
}

describe('the console of the sandbox', () => {
  it.each(['phone', 'desk'] as const)(
    'shows a TPP what the bank made of its requests, on a %s',
    async (screen) => {
      const page = await visit(screen, test.tpp);
      await isSound(page, screen, 'requests');
      await page
        .getByRole('row')
        .filter({ hasText: 'signature not proven' })
        .getByRole('link')
        .click();
      expect(await page.getByText('The signature does not match the request.').count()).toBe(1);
      expect(await page.getByText('To fix it:').count()).toBe(1);
      expect(await page.locator('pre').innerText()).toContain('x-request-id: ');
      await isSound(page, screen, 'request');
      for (const [link, shown] of [
        ['Payments', paymentId],
        ['Baskets', 'There are none.'],
        ['Your client', 'cannot be seen'],
        ['Customers', 'log-in'],
        ['Other channels', 'Refuse an execution'],
        ['Clock', 'The clock was not moved'],
        ['Certificate', 'signed by the CA of this sandbox'],
        ['Actions', 'Reset your sandbox'],
      ] as const) {
        await page.getByRole('navigation').getByRole('link', { name: link }).click();
        await page.getByRole('main').getByText(shown).first().waitFor();
        await isSound(page, screen, link.toLowerCase().replace(' ', '-'));
      }
      await page.getByRole('button', { name: 'End the visit' }).click();
      await page.getByLabel('Code').waitFor();
      await isSound(page, screen, 'code');
      await page.context().close();
    },
  );

  it('shows the events of a payment in order, without the account number of the payee', async () => {
    const page = await visit('desk', test.tpp);
    await page.getByRole('navigation').getByRole('link', { name: 'Payments' }).click();
    await page.getByRole('link', { name: paymentId }).click();
    const first = page.locator('summary').first();
    await first.click();
    expect(await first.innerText()).toContain('PaymentInitiated');
    expect(await page.locator('pre').first().innerText()).not.toMatch(/\b\d{11}\b/);
    await page.context().close();
  });

  it('leads from a request to its payment with amount and payee, and from the payment to its requests', async () => {
    const page = await visit('desk', test.tpp);
    const initiation = page.getByRole('row').filter({ hasText: `POST ${singlePath}` });
    await initiation.getByRole('link', { name: /^payment / }).click();
    await page.getByRole('heading', { name: `Payment ${paymentId}` }).waitFor();
    const { instructedAmount, creditorName } = aDomesticPayment({});
    const { amount, currency } = instructedAmount as { amount: string; currency: string };
    const facts = await page.locator('dl').first().innerText();
    expect(facts).toContain(`${amount} ${currency}`);
    expect(facts).toContain(creditorName);
    await isSound(page, 'desk', 'payment');
    await page.getByRole('link', { name: `POST ${singlePath}` }).click();
    await page.getByRole('link', { name: `payment ${paymentId}` }).waitFor();
    await page.context().close();
  });

  it('renews a page every five seconds for a visitor who wants that, and not otherwise', async () => {
    const page = await visit('phone', test.tpp);
    expect((await page.reload())?.headers()['refresh']).toBeUndefined();
    const renewed = page.waitForResponse((answer) => answer.url().endsWith('/?live=1'));
    await page.getByRole('link', { name: 'Refresh every five seconds' }).click();
    expect((await renewed).headers()['refresh']).toBe('5');
    await isSound(page, 'phone', 'live');
    await page.getByRole('link', { name: 'Stop the refresh' }).click();
    await page.getByRole('link', { name: 'Refresh every five seconds' }).waitFor();
    await page.context().close();
  });

  it('shows another TPP neither the requests nor the payments of the first', async () => {
    const page = await visit('desk', await test.newTpp('PSDNO-FSA-900000077'));
    expect(await page.locator('tbody tr').count()).toBe(1);
    expect(await page.getByText(codesPath).count()).toBe(1);
    await page.getByRole('navigation').getByRole('link', { name: 'Payments' }).click();
    await page.getByText('There are none.').waitFor();
    await page.context().close();
  });

  it.each(['phone', 'desk'] as const)(
    'moves the clock from the top of a page, and shows what happened on the way, on a %s',
    async (screen) => {
      const page = await visit(screen, await test.newTpp(`PSDNO-FSA-90000007${screen.length}`));
      await page.getByRole('navigation').getByRole('link', { name: 'Payments' }).click();
      await page.getByRole('button', { name: '+1 day' }).first().click();
      await page.getByRole('heading', { name: 'The clock moves' }).waitFor();
      await isSound(page, screen, 'clock-moves');
      // The page renews itself until the clock stands still.
      await page.getByRole('heading', { name: 'Move the clock' }).waitFor();
      await page.getByRole('heading', { name: 'What happened' }).waitFor();
      await isSound(page, screen, 'clock-moved');
      const { pathname } = new URL(page.url());
      expect(pathname).toBe('/clock');
      await page.context().close();
    },
  );

  it('makes a certificate whose TPP the gateway accepts, runs the batch, and resets the sandbox', async () => {
    const page = await visit('phone', test.tpp);
    await page.getByRole('navigation').getByRole('link', { name: 'Certificate' }).click();
    await page.getByRole('button', { name: 'Make the certificate' }).click();
    await page.getByRole('heading', { name: 'Private key' }).waitFor();
    const [certificate = '', key = ''] = await page.locator('pre').allInnerTexts();
    const certified = new PatientTpp({
      baseUrl: test.bank.gatewayUrl,
      identity: { certificate, key },
      redirectUri: 'https://tpp.example/back',
    });
    expect((await newCode(certified)).code).toMatch(/^[0-9a-f-]{39}$/);
    await page.getByRole('navigation').getByRole('link', { name: 'Actions' }).click();
    await page.getByRole('button', { name: 'Run the batch' }).click();
    await page.getByText('The run was started.').waitFor();
    await isSound(page, 'phone', 'done');
    await page.getByLabel('Reset everything of this TPP').check();
    await page.getByRole('button', { name: 'Reset your sandbox' }).click();
    await page.getByText('The reset was started.').waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Payments' }).click();
    await page.getByText('There are none.').waitFor();
    await page.context().close();
  });
});
