import { actFor, departureOf, pageOf, pickedOn } from '@nordgate/tpp-client/psu';
import type { Departure, Page, PsuBrowser } from '@nordgate/tpp-client/psu';
import { isLogIn, prove, sendLogIn } from './proof.js';
import { demand } from './world.js';
import type { ListedCustomer, World } from './world.js';

/**
 * A PSU approves at the bank's site: logs in, sees the page, approves.
 *
 * @param shown texts that the page has to show
 * @returns the return address of the PSU
 */
export async function approveAt(
  world: World,
  href: string,
  customer: ListedCustomer,
  shown: readonly string[] = [],
): Promise<URL> {
  return approveInContext(world, href, customer, { shown });
}

/**
 * A PSU approves at the bank's site for an organisation, whether the page lets the PSU choose or not.
 *
 * @returns the return address of the PSU
 */
export async function approveForAt(
  world: World,
  href: string,
  customer: ListedCustomer,
  organisation: string,
): Promise<URL> {
  return approveInContext(world, href, customer, { organisation, shown: [] });
}

async function approveInContext(
  world: World,
  href: string,
  customer: ListedCustomer,
  { organisation, shown }: { readonly organisation?: string; readonly shown: readonly string[] },
): Promise<URL> {
  const browser = world.newBrowser();
  const inside = await logIn(browser, href, customer);
  const page = pageOf(await actFor(browser, inside, organisation));
  for (const text of shown) demand(page.text.includes(text), `the page shows ${text}`, page.text);
  return departureOf(await prove(browser, page, customer));
}

/** The names of the contexts that the page lets a PSU choose from; none where the page has no choice. */
export async function contextsAt(
  world: World,
  href: string,
  customer: ListedCustomer,
): Promise<readonly string[]> {
  const page = pageOf(await logIn(world.newBrowser(), href, customer));
  const choices = page.html.querySelectorAll('input[type=radio][name=context]');
  return choices.map((choice) => choice.parentNode?.querySelector('strong')?.text ?? '');
}

/**
 * A PSU tries to approve while something else may end the authorisation at any step.
 *
 * @returns the return address of the PSU, with success or failure
 */
export async function tryToApproveAt(
  world: World,
  href: string,
  customer: ListedCustomer,
): Promise<URL> {
  const browser = world.newBrowser();
  const inside = await logIn(browser, href, customer);
  const place = 'leftTo' in inside ? inside : await actPrivately(browser, inside);
  if ('leftTo' in place) return place.leftTo;
  return departureOf(await prove(browser, place, customer));
}

/** A PSU refuses at the bank's site. @returns the return address of the PSU */
export async function refuseAt(world: World, href: string, customer: ListedCustomer): Promise<URL> {
  const browser = world.newBrowser();
  const page = pageOf(await actPrivately(browser, await logIn(browser, href, customer)));
  return departureOf(await browser.submit(page, { to: '/refuse' }));
}

/**
 * A PSU goes back from a page on which nothing can be paid from their accounts.
 *
 * @returns the return address of the PSU
 */
export async function declineAt(
  world: World,
  href: string,
  customer: ListedCustomer,
): Promise<URL> {
  const browser = world.newBrowser();
  const page = pageOf(await actPrivately(browser, await logIn(browser, href, customer)));
  demand(page.html.querySelector('[name=code]') === null, 'a page without a code', page.text);
  return departureOf(await browser.submit(page, { to: '/decline' }));
}

/**
 * The bank does not accept this customer for this authorisation, or it has failed before: the link may
 * then lead back without a log-in. @returns the return address of the PSU
 */
export async function failAt(world: World, href: string, customer: ListedCustomer): Promise<URL> {
  return departureOf(await logIn(world.newBrowser(), href, customer));
}

/**
 * A PSU picks accounts and cards at the bank's site and approves.
 *
 * @param choice `cards` are masked numbers; `actsFor` names an organisation; without it the PSU acts privately
 * @returns the return address of the PSU
 */
export async function grantAt(
  world: World,
  href: string,
  customer: ListedCustomer,
  { bbans, cards = [], actsFor }: Choice,
): Promise<URL> {
  const browser = world.newBrowser();
  const inside = await logIn(browser, href, customer);
  const page = pageOf(await actFor(browser, inside, actsFor));
  // Without any account or card the page may have no box at all.
  const fields = { ...pickedOn(page, 'account', bbans), ...pickedOn(page, 'card', cards) };
  const next = pageOf(await browser.submit(page, { to: '/accounts' }, fields));
  return departureOf(await prove(browser, next, customer));
}

/** What a PSU grants, and for whom. */
interface Choice {
  readonly bbans: readonly string[];
  readonly cards?: readonly string[];
  readonly actsFor?: string;
}

async function logIn(
  browser: PsuBrowser,
  href: string,
  customer: ListedCustomer,
): Promise<Page | Departure> {
  const place = await opened(browser, href);
  return 'leftTo' in place ? place : sendLogIn(browser, place, customer);
}

/** A PSU with several contexts chooses the private one. */
async function actPrivately(
  browser: PsuBrowser,
  place: Page | Departure,
): Promise<Page | Departure> {
  return actFor(browser, place);
}

/** The waiting page refreshes itself until the authorisation has reached the site. */
async function opened(browser: PsuBrowser, href: string): Promise<Page | Departure> {
  for (let attempt = 1; ; attempt += 1) {
    const page = await browser.open(href);
    if ('leftTo' in page) return page;
    if (isLogIn(page)) return page;
    demand(attempt < openAttemptsMax, 'a log-in page', page.text);
    await new Promise((resolve) => setTimeout(resolve, openPauseMs));
  }
}

const openAttemptsMax = 100;
const openPauseMs = 100;

/** The TPP of the sandbox that has its key and certificate in the data folder. */
export const demoTppId = 'PSDNO-FSA-900000001';

/**
 * A PSU logs in at the bank's own page, in a sandbox as a customer of a TPP's world.
 *
 * @param site the address of the bank's site, without a path
 */
export async function enterOwnPage(
  browser: PsuBrowser,
  site: string,
  customer: ListedCustomer,
  app = demoTppId,
): Promise<Page> {
  const start = pageOf(await browser.open(`${site}/my?app=${app}`));
  const form = pageOf(await browser.submit(start, { to: '/my/log-in' }));
  return approveShown(browser, pageOf(await sendLogIn(browser, form, customer)), customer);
}

/** Approves what a page shows. The PSU stays at the bank. */
export async function approveShown(
  browser: PsuBrowser,
  page: Page,
  customer: ListedCustomer,
): Promise<Page> {
  return pageOf(await prove(browser, page, customer));
}
