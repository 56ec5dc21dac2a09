import { departureOf, pageOf } from '../psu-browser.js';
import type { Departure, Page, PsuBrowser } from '../psu-browser.js';
import { demand } from './narrator.js';
import type { ListedCustomer, World } from './world.js';

/**
 * A PSU approves at the bank's site: logs in, sees what is listed here, enters the code. Answers
 * where the PSU was sent back to.
 */
export async function approveAt(
  world: World,
  href: string,
  customer: ListedCustomer,
  shown: readonly string[] = [],
): Promise<URL> {
  const browser = world.newBrowser();
  const page = pageOf(await actPrivately(browser, await logIn(browser, href, customer)));
  for (const text of shown) demand(page.text.includes(text), `the page shows ${text}`, page.text);
  const code = page.html.querySelector('#sandbox-code')?.textContent.trim() ?? '';
  demand(/^\d{6}$/.test(code), 'a sandbox code on the page', page.text);
  return departureOf(await browser.submit(page, { withField: 'code' }, { code }));
}

/** A PSU refuses at the bank's site. */
export async function refuseAt(world: World, href: string, customer: ListedCustomer): Promise<URL> {
  const browser = world.newBrowser();
  const page = pageOf(await actPrivately(browser, await logIn(browser, href, customer)));
  return departureOf(await browser.submit(page, { to: '/refuse' }));
}

/** Somebody whose log-in the bank does not accept for this authorisation. */
export async function failAt(world: World, href: string, customer: ListedCustomer): Promise<URL> {
  return departureOf(await logIn(world.newBrowser(), href, customer));
}

async function logIn(
  browser: PsuBrowser,
  href: string,
  { customerNumber }: ListedCustomer,
): Promise<Page | Departure> {
  const page = await opened(browser, href);
  return browser.submit(page, { withField: 'customerNumber' }, { customerNumber });
}

/** A PSU who may act for others as well chooses to act for themselves. */
async function actPrivately(
  browser: PsuBrowser,
  place: Page | Departure,
): Promise<Page | Departure> {
  const choices = pageOf(place).html.querySelectorAll('input[type=radio][name=context]');
  const own = choices.find((choice) => /private/i.test(choice.getAttribute('value') ?? ''));
  const context = own?.getAttribute('value');
  return context === undefined
    ? place
    : browser.submit(pageOf(place), { withField: 'context' }, { context });
}

/** The waiting page refreshes itself until the authorisation has reached the site. */
async function opened(browser: PsuBrowser, href: string): Promise<Page> {
  for (let attempt = 1; ; attempt += 1) {
    const page = pageOf(await browser.open(href));
    if (page.html.querySelector('[name=customerNumber]') !== null) return page;
    demand(attempt < openAttemptsMax, 'a log-in page', page.text);
    await new Promise((resolve) => setTimeout(resolve, openPauseMs));
  }
}

const openAttemptsMax = 100;
const openPauseMs = 100;
