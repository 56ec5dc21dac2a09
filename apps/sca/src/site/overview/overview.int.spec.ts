import { enterOverview } from '../../testing/passkey-steps.int.js';
import { GetAccess, GetAccountAccess, GetSession } from '@nordgate/contracts/queries';
import { eventually } from '@nordgate/testing';
import { grant } from '../../testing/an-access.js';
import { giveConsent, newTpp } from '../../testing/consent-steps.int.js';
import {
  goToApproval,
  kari,
  kariNumber,
  kariWithCard,
  ola,
  olaNumber,
  setUp,
} from '../../testing/psu-steps.js';
import { hidden } from '../../testing/test-browser.js';
import type { Answer, TestBrowser } from '../../testing/test-browser.js';
import { cookieKey, startTestSca } from '../../testing/test-sca.int.js';
import type { TestSca } from '../../testing/test-sca.int.js';
import { unopenedValue } from '../visit/opening.js';

let sca: TestSca;
beforeAll(async () => {
  sca = await startTestSca();
});
beforeEach(() => {
  sca.bank.stoppedTpps.clear();
  setUp(sca);
});
afterAll(() => sca.stop());

const psuIdOf = (customerId: string) =>
  `00000000-0000-4000-8000-${Buffer.from(customerId).toString('hex').slice(-12).padStart(12, '0')}`;

/** A TPP of this name may read an account of the customer. */
async function given(
  tpp: string,
  customerId: string,
  tppName = tpp,
  granted: Parameters<typeof grant>[0] = {},
): Promise<void> {
  const at = new Date(Date.now() - 60_000).toISOString();
  const psuId = psuIdOf(customerId);
  const change = { tpp, tppName, customerId, psuId, consentId: `c-${tpp}`, at, ...granted };
  const { data, type } = grant(change);
  await sca.decide({ type, data, stream: `access-${tpp}-${customerId}-PRIVATE` });
  await sca.decide({
    type: 'RecognisePsu',
    stream: `psu-${tpp}-${customerId}`,
    data: { tpp, customerId, psuId },
  });
}

async function codeOf(tpp: string, customerId: string): Promise<string | undefined> {
  const query = new GetAccess(tpp, psuIdOf(customerId), null, 'none', 'attended', 0);
  const answer = await sca.queries.ask(query);
  return answer.access === 'refused' ? answer.code : answer.access;
}

const revokeFieldsOf = ({ text }: Answer) => ({
  csrf: hidden(text, 'csrf'),
  access: /\/my\/revoke\?access=([^"]*)"/.exec(text)?.[1] ?? '',
});

/** The form at the start of the overview, for an app. */
const logIn = ({ text }: { readonly text: string }) => ({
  app: 'PSDNO-FSA-1',
  csrf: hidden(text, 'csrf'),
});

describe('the overview page', () => {
  it('shows no data before the log-in and forbids caches to store it', async () => {
    await given('TPP-A', kari.customerId);
    const start = await sca.newBrowser().get('/my');
    expect(start.status).toBe(200);
    expect(start.text).not.toContain('TPP-A');
    expect(start.headers.get('cache-control')).toContain('no-store');
  });

  it('lists which TPP may read which accounts, since when and until when', async () => {
    await given('TPP-B', kari.customerId, 'Budsjett <AS>');
    const { text } = await enterOverview(sca.newBrowser());
    for (const shown of [
      'Budsjett &lt;AS&gt;',
      'TPP-B',
      'Account acc-1',
      'Given',
      'Valid up to and including',
    ]) {
      expect(text).toContain(shown);
    }
  });

  it('shows what a TPP last read of an account or card, and whether the PSU was there', async () => {
    sca.bank.customers.set(kariNumber, kariWithCard);
    await given('TPP-R', kari.customerId, 'Les AS', { cardAccounts: ['card-1'] });
    const read = (account: string, kind: string, attended: boolean, hour: string) =>
      sca.database.pool.query(
        `insert into last_read values ($1, 0, 'TPP-R', 'PRIVATE', $2, $3, $4, $5)`,
        [kari.customerId, account, kind, attended, `2026-11-20T${hour}:00:00Z`],
      );
    await read('acc-1', 'balances', true, '08');
    await read('acc-1', 'balances', false, '09');
    await read('acc-1', 'transactions', true, '10');
    await read('card-1', 'balances', false, '11');
    await read('acc-9', 'balances', false, '12');
    const browser = sca.newBrowser();
    const { text } = await enterOverview(browser);
    const reads = [...text.matchAll(/<small>(\w+ read.*)<\/small>/g)];
    expect(text).toContain('Card card-1');
    expect(text).toContain('4925\u00a000**\u00a0****\u00a01234');
    expect(text).toContain('<dd>20 November 2026 at 13:00, without you using the app</dd>');
    expect(reads.map(([, line]) => line)).toEqual([
      'Balance read 20 November 2026 at 10:00, without you using the app',
      'Transactions read 20 November 2026 at 11:00, while you used the app',
      'Balance read 20 November 2026 at 12:00, without you using the app',
    ]);
    const { text: inNorwegian } = await browser.get('/my', { 'accept-language': 'nb' });
    expect(inNorwegian).toContain('Saldo lest 20. november 2026');
  });

  it('says of a TPP that the bank has stopped that it reads nothing, and still lets the PSU end its access', async () => {
    const paused = 'The bank does not answer this app at the moment, so it reads nothing.';
    await given('TPP-STOP', kari.customerId, 'Stoppet AS');
    const browser = sca.newBrowser();
    expect((await enterOverview(browser)).text).not.toContain(paused);
    sca.bank.stoppedTpps.add('TPP-STOP');
    const during = await browser.get('/my');
    const section = /<h3>Stoppet AS<\/h3>[^]*?<\/section>/.exec(during.text)?.[0];
    expect(section).toContain(paused);
    expect(section).toContain('End access for Stoppet AS');
    const fields = {
      ...revokeFieldsOf(during),
      access: /access=([\w-]+)/.exec(section ?? '')?.[1] ?? '',
    };
    expect((await browser.post('/my/revoke', fields)).location).toBe('/my?notice=revoked');
    expect(await codeOf('TPP-STOP', kari.customerId)).toBe('CONSENT_INVALID');
  });

  it('shows a read of accounts a moment later', async () => {
    const consent = newTpp();
    const { back } = await giveConsent(sca, consent, { accounts: ['acc-2'] });
    const balances = { kind: 'balances', of: 'accounts', ids: null } as const;
    const psuId = back['psu-id'] ?? '';
    const query = new GetAccountAccess(
      consent.tpp,
      psuId,
      null,
      'session-1',
      'attended',
      0,
      'A',
      balances,
    );
    expect((await sca.queries.ask(query)).access).toBe('allowed');
    const browser = sca.newBrowser();
    await enterOverview(browser);
    await eventually('the read is on the page', async () => {
      const sections = (await browser.get('/my')).text.split('</section>');
      const own = sections.find((one) => one.includes(`registered as ${consent.tpp}.`));
      return own?.includes('while you used the app') === true;
    });
  });

  it('is in Norwegian when the browser prefers Norwegian', async () => {
    const browser = sca.newBrowser();
    await enterOverview(browser);
    const { text } = await browser.get('/my', { 'accept-language': 'nb' });
    expect(text).toContain('Mine apper');
  });

  it('ends an access at once, and a second click changes nothing', async () => {
    await given('TPP-C', ola.customerId);
    expect(await codeOf('TPP-C', ola.customerId)).toBe('SCA_NOT_FOUND');
    const browser = sca.newBrowser();
    const fields = revokeFieldsOf(await enterOverview(browser, olaNumber));
    const question = await browser.get(`/my/revoke?access=${fields.access}`);
    expect(question.text).toContain('<h1>End access for ');
    expect(question.text).toMatch(/Keep the access[^]*If you keep the access, nothing changes/);
    expect(hidden(question.text, 'access')).toBe(fields.access);
    const first = await browser.post('/my/revoke', fields);
    expect(first.location).toBe('/my?notice=revoked');
    expect(await codeOf('TPP-C', ola.customerId)).toBe('CONSENT_INVALID');
    expect((await browser.get('/my')).text).not.toContain('TPP-C');
    expect((await browser.post('/my/revoke', fields)).location).toBe('/my');
    expect((await browser.get(`/my/revoke?access=${fields.access}`)).location).toBe('/my');
  });

  it('creates no PSU-ID and no live session', async () => {
    await enterOverview(sca.newBrowser());
    const asked = new GetSession('bank', kari.customerId, 'any', 0);
    expect(await sca.queries.ask(asked)).toEqual({ session: 'unknown-psu' });
    const { rows } = await sca.database.pool.query(
      `select 1 from es.event where stream_id like 'session-bank-%'`,
    );
    expect(rows).toEqual([]);
  });

  it('closes after ten minutes, and when the PSU logs out', async () => {
    const browser = sca.newBrowser();
    const page = await enterOverview(browser);
    await browser.post('/my/log-out', { csrf: hidden(page.text, 'csrf') });
    expect((await browser.get('/my')).text).toContain('/my/log-in');
    const late = sca.newBrowser();
    await enterOverview(late);
    const id = late.cookies.get('nordgate-my') ?? '';
    await sca.database.pool.query(
      `update es.stream set state = jsonb_set(state, '{outcome,at}', to_jsonb($2::text))
        where stream_id = $1`,
      [`authorisation-${id}`, new Date(Date.now() - 600_000).toISOString()],
    );
    expect((await late.get('/my')).text).toContain('/my/log-in');
  });
});

describe('a log-out of the overview', () => {
  it('ends the visit on the server: copied cookies open nothing, in another process either', async () => {
    await given('TPP-G', kari.customerId);
    const browser = sca.newBrowser();
    const page = await enterOverview(browser);
    const other = await startTestSca({}, [], sca.databaseUrl);
    try {
      setUp(other);
      const thieves = [sca.newBrowser(), other.newBrowser()];
      for (const thief of thieves) {
        for (const [name, value] of browser.cookies) thief.cookies.set(name, value);
        expect((await thief.get('/my')).text).toContain('TPP-G');
      }
      const copied = new Map(browser.cookies);
      const left = await browser.post('/my/log-out', { csrf: hidden(page.text, 'csrf') });
      const ended = left.headers
        .getSetCookie()
        .filter((one) => one.includes('Expires=Thu, 01 Jan'));
      expect(ended.map((one) => one.split('=')[0]).toSorted()).toEqual(
        [...copied.keys()].filter((name) => name !== 'nordgate-app').toSorted(),
      );
      for (const thief of thieves) {
        for (const [name, value] of copied) thief.cookies.set(name, value);
        const { text } = await thief.get('/my');
        expect(text).toContain('/my/log-in');
        expect(text).not.toContain('TPP-G');
        expect((await thief.post('/my/revoke', revokeFieldsOf(page))).location).toBe('/my');
        expect((await thief.post('/my/passkeys', revokeFieldsOf(page))).location).toBe('/my');
      }
    } finally {
      await other.stop();
    }
    expect(await codeOf('TPP-G', kari.customerId)).toBe('SCA_NOT_FOUND');
  });

  it('writes one event, however often it is sent', async () => {
    const browser = sca.newBrowser();
    const page = await enterOverview(browser);
    const id = browser.cookies.get('nordgate-my') ?? '';
    const cookies = new Map(browser.cookies);
    for (let sent = 0; sent < 3; sent += 1) {
      for (const [name, value] of cookies) browser.cookies.set(name, value);
      const csrf = hidden(page.text, 'csrf');
      expect((await browser.post('/my/log-out', { csrf })).location).toBe('/my');
    }
    const { rows } = await sca.database.pool.query(
      `select 1 from es.event where stream_id = $1 and type = 'VisitEnded'`,
      [`authorisation-${id}`],
    );
    expect(rows).toHaveLength(1);
  });

  it('ends no visit of another browser, whose id is no secret', async () => {
    const browser = sca.newBrowser();
    await enterOverview(browser);
    const stranger = sca.newBrowser();
    stranger.cookies.set('nordgate-my', browser.cookies.get('nordgate-my') ?? '');
    await stranger.post('/my/log-out', { csrf: 'x'.repeat(43) });
    expect((await browser.get('/my')).text).toContain('/my/log-out');
  });

  it('leaves another visit of the same PSU as it is', async () => {
    const [one, other] = [sca.newBrowser(), sca.newBrowser()];
    const page = await enterOverview(one);
    await enterOverview(other);
    await one.post('/my/log-out', { csrf: hidden(page.text, 'csrf') });
    expect((await other.get('/my')).text).toContain('/my/log-out');
  });
});

describe('a log-in to the overview that nobody has finished', () => {
  /** Asks for a log-in and opens its form. */
  async function ask(browser: TestBrowser) {
    const start = await browser.get('/my');
    const { location } = await browser.post('/my/log-in', logIn(start));
    const form = await browser.get(location);
    return { location, form, id: location.split('/')[2] ?? '', csrf: hidden(form.text, 'csrf') };
  }
  const written = async (id: string) => {
    const { rows } = await sca.database.pool.query<{ type: string }>(
      'select type from es.event where stream_id = $1 order by version',
      [`authorisation-${id}`],
    );
    return rows.map(({ type }) => type);
  };

  it('is written only when the customer is known', async () => {
    const browser = sca.newBrowser();
    const { location, form, id, csrf } = await ask(browser);
    expect(form.text).toContain('Log in to see what is waiting for your signature');
    const unknown = await browser.post(location, { csrf, customerNumber: '99999999999' });
    expect(unknown.status).toBe(422);
    expect(unknown.text).toContain('We do not recognise this customer number.');
    expect(await written(id)).toEqual([]);
    const known = await browser.post(location, { csrf, customerNumber: kariNumber });
    expect(known.location).toBe(`/sign/${id}`);
    expect(await written(id)).toEqual(['AuthorisationOpened', 'PsuIdentified']);
    expect(browser.cookies.get(`nordgate-open-${id}`)).toBe('');
  });

  it('has one effect when the form is sent twice', async () => {
    const browser = sca.newBrowser();
    const { location, id, csrf } = await ask(browser);
    const fields = { csrf, customerNumber: kariNumber };
    const answers = await Promise.all([1, 2, 3].map(() => browser.post(location, fields)));
    for (const answer of answers) expect(answer.location).toBe(`/sign/${id}`);
    expect(await written(id)).toEqual(['AuthorisationOpened', 'PsuIdentified']);
  });

  it('is unknown to a browser without its signed cookie, or with that of another log-in', async () => {
    const [one, other] = [sca.newBrowser(), sca.newBrowser()];
    const [{ location, id }, theirs] = [await ask(one), await ask(other)];
    expect((await other.get(location)).text).toContain('One moment');
    const cookie = other.cookies.get(`nordgate-open-${theirs.id}`) ?? '';
    other.cookies.set(`nordgate-open-${id}`, cookie);
    expect((await other.get(location)).text).toContain('One moment');
    const own = one.cookies.get(`nordgate-open-${id}`) ?? '';
    other.cookies.set(`nordgate-open-${id}`, own.replace(/^\d+/, '9999999999999'));
    expect((await other.get(location)).text).toContain('One moment');
    other.cookies.set(`nordgate-open-${id}`, own);
    expect((await other.get(location)).text).toContain('Customer number');
  });

  it('ends after ten minutes and writes nothing then', async () => {
    const browser = sca.newBrowser();
    const { location, id, csrf } = await ask(browser);
    const token = location.split('/')[3] ?? '';
    const expiresAt = new Date(Date.now() - 1000).toISOString();
    const cookie = unopenedValue(cookieKey, { id, token, expiresAt });
    browser.cookies.set(`nordgate-open-${id}`, cookie);
    const late = await browser.post(location, { csrf, customerNumber: kariNumber });
    expect(late.status).toBe(410);
    expect(late.text).toContain('The time for this approval is over');
    expect((await browser.get(location)).status).toBe(410);
    expect(await written(id)).toEqual([]);
  });
});

describe('a forged form of the overview', () => {
  it('is rejected without the form token', async () => {
    await given('TPP-D', kari.customerId);
    const browser = sca.newBrowser();
    const fields = revokeFieldsOf(await enterOverview(browser));
    const csrf = 'x'.repeat(43);
    expect((await browser.post('/my/revoke', { ...fields, csrf })).status).toBe(403);
    expect((await browser.post('/my/log-in', { app: 'PSDNO-FSA-1', csrf })).status).toBe(403);
    expect((await browser.post('/my/log-out', { csrf })).status).toBe(403);
    expect(await codeOf('TPP-D', kari.customerId)).toBe('SCA_NOT_FOUND');
  });

  it('does not end an access of another customer', async () => {
    await given('TPP-E', ola.customerId);
    const theirs = revokeFieldsOf(await enterOverview(sca.newBrowser(), olaNumber));
    const browser = sca.newBrowser();
    const { csrf } = revokeFieldsOf(await enterOverview(browser));
    const answer = await browser.post('/my/revoke', { csrf, access: theirs.access });
    expect(answer.location).toBe('/my');
    expect(await codeOf('TPP-E', ola.customerId)).toBe('SCA_NOT_FOUND');
  });

  it('ends no access when the browser is not logged in', async () => {
    await given('TPP-F', kari.customerId);
    const browser = sca.newBrowser();
    const fields = revokeFieldsOf(await enterOverview(browser));
    const stranger = sca.newBrowser();
    expect((await stranger.post('/my/revoke', fields)).location).toBe('/my');
    // The id of the log-in is no secret: the browser's own secret is what counts.
    stranger.cookies.set('nordgate-my', browser.cookies.get('nordgate-my') ?? '');
    expect((await stranger.post('/my/revoke', fields)).location).toBe('/my');
    expect(await codeOf('TPP-F', kari.customerId)).toBe('SCA_NOT_FOUND');
  });

  it('cannot use the log-in for a payment as the log-in for the overview', async () => {
    const { browser, fields, id } = await goToApproval(sca, await sca.open());
    expect((await browser.post(`/sign/${id}/approve`, fields)).status).toBe(303);
    browser.cookies.set('nordgate-my', id);
    expect((await browser.get('/my')).text).toContain('/my/log-in');
  });
});
