import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The web site of a TPP on loopback, with the return address of PSUs. */
export interface TppSite {
  /** Without a path. */
  readonly origin: string;
  /** TPP-Redirect-URI, with its own query. */
  readonly redirectUri: string;
  stop(): Promise<void>;
}

/** Starts the site on a free port. Every page says that the PSU is back. */
export async function startTppSite(): Promise<TppSite> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end('<!doctype html><html lang="en"><title>The TPP</title><h1>Back at the TPP</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    origin,
    redirectUri: `${origin}/back?state=af0ifjsldkj`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
