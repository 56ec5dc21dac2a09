import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  initiate,
  meetPsu,
  orderBetween,
  setUpSandbox,
  singlePath,
  statusOf,
} from '@nordgate/testing';
import type { ListedCustomer, World } from '@nordgate/testing';
import { request } from 'undici';
import { startTestBank } from '../testing/test-bank.js';
import type { TestBank } from '../testing/test-bank.js';
import { callOf, descriptionAt, operationsOf } from './testing/described-operations.js';
import type { Operation } from './testing/described-operations.js';

const evil = 'https://evil.example';
/** What no answer may tell of what the bank is made of. */
const innerWords =
  /node_modules|\bat \S+:\d+:\d+|\.[jt]s:\d+|\b(?:Type|Syntax|Reference|Range)Error\b|ECONN|fastify|nestjs|postgres|kafka|select \w+ from/i;
const tellingHeaders = ['server', 'x-powered-by', 'via', 'x-aspnet-version', 'x-runtime'];
/** Headers by which other frameworks let a request be another one than its line and signature say. */
const overrides = {
  'x-http-method-override': 'DELETE',
  'x-http-method': 'DELETE',
  'x-method-override': 'DELETE',
  'x-original-url': '/v1/sandbox/initialize',
  'x-rewrite-url': '/v1/sandbox/initialize',
};
const strangePaths = [
  ...['/%2e%2e/%2e%2e/etc/passwd', '/..%5c..%5cwindows', '/.env', '/.git/config', '/server-status'],
  ...['/actuator/env', '/debug/pprof', '/phpinfo.php', '/%00', '/%ff', '//evil.example', '/?x=%zz'],
];

let test: TestBank;
let world: World;
let customers: readonly ListedCustomer[];
let operations: readonly Operation[];
/** The servers that people and TPPs reach. */
let servers: Readonly<Record<'interface' | 'approval site' | 'console', string>>;
beforeAll(async () => {
  test = await startTestBank();
  world = test.world();
  customers = await setUpSandbox(world);
  await meetPsu(world, customers[0]!);
  operations = operationsOf(await descriptionAt(test.bank.gatewayUrl));
  const { gatewayUrl, scaUrl, consoleUrl } = test.bank;
  servers = { interface: gatewayUrl, 'approval site': scaUrl, console: consoleUrl };
});
afterAll(() => test.stop());

interface Seen {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

async function seenAt(url: string, headers: object = {}, method = 'GET'): Promise<Seen> {
  const answer = await request(url, {
    method: method as 'GET',
    headers: { origin: evil, ...headers },
  });
  return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
}

/** What is wrong with an answer, whatever was asked. */
function faultsOf({ status, headers, text }: Seen): string[] {
  const faults = tellingHeaders.filter((name) => name in headers).map((name) => `has ${name}`);
  const allowed = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
  if (status >= 500) faults.push(`is ${String(status)}`);
  if (innerWords.test(text)) faults.push(`tells ${innerWords.exec(text)?.[0] ?? ''}`);
  return [...faults, ...allowed.map((name) => `has ${name}`)];
}

/** The addresses of pages in the sources of a site, with ids that nobody has. */
function pagesIn(pattern: RegExp, ...paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) =>
    [...readFileSync(join(import.meta.dirname, '../../../..', path), 'utf8').matchAll(pattern)].map(
      ([, page = '']) => page.replaceAll(/:\w+/g, 'nobody'),
    ),
  );
}

const sitePages = ['/', '/my', '/my/revoke', '/sign/nobody', '/sign/nobody/log-in', '/oidc'];
const consolePages = () =>
  pagesIn(
    /^ {6}'(\/[\w/:-]*)',$/gm,
    'apps/accounts/src/sandbox/console/console-browsing.routes.ts',
    'apps/accounts/src/sandbox/console/console-actions.routes.ts',
  );

describe('API8:2023 security misconfiguration', () => {
  it('tells nothing of its inside on any operation, to a stranger or to a TPP with a broken body', async () => {
    const faults: string[] = [];
    for (const one of operations) {
      const bare = await seenAt(`${test.bank.gatewayUrl}${one.path}`, {}, one.method);
      faults.push(...faultsOf(bare).map((fault) => `${one.name} ${fault}`));
      if (!one.isSigned) continue;
      const { headers, ...call } = callOf(one);
      const broken = { ...headers, 'content-type': 'application/json', origin: evil };
      const sent = await world.tpp.call({
        ...call,
        ...(call.body && { body: '{"a":[' }),
        headers: broken,
      });
      faults.push(...faultsOf(sent).map((fault) => `${one.name} ${fault}`));
    }
    // The description and its pages name what the bank is made of on purpose.
    const published = /^GET \/(docs|v1\/openapi\.json|health)/;
    expect(faults.filter((one) => !published.test(one))).toEqual([]);
  });

  it.each(['interface', 'approval site', 'console'] as const)(
    'answers strange paths at the %s without a trace of its inside, and lets no other site read the answer',
    async (name) => {
      const faults: string[] = [];
      for (const path of strangePaths) {
        for (const method of ['GET', 'POST', 'OPTIONS', 'PROPFIND']) {
          const seen = await seenAt(`${servers[name]}${path}`, {}, method);
          faults.push(...faultsOf(seen).map((fault) => `${method} ${path} ${fault}`));
        }
      }
      expect(faults).toEqual([]);
    },
  );

  it.each(['approval site', 'console'] as const)(
    'protects every page of the %s by its headers, also those that are not there',
    async (name) => {
      const pages = name === 'console' ? consolePages() : sitePages;
      expect(pages.length).toBeGreaterThan(4);
      const faults: string[] = [];
      for (const path of [...pages, ...strangePaths]) {
        const { headers, status } = await seenAt(`${servers[name]}${path}`);
        const policy = String(headers['content-security-policy']);
        const isProtected =
          policy.includes("default-src 'none'") &&
          policy.includes("frame-ancestors 'none'") &&
          policy.includes("base-uri 'none'") &&
          !/unsafe|\*/.test(policy) &&
          headers['x-content-type-options'] === 'nosniff' &&
          headers['x-frame-options'] === 'DENY' &&
          ['same-origin', 'no-referrer'].includes(String(headers['referrer-policy'])) &&
          headers['cross-origin-opener-policy'] === 'same-origin' &&
          String(headers['cache-control']).includes('no-store');
        if (!isProtected) faults.push(`${path} ${String(status)}`);
      }
      expect(faults).toEqual([]);
    },
  );

  it('reads no request as another one than its line says: overriding headers change nothing', async () => {
    const [debtor, creditor] = customers as [ListedCustomer, ListedCustomer];
    const { paymentId } = await initiate(world, singlePath, orderBetween({ debtor, creditor }));
    const path = `${singlePath}/${paymentId}/status`;
    for (const [name, value] of Object.entries(overrides)) {
      const headers = { [name]: value, 'x-accept-fix': 'payment-status-before-approval' };
      const { status } = await world.tpp.call({ method: 'GET', path, headers });
      expect([name, status]).toEqual([name, 200]);
    }
    expect(await statusOf(world, singlePath, paymentId)).toBe('RCVD');
  });

  it('lets nobody store an answer of a signed operation', async () => {
    const stored: string[] = [];
    for (const one of operations.filter(({ isSigned }) => isSigned)) {
      const { headers } = await test.tpp.call(callOf({ ...one, body: undefined }));
      if (!String(headers['cache-control']).includes('no-store')) stored.push(one.name);
    }
    expect(stored).toEqual([]);
  });
});
