import { asksForNumber, pageOf, sandboxCodeOn } from '@nordgate/tpp-client/psu';
import type { Departure, Page, PsuBrowser } from '@nordgate/tpp-client/psu';
import { demand } from './world.js';
import type { ListedCustomer } from './world.js';

/** Who proves something: the customer number is the person at the fake provider, too. */
type Person = Pick<ListedCustomer, 'customerNumber'>;

/** Whether a page lets the PSU log in: with a customer number, or at the identity provider. */
export function isLogIn(page: Page): boolean {
  return asksForNumber(page) || page.html.querySelector('button[value=provider]') !== null;
}

/** A PSU logs in as the page of the site demands it. */
export async function sendLogIn(
  browser: PsuBrowser,
  page: Page,
  person: Person,
): Promise<Page | Departure> {
  const { customerNumber } = person;
  if (asksForNumber(page)) {
    return browser.submit(page, { withField: 'customerNumber' }, { customerNumber });
  }
  const there = pageOf(await browser.submit(page, { withField: 'action' }));
  return sayYesAtProvider(browser, there, person);
}

/** A PSU proves who they are as the approval page demands it: by the code of the sandbox, or at the provider. */
export async function prove(
  browser: PsuBrowser,
  page: Page,
  person: Person,
): Promise<Page | Departure> {
  if (page.html.querySelector('form[action$="/provider"]') !== null) {
    const there = pageOf(await browser.submit(page, { to: '/provider' }));
    return sayYesAtProvider(browser, there, person);
  }
  const code = sandboxCodeOn(page);
  demand(code !== undefined, 'a sandbox code on the page', page.text);
  return browser.submit(page, { withField: 'code' }, { code });
}

/** On the page of the fake provider the PSU gives their name and agrees. */
function sayYesAtProvider(
  browser: PsuBrowser,
  page: Page,
  { customerNumber }: Person,
): Promise<Page | Departure> {
  const fields = { person: customerNumber, action: 'approve' };
  return browser.submit(page, { withField: 'person' }, fields);
}

/** On the page of the fake provider the PSU breaks off. The site shows a page. */
export async function breakOffAtProvider(browser: PsuBrowser, page: Page): Promise<Page> {
  return pageOf(await browser.submit(page, { withField: 'person' }, { action: 'cancel' }));
}
