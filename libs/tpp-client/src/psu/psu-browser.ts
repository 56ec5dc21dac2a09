import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'node-html-parser';
import type { HTMLElement } from 'node-html-parser';
import { CookieJar } from 'tough-cookie';
import { request } from 'undici';

/** A page in a browser without JavaScript. */
export interface Page {
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly html: HTMLElement;
  readonly text: string;
}

/** The site does not show what the PSU looks for. */
export class SiteError extends Error {
  override readonly name = 'SiteError';
}

/** The browser has left the bank. */
export interface Departure {
  readonly leftTo: URL;
  /** The last page of the bank, when it led on by itself after some seconds. */
  readonly page?: Page;
}

/** As browsers do, so that a circle of redirects is an error and not a hanging test. */
const redirectsMax = 20;
/** A person waits so long in all, at most, for a page of a site that is not available. */
const waitsMsMax = 120_000;

/**
 * A PSU's browser: cookies, forms and redirects, no scripts. It follows redirects within the bank's
 * site and to its identity provider, and stops at a redirect to another site, which returns the PSU to
 * the TPP. It loads a page or sends a form again, after its Retry-After, while the site is not available.
 */
export class PsuBrowser {
  private readonly cookies = new CookieJar(undefined, { allowSpecialUseDomain: true });

  private readonly origins: ReadonlySet<string>;

  /** The address of the bank's site, and that of its identity provider if it has one. */
  constructor(...origins: readonly [site: string, provider?: string]) {
    this.origins = new Set(origins.filter((one) => one !== undefined));
  }

  open(url: string): Promise<Page | Departure> {
    return this.go('GET', url);
  }

  /**
   * Fills in and sends the form with this field, or with this end of its address. Other fields keep the
   * values of the page. A list gives all values of a field, such as ticked boxes.
   *
   * @throws SiteError when the page has no such form or field
   */
  submit(
    page: Page,
    choice: { readonly withField: string } | { readonly to: string },
    fields: Readonly<Record<string, string | readonly string[]>> = {},
  ): Promise<Page | Departure> {
    const form = page.html.querySelectorAll('form').find((one) => isChosen(one, choice));
    if (form === undefined) throw new SiteError(`no form ${JSON.stringify(choice)}: ${page.text}`);
    const values = valuesOf(form);
    for (const [name, value] of Object.entries(fields)) {
      if (form.querySelector(`[name="${name}"]`) === null) throw new SiteError(`no field ${name}`);
      values.delete(name);
      for (const one of [value].flat()) values.append(name, one);
    }
    const action = new URL(form.getAttribute('action') ?? page.url, page.url).href;
    return form.getAttribute('method')?.toLowerCase() === 'post'
      ? this.go('POST', action, values.toString())
      : this.go('GET', `${action}?${values.toString()}`);
  }

  private async go(
    method: 'GET' | 'POST',
    url: string,
    body?: string,
    { redirects = 0, waitedMs = 0 } = {},
  ): Promise<Page | Departure> {
    if (redirects > redirectsMax) throw new SiteError(`the site redirects in a circle: ${url}`);
    const target = new URL(url);
    if (!this.origins.has(target.origin)) return { leftTo: target };
    const answer = await request(url, {
      method,
      headers: {
        cookie: await this.cookies.getCookieString(url),
        ...(body !== undefined && formHeaders(target.origin)),
      },
      body: body ?? null,
    });
    await this.keepCookies(answer.headers['set-cookie'], url);
    const text = await answer.body.text();
    const { location } = answer.headers;
    if (typeof location === 'string') {
      const next = new URL(location, url).href;
      return this.go('GET', next, undefined, { redirects: redirects + 1, waitedMs });
    }
    const { statusCode: status, headers } = answer;
    const waitMs = Number(headers['retry-after']) * 1000;
    if (status === 503 && waitedMs + waitMs <= waitsMsMax) {
      await sleep(waitMs);
      return this.go(method, url, body, { redirects, waitedMs: waitedMs + waitMs });
    }
    const page = { url, status, headers, html: parse(text), text };
    const away = this.leadOf(page);
    return away === undefined ? page : { leftTo: away, page };
  }

  /** The address outside of the bank to which a page leads on by itself, without script. */
  private leadOf({ headers, url }: Page): URL | undefined {
    const [, to] = /^\d+; url=(.*)$/.exec(String(headers['refresh'] ?? '')) ?? [];
    const target = to === undefined ? undefined : new URL(to, url);
    return target === undefined || this.origins.has(target.origin) ? undefined : target;
  }

  private async keepCookies(set: string | string[] | undefined, url: string): Promise<void> {
    for (const cookie of [set ?? []].flat()) await this.cookies.setCookie(cookie, url);
  }
}

function formHeaders(origin: string): Record<string, string> {
  return { 'content-type': 'application/x-www-form-urlencoded', origin };
}

function isChosen(
  form: HTMLElement,
  choice: { readonly withField: string } | { readonly to: string },
): boolean {
  if ('to' in choice) return form.getAttribute('action')?.endsWith(choice.to) === true;
  return form.querySelector(`[name="${choice.withField}"]`) !== null;
}

function valuesOf(form: HTMLElement): URLSearchParams {
  const values = new URLSearchParams();
  for (const field of form.querySelectorAll('input')) {
    const name = field.getAttribute('name');
    const isBox = ['radio', 'checkbox'].includes(field.getAttribute('type') ?? '');
    const chosen = !isBox || field.hasAttribute('checked');
    if (name !== undefined && chosen) values.append(name, field.getAttribute('value') ?? '');
  }
  return values;
}

/** The page. @throws SiteError when the browser has left the bank */
export function pageOf(place: Page | Departure): Page {
  if ('leftTo' in place) throw new SiteError(`the browser left to ${place.leftTo.href}`);
  return place;
}

/** The address outside of the bank. @throws SiteError when the browser is still at the bank */
export function departureOf(place: Page | Departure): URL {
  if ('leftTo' in place) return place.leftTo;
  throw new SiteError(`the browser is still at ${place.url}: ${place.text}`);
}
