import { startStubbedGateway } from '../testing/stubbed-gateway.js';
import type { StubbedGateway } from '../testing/stubbed-gateway.js';

describe('the page of the description', () => {
  let gateway: StubbedGateway;
  beforeAll(async () => {
    gateway = await startStubbedGateway();
  });
  afterAll(() => gateway.stop());

  it.each([
    ['/docs/redoc.js', 'gzip'],
    ['/docs/redoc.js', 'br'],
    ['/v1/openapi.json', 'gzip'],
    ['/v1/openapi.json', 'br'],
  ])('has %s as %s with the same text as without a coding', async (path, coding) => {
    const textWith = async (accepted: string) => {
      const headers = { 'accept-encoding': accepted };
      const answer = await fetch(`${gateway.url}${path}`, { headers });
      return { coding: answer.headers.get('content-encoding'), text: await answer.text() };
    };
    const plain = await textWith('identity');
    expect(plain.coding).toBeNull();
    expect(await textWith(coding)).toEqual({ coding, text: plain.text });
  });

  it('is where the address of the interface leads a browser', async () => {
    const answer = await fetch(`${gateway.url}/`, {
      redirect: 'manual',
      headers: { accept: 'text/html' },
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/docs']);
    expect((await fetch(`${gateway.url}/`)).url).toBe(`${gateway.url}/docs`);
  });

  it('allows the one script that has the nonce of the response, and no other host', async () => {
    const answers = await Promise.all([1, 2].map(() => fetch(`${gateway.url}/docs`)));
    const nonces = await Promise.all(
      answers.map(async ({ headers, text }, i) => {
        const policy = headers.get('content-security-policy') ?? '';
        const [, nonce = ''] = /script-src 'nonce-([\w+/=]{24})'/.exec(policy) ?? [];
        expect(policy.replace(nonce, 'N')).toBe(
          "default-src 'none'; script-src 'nonce-N'; style-src 'unsafe-inline'; connect-src 'self'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        );
        expect(headers.get('cache-control')).toBe('no-store');
        const page = await text.call(answers[i]);
        expect([...page.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)).toEqual([
          `<script type="module" nonce="${nonce}" src="/docs/redoc.js">`,
        ]);
        const loaded = [...page.matchAll(/(?:src|href|url)="([^"#]+)"/g)].map(([, url]) => url);
        expect(loaded).toEqual([
          'data:,',
          '/v1/openapi.json',
          '/docs/framework-differences.md',
          '/v1/openapi.json',
          '/docs/redoc.js',
        ]);
        return nonce;
      }),
    );
    expect(new Set(nonces).size).toBe(2);
  });

  it('links to the differences from the framework, which are served as Markdown', async () => {
    const page = await (await fetch(`${gateway.url}/docs`)).text();
    expect(page).toContain('href="/docs/framework-differences.md"');
    const answer = await fetch(`${gateway.url}/docs/framework-differences.md`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/markdown; charset=utf-8',
    ]);
    expect(await answer.text()).toContain('# Differences from the framework');
  });

  it('has a script without an address of the telemetry, logos and icons of its maker', async () => {
    const script = await (await fetch(`${gateway.url}/docs/redoc.js`)).text();
    expect(script.length).toBeGreaterThan(1_000_000);
    expect(script).not.toMatch(/https:\/\/(cdn|otel)\./);
  });
});
