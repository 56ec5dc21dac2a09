import { pageOf, PsuBrowser } from '@nordgate/testing';
import type { TppClient } from '@nordgate/tpp-client';

/** Reads a page of the console as HTML. Rejects when it is not 200. */
export type ReadPage = (path: string) => Promise<string>;

/** Opens the console of the sandbox with a code of this TPP, as a browser without scripts does. */
export async function openConsole(tpp: TppClient): Promise<ReadPage> {
  const { browser, href } = await visitConsole(tpp);
  return async (path) => {
    const page = pageOf(await browser.open(href + path));
    if (page.status !== 200) throw new Error(`${path}: ${String(page.status)}`);
    return page.text;
  };
}

/** The same for a test that posts forms: the browser of the visit, and the address of the console. */
export async function visitConsole(
  tpp: TppClient,
): Promise<{ readonly browser: PsuBrowser; readonly href: string }> {
  const asked = await tpp.call({ method: 'POST', path: '/v1/sandbox/console-codes' });
  if (asked.status !== 201) throw new Error(`no code: ${String(asked.status)} ${asked.text}`);
  const { code, _links } = asked.json as {
    readonly code: string;
    readonly _links: { readonly console: { readonly href: string } };
  };
  const { href } = _links.console;
  const browser = new PsuBrowser(new URL(href).origin);
  const start = pageOf(await browser.open(href));
  await browser.submit(start, { withField: 'code' }, { code });
  return { browser, href };
}
