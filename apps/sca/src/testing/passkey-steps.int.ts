import { fieldsOf, kariNumber } from './psu-steps.js';
import { SoftAuthenticator } from './soft-authenticator.int.js';
import type { Twist } from './soft-authenticator.int.js';
import { hidden } from './test-browser.js';
import type { Answer, TestBrowser } from './test-browser.js';
import type { TestSca } from './test-sca.int.js';

/** Logs in to the overview with the code. Returns the overview. */
export async function enterOverview(
  browser: TestBrowser,
  customerNumber = kariNumber,
): Promise<Answer> {
  const start = await browser.get('/my');
  const opened = await browser.post('/my/log-in', {
    app: 'PSDNO-FSA-1',
    csrf: hidden(start.text, 'csrf'),
  });
  const form = await browser.get(opened.location);
  const fields = { csrf: hidden(form.text, 'csrf'), customerNumber };
  const { location } = await browser.post(opened.location, fields);
  await browser.post(`${location}/approve`, fieldsOf(await browser.get(location)));
  return browser.get('/my');
}

/** The request that a page hands to the script for passkeys. */
export function passkeyRequestOn({ text }: Answer): string {
  const [, request = ''] = /data-passkey="([^"]*)"/.exec(text) ?? [];
  return request.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
}

/** Goes from the overview through the SCA to the enrolment page. */
export async function goToEnrolment(browser: TestBrowser, overview: Answer): Promise<string> {
  const csrf = hidden(overview.text, 'csrf');
  const { location } = await browser.post('/my/passkeys', { csrf });
  const page = await browser.get(location);
  return (await browser.post(`${location}/approve`, fieldsOf(page))).location;
}

/** The fields of the enrolment form. */
export async function enrolmentFields(
  browser: TestBrowser,
  place: string,
  authenticator: SoftAuthenticator,
  { name = 'My phone', twist = {} }: { readonly name?: string; readonly twist?: Twist } = {},
): Promise<Record<string, string>> {
  const page = await browser.get(place);
  const code = authenticator.create(passkeyRequestOn(page), twist);
  return { csrf: hidden(page.text, 'csrf'), name, code };
}

/** A customer adds a passkey. */
export async function enrol(
  sca: TestSca,
  customerNumber = kariNumber,
): Promise<{ readonly browser: TestBrowser; readonly authenticator: SoftAuthenticator }> {
  const browser = sca.newBrowser();
  const authenticator = new SoftAuthenticator(sca.url);
  const place = await goToEnrolment(browser, await enterOverview(browser, customerNumber));
  const done = await browser.post(place, await enrolmentFields(browser, place, authenticator));
  if (done.location !== '/my?notice=passkey-added') throw new Error(done.location);
  return { browser, authenticator };
}
