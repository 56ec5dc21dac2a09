import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { aDomesticPayment, scaRedirectOf, singlePath } from '@nordgate/testing';
import type { TppClient } from '@nordgate/tpp-client';
import { requestBytes, requestsPerSecond } from '../http-load.js';
import type { Comparison } from '../rounds.js';

const connections = 32;
const requestsPerRound = 6000;
const psu = { 'psu-id': '1f4b0d52-6b2b-4a58-9d2b-5c3f2f1f9a10', 'tpp-session-id': 'bench' };
const openPauseMs = 100;
const openAttemptsMax = 100;

/**
 * The page of a new payment's link, from the whole bank in one process, against a bare Fastify route
 * on the same database that does one query and renders the same template.
 */
export async function pageBench(
  tpp: TppClient,
  databaseUrl: string,
): Promise<Comparison & { stop(): Promise<void> }> {
  const link = await openLink(tpp);
  const child = fork(join(import.meta.dirname, 'bare-page.js'), [databaseUrl]);
  const [bare] = (await once(child, 'message')) as [string];
  return {
    name: `page of a link, ${String(connections)} connections`,
    target: 0.5,
    against: 'a bare Fastify route: one query by pg, the same template',
    ours: () => pagesPerSecond(link),
    baseline: () => pagesPerSecond(new URL(link.pathname, bare)),
    async stop() {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}

/** Initiates a payment and waits until its link shows the log-in. */
async function openLink(tpp: TppClient): Promise<URL> {
  const call = { method: 'POST', path: singlePath, headers: psu } as const;
  const { json } = await tpp.call({ ...call, body: aDomesticPayment() });
  const link = new URL(scaRedirectOf(json as object));
  for (let attempt = 0; attempt < openAttemptsMax; attempt += 1) {
    const page = await (await fetch(link)).text();
    if (page.includes('customerNumber')) return link;
    await new Promise((resolve) => setTimeout(resolve, openPauseMs));
  }
  throw new Error('the link did not open');
}

function pagesPerSecond(link: URL): Promise<number> {
  const request = { method: 'GET', path: link.pathname, headers: { accept: 'text/html' } } as const;
  const bytes = requestBytes({ ...request, body: undefined }, link.host);
  const requests = Array.from({ length: requestsPerRound }, () => bytes);
  return requestsPerSecond(link.origin, requests, { connections, status: 200 });
}
