import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readRedirect } from '../../redirect.js';
import type { Redirect } from '../../redirect.js';

/** The TPP's own page on this machine, to which the bank sends the PSU's browser back. */
export interface ReturnServer {
  /** The TPP-Redirect-URI. */
  readonly uri: string;
  /** The outcome of the next SCA, when the browser has come. Call it before the PSU gets the address. */
  next(): Promise<Redirect>;
  stop(): Promise<void>;
}

/**
 * Listens on a free port of loopback. The address has a random `state`, so no other page can send a browser
 * here with other ids.
 */
export async function startReturnServer(): Promise<ReturnServer> {
  const state = randomUUID();
  let take: (redirect: Redirect) => void = () => undefined;
  const server = createServer((request, response) => {
    const address = new URL(request.url ?? '/', 'http://127.0.0.1');
    const isOwn = address.pathname === '/back' && address.searchParams.get('state') === state;
    const redirect = isOwn ? readRedirect(address) : undefined;
    response
      .setHeader('content-type', 'text/plain; charset=utf-8')
      .setHeader('connection', 'close');
    if (redirect === undefined) {
      response.writeHead(404).end('This page is not the end of an approval.\n');
      return;
    }
    response.end('The bank has sent you back. You can close this page.\n');
    take(redirect);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    uri: `http://127.0.0.1:${String(port)}/back?state=${state}`,
    next: () =>
      new Promise((resolve) => {
        take = resolve;
      }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // The last answer is on its way to the browser: only idle connections end now.
        server.closeIdleConnections();
      }),
  };
}
