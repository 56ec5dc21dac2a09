import { pageOf } from '../psu-browser.js';
import type { Page, PsuBrowser } from '../psu-browser.js';
import { demand } from './narrator.js';
import type { ListedCustomer } from './world.js';

/** A PSU proves at the bank who they are, and sees their own page. `site` is the bank's, without a path. */
export async function enterOwnPage(
  browser: PsuBrowser,
  site: string,
  { customerNumber }: ListedCustomer,
): Promise<Page> {
  const start = pageOf(await browser.open(`${site}/my`));
  const form = pageOf(await browser.submit(start, { to: '/my/log-in' }));
  const field = { withField: 'customerNumber' };
  return enterCode(browser, pageOf(await browser.submit(form, field, { customerNumber })));
}

/** On to what waits for a second signature: that whose button says this, else the first of the page. */
export async function openToSign(browser: PsuBrowser, page: Page, says = ''): Promise<Page> {
  const forms = page.html.querySelectorAll('form[action$="/my/sign"]');
  const item = forms
    .find((form) => form.text.includes(says))
    ?.querySelector('[name=item]')
    ?.getAttribute('value');
  demand(item !== undefined, `a button that says ${says}`, page.text);
  return pageOf(await browser.submit(page, { to: '/my/sign' }, { item }));
}

/** Enters the code that the sandbox shows; the PSU stays at the bank. */
export async function enterCode(browser: PsuBrowser, page: Page): Promise<Page> {
  const code = page.html.querySelector('#sandbox-code')?.textContent.trim() ?? '';
  demand(/^\d{6}$/.test(code), 'a sandbox code on the page', page.text);
  return pageOf(await browser.submit(page, { withField: 'code' }, { code }));
}
