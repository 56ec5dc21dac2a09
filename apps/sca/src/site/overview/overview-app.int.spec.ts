import { organizationIdentifierMax } from '@nordgate/signature';
import { setUp } from '../../testing/psu-steps.js';
import { hidden } from '../../testing/test-browser.js';
import type { TestBrowser } from '../../testing/test-browser.js';
import { startTestSca } from '../../testing/test-sca.int.js';
import type { TestSca } from '../../testing/test-sca.int.js';

let sca: TestSca;
beforeAll(async () => {
  sca = await startTestSca();
  setUp(sca);
});
beforeEach(() => {
  sca.bank.worldsAsked.length = 0;
});
afterAll(() => sca.stop());

const ofLength = (length: number) => 'PSDNO-AUTHORIT-'.padEnd(length, '1');
const [longest, tooLong] = [organizationIdentifierMax, organizationIdentifierMax + 1].map(ofLength);

const malformed: readonly (readonly [string, string])[] = [
  ['is NUL', '\0'],
  ['ends in NUL', 'PSDNO-FSA-1\0'],
  ['has a line break inside', 'PSDNO-FSA-1\n1'],
  ['has 10 KB', ofLength(10_240)],
  ['is one character too long', tooLong ?? ''],
  ['has small letters', 'psdno-fsa-1'],
  ['is of another scheme', 'NTRNO-912345678'],
  ['has a number outside ASCII', 'PSDNO-FSA-é'],
];

async function logIn(browser: TestBrowser, app: string) {
  const { text } = await browser.get('/my');
  return browser.post('/my/log-in', { csrf: hidden(text, 'csrf'), app });
}
const valueIn = (html: string) => /<input id="app"[^>]*\svalue="([^"]*)"/.exec(html)?.[1];

describe('the app whose overview a PSU asks for in a sandbox', () => {
  it.each(malformed)('is unknown, and accounts is not asked, when it %s', async (_how, app) => {
    const answer = await logIn(sca.newBrowser(), app);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('No app with this identifier has used the test environment.');
    expect(sca.bank.worldsAsked).toEqual([]);
    expect(answer.headers.getSetCookie().join()).not.toContain('nordgate-app');
  });

  it.each(malformed)(
    'is shown again short and without control characters when it %s',
    async (_how, app) => {
      const { text } = await logIn(sca.newBrowser(), app);
      const page = await sca.newBrowser().get(`/my?app=${encodeURIComponent(app)}`);
      for (const value of [valueIn(text), valueIn(page.text)]) {
        expect(value ?? '').not.toMatch(/\p{Cc}/u);
        expect((value ?? '').length).toBeLessThanOrEqual(organizationIdentifierMax);
      }
    },
  );

  it.each(malformed)('is not taken from a cookie that %s', async (_how, app) => {
    const browser = sca.newBrowser();
    browser.cookies.set('nordgate-app', encodeURIComponent(app));
    expect(valueIn((await browser.get('/my')).text)).toBeUndefined();
    expect((await logIn(browser, '')).text).toContain('No app with this identifier');
    expect(sca.bank.worldsAsked).toEqual([]);
  });

  it.each([longest ?? '', 'PSDNO-FSA-1', 'PSDNO-FSA-1;=%"<\''])(
    'leads to the log-in of %s, also from the cookie of the last time',
    async (app) => {
      const browser = sca.newBrowser();
      const answer = await logIn(browser, ` ${app} `);
      expect([answer.status, answer.location]).toEqual([303, expect.stringContaining('/sign/')]);
      expect(sca.bank.worldsAsked).toEqual([app]);
      const again = await logIn(browser, '');
      expect([again.status, again.location]).toEqual([303, expect.stringContaining('/sign/')]);
    },
  );

  it('may be as long in the field as the longest identifier', async () => {
    const { text } = await sca.newBrowser().get('/my');
    expect(text).toContain(`maxlength="${String(organizationIdentifierMax)}"`);
  });
});
