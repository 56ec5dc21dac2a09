import type { TppClient } from '@nordgate/tpp-client';

/** Reads a page of the console as HTML. Rejects when it is not 200. */
export type ReadPage = (path: string) => Promise<string>;

/** Opens the console of the sandbox with a code of this TPP, as a browser without scripts does. */
export async function openConsole(tpp: TppClient): Promise<ReadPage> {
  const asked = await tpp.call({ method: 'POST', path: '/v1/sandbox/console-codes' });
  if (asked.status !== 201) throw new Error(`no code: ${String(asked.status)} ${asked.text}`);
  const { code, _links } = asked.json as {
    readonly code: string;
    readonly _links: { readonly console: { readonly href: string } };
  };
  const { href } = _links.console;
  const body = new URLSearchParams({ code });
  const opened = await fetch(`${href}/visit`, { method: 'POST', body, redirect: 'manual' });
  const [cookie = ''] = (opened.headers.get('set-cookie') ?? '').split(';');
  return async (path) => {
    const page = await fetch(href + path, { headers: { cookie } });
    if (page.status !== 200) throw new Error(`${path}: ${String(page.status)}`);
    return page.text();
  };
}
