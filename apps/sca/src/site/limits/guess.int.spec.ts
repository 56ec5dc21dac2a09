import { firstThat } from '@nordgate/testing';
import {
  goToApproval,
  kariNumber,
  linkOf,
  logIn,
  setUp,
  wrongCode,
} from '../../testing/psu-steps.js';
import type { Answer } from '../../testing/test-browser.js';
import { cookieKey, startTestSca } from '../../testing/test-sca.int.js';
import type { TestSca } from '../../testing/test-sca.int.js';
import { counterKey } from '../security/tokens.js';
import { earlyLinksFactor } from './guess.service.js';

/** Wrong tries that an address has. */
const wrongTriesMax = 3;
const unknownNumber = '99999999990';

let sca: TestSca;
const delays: number[] = [];
beforeAll(async () => {
  const wait = (ms: number) => Promise.resolve(void delays.push(ms));
  sca = await startTestSca({ trustedProxies: '127.0.0.0/8, ::1', limits: { wrongTriesMax }, wait });
});
beforeEach(() => {
  setUp(sca);
  delays.splice(0);
});
afterAll(() => sca.stop());

let addresses = 0;
/** A browser behind an address that no other test uses. */
function browserFrom(address = newAddress()) {
  const browser = sca.newBrowser();
  browser.forwardedFor = address;
  return browser;
}
const newAddress = () => `198.51.100.${String((addresses += 1))}`;

function expectTooMany(answer: Answer): void {
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(answer.text).toContain('Too many attempts');
}

describe('wrong customer numbers', () => {
  it('of one address are refused with 429 above the limit, on every link', async () => {
    const browser = browserFrom();
    for (let wrong = 0; wrong < wrongTriesMax; wrong += 1) {
      const answer = await logIn(browser, await sca.open(), unknownNumber);
      expect(answer.status).toBe(422);
    }
    expectTooMany(await logIn(browser, await sca.open(), unknownNumber));
    expectTooMany(await logIn(browser, await sca.open(), kariNumber));
  });

  it('leave the customers of other addresses alone', async () => {
    const stranger = browserFrom();
    const id = await sca.open();
    for (let wrong = 0; wrong <= wrongTriesMax; wrong += 1) {
      await logIn(stranger, await sca.open(), unknownNumber);
    }
    expect((await logIn(browserFrom(), id)).location).toBe(`/sign/${id}`);
  });

  it('are not counted when the number is right or nobody can check it', async () => {
    const browser = browserFrom();
    for (let right = 0; right <= wrongTriesMax; right += 1) {
      const id = await sca.open();
      expect((await logIn(browser, id)).location).toBe(`/sign/${id}`);
    }
    sca.bank.down.add('accounts');
    for (let attempt = 0; attempt <= wrongTriesMax; attempt += 1) {
      expect((await logIn(browser, await sca.open())).status).toBe(503);
    }
  });
});

describe('wrong links', () => {
  const guessedToken = 't'.repeat(43);
  const unknownLink = () => Promise.resolve(`/sign/${'0'.repeat(32)}/${guessedToken}`);

  /** Lets an address have loaded as many links that are not open as it may. */
  async function useUp(address: string): Promise<void> {
    const values = [counterKey(cookieKey, 'early', address), earlyLinksFactor * wrongTriesMax];
    const full = `insert into wrong_try values ($1, $2, clock_timestamp() + interval '1 hour')`;
    await sca.database.pool.query(full, values);
  }

  it('that cannot be links are refused with 429 above the limit; a right link still opens', async () => {
    const browser = browserFrom();
    const path = '/sign/0000000000/short';
    for (let wrong = 0; wrong < wrongTriesMax; wrong += 1) {
      expect((await browser.get(path)).status).toBe(404);
    }
    expectTooMany(await browser.get(path));
    expect((await browser.get(linkOf(await sca.open()))).status).toBe(200);
  });

  it.each([
    ['with a wrong token', async () => `/sign/${await sca.open()}/${guessedToken}`],
    ['with an unknown id', unknownLink],
    ['with the parameter of a reload', async () => `${await unknownLink()}?waited=1`],
  ])(
    '%s are counted, and refused with 429 above the limit; a right link still opens',
    async (_what, path) => {
      const address = newAddress();
      const browser = browserFrom(address);
      const key = counterKey(cookieKey, 'early', address);
      const counters = () =>
        sca.database.pool.query('select 1 from wrong_try where key = $1', [key]);
      expect((await browser.get(await path())).status).toBe(200);
      expect((await counters()).rowCount).toBe(1);
      await sca.database.pool.query('delete from wrong_try where key = $1', [key]);
      await useUp(address);
      expectTooMany(await browser.get(await path()));
      expect((await browser.get(linkOf(await sca.open()))).status).toBe(200);
    },
  );

  it('of a client that goes before the answer stay counted', async () => {
    const address = newAddress();
    const key = counterKey(cookieKey, 'early', address);
    const going = new AbortController();
    const headers = { 'x-forwarded-for': address };
    const url = `${sca.url}${await unknownLink()}`;
    const gone = fetch(url, { headers, signal: going.signal }).catch(() => 'gone');
    const counted = () => sca.database.pool.query('select 1 from wrong_try where key = $1', [key]);
    await firstThat('a count', counted, ({ rowCount }) => rowCount === 1);
    going.abort();
    await gone;
    expect((await counted()).rowCount).toBe(1);
  });

  it('leave an honest PSU all reloads of the waiting page', () => {
    const loads = 11;
    expect(earlyLinksFactor).toBeGreaterThan(loads);
  });
});

describe('wrong codes', () => {
  /** Enters a code on a new approval page. */
  async function enter(isRight: boolean, address?: string): Promise<Answer> {
    const { browser, fields, id } = await goToApproval(sca, await sca.open());
    browser.forwardedFor = address ?? newAddress();
    const code = isRight ? fields.code : wrongCode(fields.code);
    return browser.post(`/sign/${id}/approve`, { ...fields, code });
  }

  it('of one address are refused with 429 above the limit, also when the next one is right', async () => {
    const address = newAddress();
    for (let wrong = 0; wrong < wrongTriesMax; wrong += 1) {
      expect((await enter(false, address)).location).toContain('notice=wrong-code');
    }
    expectTooMany(await enter(true, address));
  });

  it('of one customer delay the next codes more and more, and never refuse a right one', async () => {
    await sca.database.pool.query('delete from wrong_try');
    for (let wrong = 0; wrong < 9; wrong += 1) await enter(false);
    expect(delays).toEqual([500, 1000, 2000, 4000, 8000, 8000]);
    expect((await enter(true)).location).toContain('https://tpp.example/back');
    expect(delays.at(-1)).toBe(8000);
  });

  it('of one customer delay nothing any more after a right one', async () => {
    await sca.database.pool.query('delete from wrong_try');
    for (let wrong = 0; wrong < 4; wrong += 1) await enter(false);
    expect(delays).toEqual([500]);
    await enter(true);
    expect(delays).toEqual([500, 1000]);
    setUp(sca);
    for (let wrong = 0; wrong < 3; wrong += 1) await enter(false);
    expect(delays).toEqual([500, 1000]);
  });

  it('do not count when the code is right', async () => {
    await sca.database.pool.query('delete from wrong_try');
    const address = newAddress();
    for (let right = 0; right < 5; right += 1) {
      expect((await enter(true, address)).status).toBe(303);
      setUp(sca);
    }
    expect(delays).toEqual([]);
  });
});

describe('the page of a refused address', () => {
  it.each([
    ['en', 'Too many attempts', 'Please wait a while, then try again.'],
    ['nb', 'For mange forsøk', 'Vent litt, og prøv igjen.'],
  ])('is a page of the site in %s', async (language, title, text) => {
    const browser = browserFrom();
    const wrong = `/sign/${'0'.repeat(32)}/short`;
    for (let attempt = 0; attempt < wrongTriesMax; attempt += 1) await browser.get(wrong);
    const page = await browser.get(wrong, { 'accept-language': language });
    expect(page.status).toBe(429);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-language')).toBe(language);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.text).toContain(`<h1>${title}</h1>`);
    expect(page.text).toContain(text);
  });

  it('keeps no address and no customer in the counters', async () => {
    const address = newAddress();
    await logIn(browserFrom(address), await sca.open(), unknownNumber);
    const { rows } = await sca.database.pool.query<{ key: string }>('select key from wrong_try');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/198\.51|cus-|\d{11}/);
  });
});
