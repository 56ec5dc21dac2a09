import { isLanguage, languageNames, siteLanguages } from './site-language.js';
import type { Language } from './site-language.js';

/** One language in the footer of a page. */
export interface LanguageLink {
  readonly language: Language;
  readonly name: string;
  /** The address of the same page in that language; undefined for the language of the page. */
  readonly href?: string;
}

/** The parameter of a link that changes the language. */
const parameter = 'language';

/** Characters that a path can have: a control character could end the header of a redirect. */
const pathForm = /^\/[\x21-\x7e]*$/;

/** Path and query of an address of this site. A second slash in front would name another host. */
function partsOf(url: string): { readonly path: string; readonly query: URLSearchParams } {
  const [start = '', ...rest] = url.split('?');
  const path = start.replace(/^[/\\]*/, '/');
  return { path: pathForm.test(path) ? path : '/', query: new URLSearchParams(rest.join('?')) };
}

function addressOf(path: string, query: URLSearchParams): string {
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

/** What a GET with `?language=` asks for: the language, and the address without it. Undefined without a language of the site. */
export function languageChange(
  url: string,
): { readonly language: Language; readonly location: string } | undefined {
  const { path, query } = partsOf(url);
  const language = query.get(parameter);
  if (!isLanguage(language)) return undefined;
  query.delete(parameter);
  return { language, location: addressOf(path, query) };
}

/** The languages of the site for the page at an address. */
export function languageLinks(url: string, current: Language): readonly LanguageLink[] {
  const { path, query } = partsOf(url);
  return siteLanguages.map((language) => {
    const name = languageNames[language];
    if (language === current) return { language, name };
    query.set(parameter, language);
    return { language, name, href: addressOf(path, query) };
  });
}

/** The actions of forms, each below the address of the page that shows the form. */
const action =
  /\/(accounts|approve|cancel|decline|log-in|log-out|provider|refuse|remove|revoke|sign)$/;

/** The address that shows a page again: that of a form leads to the page with the form. */
export function pageAddress({ method, url }: { readonly method: string; readonly url: string }) {
  if (method === 'GET') return url;
  const { path } = partsOf(url);
  return path.replace(action, '');
}
