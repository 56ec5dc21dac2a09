import type { Language } from '../language/site-language.js';

/** A cookie that an answer sets. Without a value, the browser deletes the cookie. */
export interface CookieChange {
  /** The name without its prefix (see `cookieName`). */
  readonly name: string;
  readonly value?: string;
}

/** An HTML page. */
export interface Page {
  readonly is: 'page';
  readonly status: number;
  /** The language of `html`. */
  readonly language: Language;
  readonly html: string;
  /** The browser loads this address after a delay, without script (WCAG 2.2.1: essential time limit). */
  readonly refresh?: { readonly seconds: number; readonly url: string };
  /** The origins of the TPP, when a form of the page may lead there. */
  readonly formTarget?: string | undefined;
  /** The page runs the script for passkeys. */
  readonly hasScript?: boolean;
  readonly cookies?: readonly CookieChange[];
}

/** A redirect with status 303: the browser goes on with a GET. */
export interface Redirect {
  readonly is: 'redirect';
  readonly location: string;
  readonly cookies?: readonly CookieChange[];
}

/** What a method of a page controller returns. `AnswerInterceptor` sends it. */
export type Answer = Page | Redirect;

/** A redirect to an address of this site or of a TPP. */
export function redirectTo(location: string, cookies: readonly CookieChange[] = []): Redirect {
  return { is: 'redirect', location, cookies };
}

/** Loads an address when a deadline is over: whole seconds from now, at least one. */
export function refreshAt(
  deadline: string,
  { now, url }: { readonly now: string; readonly url: string },
): NonNullable<Page['refresh']> {
  const seconds = Math.ceil((Date.parse(deadline) - Date.parse(now)) / 1000);
  return { seconds: Math.max(1, seconds), url };
}
