import { pageOf, SiteError } from './psu-browser.js';
import type { Departure, Page, PsuBrowser } from './psu-browser.js';

/** The error that a page does not have what the PSU looks for. */
export function without(wanted: string, page: Page): SiteError {
  return new SiteError(`the page has no ${wanted}: ${wordsOf(page).slice(0, 300)}`);
}

/** The text of a page as a person reads it, without tags and repeated spaces. */
export function wordsOf({ html }: Page): string {
  const body = html.querySelector('main') ?? html.querySelector('body') ?? html;
  return body.structuredText.replaceAll(/\s+/g, ' ').trim();
}

/** Whether a page asks for a customer number, as the log-in page of a sandbox does. */
export function asksForNumber({ html }: Page): boolean {
  return html.querySelector('[name=customerNumber]') !== null;
}

/** The code that the sandbox shows on the page of an approval, if the page has one. */
export function sandboxCodeOn({ html }: Page): string | undefined {
  const code = html.querySelector('#sandbox-code')?.textContent.trim() ?? '';
  return /^\d{6}$/.test(code) ? code : undefined;
}

/** Chooses a context, where there is a choice: that of the organisation, else the private one. */
export async function actFor(
  browser: PsuBrowser,
  place: Page | Departure,
  organisation?: string,
): Promise<Page | Departure> {
  const choices = pageOf(place).html.querySelectorAll('input[type=radio][name=context]');
  const wanted = choices.find((choice) =>
    organisation === undefined
      ? /private/i.test(choice.getAttribute('value') ?? '')
      : choice.parentNode?.text.includes(organisation) === true,
  );
  const context = wanted?.getAttribute('value');
  // The form of the approval, which may stand before this one, has a field of that name, too.
  const to = wanted?.closest('form')?.getAttribute('action');
  return context === undefined || to === undefined
    ? place
    : browser.submit(pageOf(place), { to }, { context });
}

/**
 * The values of the boxes beside these numbers, which the page shows in groups; no field where the page has no such box.
 *
 * @throws SiteError when a number has no box
 */
export function pickedOn(
  page: Page,
  name: 'account' | 'card',
  numbers: readonly string[],
): Record<string, string[]> {
  const boxes = page.html.querySelectorAll(`input[type=checkbox][name=${name}]`);
  const wanted = boxes.filter((box) =>
    numbers.some((one) => box.parentNode?.text.replaceAll(/\s/g, '').includes(one) === true),
  );
  if (wanted.length !== numbers.length) throw without(`boxes for ${numbers.join(', ')}`, page);
  return boxes.length === 0 ? {} : { [name]: wanted.map((box) => box.getAttribute('value') ?? '') };
}

/**
 * Opens an item that waits for a second signature on the bank's own page: the one with this text, of
 * its button included, else the first.
 *
 * @throws SiteError when there is none
 */
export async function openToSign(browser: PsuBrowser, page: Page, says = ''): Promise<Page> {
  const forms = page.html.querySelectorAll('form[action$="/my/sign"]');
  const item = forms
    .find((form) => (form.closest('section') ?? form).text.includes(says))
    ?.querySelector('[name=item]')
    ?.getAttribute('value');
  if (item === undefined) throw without(`item to sign with ${says}`, page);
  return pageOf(await browser.submit(page, { to: '/my/sign' }, { item }));
}
