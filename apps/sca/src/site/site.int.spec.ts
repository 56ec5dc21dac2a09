import { once } from 'node:events';
import { request as rawRequest } from 'node:http';
import { connect } from 'node:net';
import { defaultTimers } from '@nordgate/contracts/profile';
import type { Platform } from '@nordgate/service';
import { testApprovalKey, testApprovals } from '@nordgate/contracts/testing';
import { freePorts } from '@nordgate/local/free-ports';
import { momentText } from './language/plain-values.js';
import { startSca } from '../sca.module.js';
import type { ScaSettings } from '../sca.settings.js';
import { anInitiator } from '../testing/an-authorisation.js';
import { idKeys } from '../testing/agreement-ids.js';
import { goToApproval, linkOf, logIn, setUp } from '../testing/psu-steps.js';
import { bankKeys, providerTerms } from '../testing/bank-at-provider.int.js';
import { siteKeys, startTestSca } from '../testing/test-sca.int.js';
import type { TestSca } from '../testing/test-sca.int.js';
import { TestBrowser } from '../testing/test-browser.js';
import type { Answer } from '../testing/test-browser.js';

let sca: TestSca;
beforeAll(async () => {
  sca = await startTestSca();
});
beforeEach(() => setUp(sca));
afterAll(() => sca.stop());

function expectSafe({ headers }: Answer): void {
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'/,
  );
  expect(policy).toContain("frame-ancestors 'none'; base-uri 'none'");
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin',
  });
  expect(headers.get('access-control-allow-origin')).toBeNull();
}

describe('an answer of the site', () => {
  it('has the security headers: pages, redirects and files', async () => {
    const id = await sca.open();
    const browser = sca.newBrowser();
    expectSafe(await browser.get(linkOf(id)));
    expectSafe(await logIn(browser, id));
    expectSafe(await browser.get(linkOf(id)));
    const { browser: psu, page, fields, id: own } = await goToApproval(sca, await sca.open());
    expectSafe(page);
    expectSafe(await psu.post(`/sign/${own}/approve`, fields));
    expectSafe(await sca.newBrowser().get(`/sign/${'0'.repeat(32)}/${'t'.repeat(43)}`));
    expectSafe(await sca.newBrowser().get('/'));
    expectSafe(await sca.newBrowser().get('/assets/site.css'));
    expectSafe(await sca.newBrowser().get('/health/live'));
  });

  it.each<readonly [string, number, string, RequestInit]>([
    ['an unknown path', 404, '/nothing', {}],
    ['an unknown file', 404, '/assets/other.css', {}],
    ['a path that cannot be decoded', 404, '/%zz', {}],
    ['a parameter without end', 404, `/sign/${'a'.repeat(500)}`, {}],
    ['another method', 404, '/assets/site.css', { method: 'DELETE' }],
    ['a preflight', 404, '/sign/x', { method: 'OPTIONS' }],
    ['an id that is none', 404, '/sign/..%2f..%2fetc', {}],
    ['a missing cookie', 403, `/sign/${'0'.repeat(32)}`, {}],
    ['JSON', 415, '/sign/x/approve', json('{}')],
    ['a body that is too large', 413, '/sign/x/approve', form(`a=${'b'.repeat(17_000)}`)],
    ['a link token that is none', 404, `/sign/${'0'.repeat(32)}/x`, {}],
  ])('has the security headers: %s', async (_about, status, path, init) => {
    const answer = await sca.newBrowser().send(path, init);
    expect(answer.status).toBe(status);
    expectSafe(answer);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.text).toContain('Nordgate');
    expect(answer.text).not.toMatch(/\bat \/|Error:|node_modules|stack/);
  });

  it('has status 415 for a body that is not a form', async () => {
    const answer = await raw('POST', '/sign/x/approve', 'not a form', { 'content-type': 'x' });
    expect(answer).toBe(415);
  });
});

/** What the PSU of an error page can quote. */
function referenceOn(text: string): string {
  return /quote ([0-9A-Z]{4}-[0-9A-Z]{4})\./.exec(text)?.[1] ?? '';
}

describe('an error page', () => {
  it.each([
    ['an unknown page', '/nothing-here'],
    ['an address that cannot be decoded', '/%E0%A4%A'],
    ['the wrong browser', '/sign/00000000000000000000000000000000'],
  ])('has a reference that is in the log: %s', async (_what, path) => {
    const { text } = await sca.newBrowser().get(path);
    expect(referenceOn(text)).not.toBe('');
    expect(sca.lines.at(-1)).toContain(`"reference":"${referenceOn(text)}"`);
  });
});

describe('a bug in the site', () => {
  it('gives a page without internal details, and a line in the log', async () => {
    const id = await sca.open();
    const { browser } = await goToApproval(sca, id);
    const broken = { instruction: null, paymentId: 'pay-1', initiator: anInitiator() };
    sca.bank.payments.set('pay-1', broken as never);
    const answer = await browser.get(`/sign/${id}`);
    expect(answer.status).toBe(500);
    expectSafe(answer);
    expect(answer.text).toContain('Something went wrong');
    expect(answer.text).not.toContain('TypeError');
    expect(sca.lines.at(-1)).toContain('TypeError');
    expect(sca.lines.at(-1)).toContain(`"reference":"${referenceOn(answer.text)}"`);
  });
});

describe('the log of the site', () => {
  it('has no personal data of a whole approval', async () => {
    const id = await sca.open();
    const { browser, fields } = await goToApproval(sca, id);
    const secret = browser.cookies.get(`nordgate-sign-${id}`) ?? '?';
    await browser.post(`/sign/${id}/approve`, fields);
    const text = sca.lines.join('');
    for (const canary of ['14837530114', 'Kari', 'Strøm', '15062078902', secret, fields.code]) {
      expect(text).not.toContain(canary);
    }
  });
});

describe('a site behind https', () => {
  it('binds its cookies to the host and keeps browsers on https', async () => {
    const [port = 0] = await freePorts(1);
    const behind = await startTestSca({ port, publicUrl: 'https://sca.bank.example' });
    try {
      expect(behind.url).toBe('https://sca.bank.example');
      const browser = new TestBrowser(`http://127.0.0.1:${String(port)}`);
      const { headers } = await browser.get(linkOf(await behind.open()));
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
      expect(headers.getSetCookie()[0]).toMatch(
        /^__Host-nordgate-log-in=[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      );
      const swedish = await browser.get('/my?language=sv');
      expect(swedish.headers.getSetCookie()).toEqual([
        '__Host-nordgate-language=sv; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax',
      ]);
    } finally {
      await behind.stop();
    }
  });
});

describe('a site that strangers reach', () => {
  const limits = { connectionsPerAddressMax: 1, headersWithinMs: 50, checkEveryMs: 20 };
  /** What a site with these limits answers to bytes on a new connection. */
  async function answerTo(url: string, bytes: string): Promise<string> {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), family: 4 });
    socket.on('error', () => undefined).write(bytes);
    const parts: string[] = [];
    socket.on('data', (part) => void parts.push(String(part)));
    await once(socket, 'close');
    return parts.join('');
  }

  it('ends a connection whose headers are slow', async () => {
    const narrow = await startTestSca({ limits });
    try {
      const answer = await answerTo(narrow.url, 'GET /my HTTP/1.1\r\nhost: bank\r\n');
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    } finally {
      await narrow.stop();
    }
  });

  it('closes a connection above the cap of its address', async () => {
    const narrow = await startTestSca({ limits: { connectionsPerAddressMax: 1 } });
    const { hostname, port } = new URL(narrow.url);
    const first = connect({ host: hostname, port: Number(port), family: 4 });
    try {
      const request = 'GET /health/live HTTP/1.1\r\nhost: bank\r\n';
      first.write(`${request}\r\n`);
      await once(first, 'data');
      expect(await answerTo(narrow.url, `${request}connection: close\r\n\r\n`)).toBe('');
    } finally {
      first.destroy();
      await narrow.stop();
    }
  });

  it('answers requests above the rate of their address with its page and Retry-After', async () => {
    const narrow = await startTestSca({ limits: { requestsPerSecond: 0.1 } });
    try {
      const browser = narrow.newBrowser();
      expect((await browser.get('/my')).status).toBe(200);
      const refused = await browser.get('/my');
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toBe('10');
      expect(refused.text).toContain('Too many attempts');
      expectSafe(refused);
    } finally {
      await narrow.stop();
    }
  });
});

describe('a site in maintenance', () => {
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const running = { from: inHours(-1), until: inHours(1), readsGoOn: true };

  it('answers every page with one that says until when, also while reads go on', async () => {
    const closed = await startTestSca({}, [], undefined, [running]);
    try {
      const id = await closed.open();
      for (const path of ['/', '/my', linkOf(id), `/sign/${id}`, '/sign/x/provider', '/passkey']) {
        const page = await closed.newBrowser().get(path);
        expect([path, page.status, page.headers.get('retry-after')]).toEqual([path, 503, '600']);
        expect(page.text).toContain('The bank is being maintained');
        expect(page.text).toContain(momentText(running.until, 'en'));
        expectSafe(page);
      }
      const sent = await closed.newBrowser().send(`/sign/${id}/approve`, { method: 'POST' });
      expect(sent.status).toBe(503);
    } finally {
      await closed.stop();
    }
  });

  it('serves files, keys and the probe', async () => {
    const closed = await startTestSca({}, [], undefined, [running]);
    try {
      const browser = closed.newBrowser();
      // It leads to the file with its hash.
      expect((await browser.get('/assets/site.css')).status).toBe(302);
      expect((await browser.get('/health/live')).status).toBe(200);
      expect((await browser.get('/oidc/jwks.json')).status).toBe(404);
    } finally {
      await closed.stop();
    }
  });

  it('serves its pages before the window', async () => {
    const open = await startTestSca({}, [], undefined, [{ ...running, from: inHours(0.5) }]);
    try {
      expect((await open.newBrowser().get('/my')).status).toBe(200);
    } finally {
      await open.stop();
    }
  });
});

describe('a site for production', () => {
  it('does not start while the sandbox code is its only way to identify a PSU', async () => {
    const settings: ScaSettings = {
      host: '127.0.0.1',
      port: 0,
      publicUrl: 'https://sca.bank.example',
      environment: 'production',
      timers: defaultTimers,
      approvals: testApprovals,
      keys: { ...siteKeys, ids: idKeys, approvals: testApprovalKey },
    };
    const nothing = {} as Platform;
    await expect(startSca(nothing, settings)).rejects.toThrow('remove it from sca.methods');
    const sandbox = { ...settings, environment: 'sandbox' } as const;
    await expect(startSca(nothing, sandbox)).rejects.toThrow('sandbox-code is in a sandbox only');
  });

  it('starts with the identity provider of the bank', async () => {
    const terms = providerTerms({ issuer: 'https://id.bank.example' });
    const production = await startTestSca({
      publicUrl: 'https://sca.bank.example',
      environment: 'production',
      sca: { methods: ['oidc', 'passkey'], provider: terms, rules: [] },
      providerClient: { keys: bankKeys },
    });
    expect(production.url).toBe('https://sca.bank.example');
    await production.stop();
  });
});

describe('a site whose port is taken', () => {
  it('does not start and leaves nothing open', async () => {
    const port = Number(new URL(sca.url).port);
    await expect(startTestSca({ port })).rejects.toThrow('EADDRINUSE');
    expect((await sca.newBrowser().get('/health/live')).status).toBe(200);
  });
});

function json(body: string): RequestInit {
  return { method: 'POST', body, headers: { 'content-type': 'application/json' } };
}

function form(body: string): RequestInit {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return { method: 'POST', body, headers };
}

function raw(
  method: string,
  path: string,
  body: string,
  headers: Record<string, string>,
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = rawRequest(`${sca.url}${path}`, { method, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.on('error', reject).end(body);
  });
}
