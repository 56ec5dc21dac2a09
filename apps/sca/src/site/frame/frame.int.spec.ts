import { linkOf, setUp } from '../../testing/psu-steps.js';
import { hidden } from '../../testing/test-browser.js';
import { startTestSca } from '../../testing/test-sca.int.js';
import type { TestSca } from '../../testing/test-sca.int.js';

let sca: TestSca;
beforeAll(async () => {
  sca = await startTestSca();
});
beforeEach(() => setUp(sca));
afterAll(() => sca.stop());

describe('the files of the site', () => {
  it('are kept by browsers for a year under the hash of their content', async () => {
    const browser = sca.newBrowser();
    const { text } = await browser.get('/');
    const [, path = ''] = /<link rel="stylesheet" href="([^"]+)">/.exec(text) ?? [];
    const style = await browser.get(path);
    expect(style.status).toBe(200);
    expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(style.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(style.text).toContain('--brand');
    for (const other of ['/assets/site.css', '/assets/site-0123456789abcdef.css']) {
      const answer = await browser.get(other);
      expect([answer.status, answer.location]).toEqual([302, path]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('have an icon, also at the address that browsers try', async () => {
    const answer = await sca.newBrowser().get('/favicon.ico');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(answer.text).toMatch(/^<svg /);
  });

  it('come with a liveness probe', async () => {
    expect(await sca.newBrowser().get('/health/live')).toMatchObject({ status: 200, text: 'live' });
  });
});

describe('the start page', () => {
  it('names the bank of the profile and leads to the overview, also with a slash behind', async () => {
    const named = await startTestSca({ bankName: 'Fjord & Fjell Bank' });
    try {
      const { text } = await named.newBrowser().get('/');
      expect(text).toContain('<h1>Approve payments and manage access</h1>');
      expect(text).toContain('On this Fjord &amp; Fjell Bank site you approve');
      expect(text).toContain(
        '<title>Approve payments and manage access · Fjord &amp; Fjell Bank</title>',
      );
      expect(text).toContain('<a class="button" href="/my">');
      expect((await named.newBrowser().get('/my/')).status).toBe(200);
    } finally {
      await named.stop();
    }
  });
});

describe('the brand of a bank', () => {
  it('is served with the policy of the pages, under which a picture runs nothing', async () => {
    const logo = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"/>';
    const brand = { logo, colour: '#5a2a83', colourDark: '#cbb2e6' };
    const named = await startTestSca({ brand });
    try {
      const browser = named.newBrowser();
      const { text } = await browser.get('/');
      const paths = text.match(/\/assets\/(?:logo|brand)-[0-9a-f]+\.(?:svg|css)/g) ?? [];
      const [picture, sheet] = [paths[0] ?? '', paths[1] ?? ''];
      const answer = await browser.get(picture);
      expect([answer.text, answer.headers.get('content-type')]).toEqual([logo, 'image/svg+xml']);
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect((await browser.get(sheet)).text).toContain('light-dark(#5a2a83, #cbb2e6)');
      expect((await browser.get('/favicon.ico')).text).toBe(logo);
    } finally {
      await named.stop();
    }
  });
});

describe('the language of the site', () => {
  it('is that of the browser until the customer chooses another, which the browser keeps', async () => {
    const browser = sca.newBrowser();
    const norwegian = { 'accept-language': 'nb' };
    expect((await browser.get('/my', norwegian)).text).toContain('<html lang="nb">');
    const chosen = await browser.get('/my?after=1&language=sv', norwegian);
    expect([chosen.status, chosen.location]).toEqual([303, '/my?after=1']);
    expect(chosen.headers.getSetCookie()).toEqual([
      'nordgate-language=sv; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax',
    ]);
    const swedish = await browser.get('/my', norwegian);
    expect(swedish.text).toContain('<html lang="sv">');
    expect(swedish.text).toContain('<a href="/my?language=da" lang="da" hreflang="da">Dansk</a>');
    expect(swedish.headers.get('vary')).toBe('accept-language, cookie');
    expect(swedish.headers.get('content-language')).toBe('sv');
  });

  it('stays as it is when a form is sent to an address with another language', async () => {
    const browser = sca.newBrowser();
    const csrf = hidden((await browser.get('/my')).text, 'csrf');
    const answer = await browser.post('/my/log-in?language=sv', { csrf });
    expect(answer.headers.getSetCookie().join()).not.toContain('nordgate-language');
    expect((await browser.get('/my')).text).toContain('<html lang="en">');
  });

  it('does not lead to another host', async () => {
    const { location } = await sca.newBrowser().get('//evil.example/?language=sv');
    expect(location).toBe('/evil.example/');
  });
});

describe('the log-in of a site', () => {
  it('offers the test customers in the sandbox, and logs in the chosen one', async () => {
    const id = await sca.open();
    const browser = sca.newBrowser();
    const { text } = await browser.get(linkOf(id));
    expect(text).toContain('Test environment');
    const [, customerNumber = ''] =
      /name="customerNumber" value="(\d{11})">Kari Nordmann/.exec(text) ?? [];
    const csrf = hidden(text, 'csrf');
    const { location } = await browser.post(linkOf(id), { csrf, customerNumber });
    expect(location).toBe(`/sign/${id}`);
  });
});
