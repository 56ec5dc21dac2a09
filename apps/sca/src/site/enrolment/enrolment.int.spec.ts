import { fieldsOf, kari, olaNumber, setUp, wrongCode } from '../../testing/psu-steps.js';
import {
  enrol,
  enrolmentFields,
  enterOverview,
  goToEnrolment,
  passkeyRequestOn,
} from '../../testing/passkey-steps.int.js';
import { SoftAuthenticator } from '../../testing/soft-authenticator.int.js';
import { hidden } from '../../testing/test-browser.js';
import type { TestBrowser } from '../../testing/test-browser.js';
import { startTestSca } from '../../testing/test-sca.int.js';
import type { TestSca } from '../../testing/test-sca.int.js';

let sca: TestSca;
beforeEach(async () => {
  sca = await startTestSca();
  setUp(sca);
});
afterEach(() => sca.stop());

/** At the page on which a passkey is made, with the form filled in. */
async function atEnrolment(browser: TestBrowser = sca.newBrowser()) {
  const place = await goToEnrolment(browser, await enterOverview(browser));
  const authenticator = new SoftAuthenticator(sca.url);
  const fields = await enrolmentFields(browser, place, authenticator);
  return { browser, place, authenticator, fields };
}

/** Ten minutes after an SCA what it lets in is over. */
async function endOutcome(id: string): Promise<void> {
  await sca.database.pool.query(
    `update es.stream set state = jsonb_set(state, '{outcome,at}', to_jsonb($2::text))
      where stream_id = $1`,
    [`authorisation-${id}`, new Date(Date.now() - 600_000).toISOString()],
  );
}
const endOverview = ({ cookies }: TestBrowser) => endOutcome(cookies.get('nordgate-my') ?? '');

const added = '/my?notice=passkey-added';
const namesOn = async (browser: TestBrowser) =>
  [...(await browser.get('/my')).text.matchAll(/>Remove ([^<]+)</g)].map(([, name]) => name);

async function stored(type: string): Promise<unknown[]> {
  const text = 'select data from es.event where type = $1';
  const { rows } = await sca.database.pool.query<{ data: unknown }>(text, [type]);
  return rows.map(({ data }) => data);
}

describe('adding a passkey', () => {
  it('needs an SCA for exactly this, and the overview lists the passkey afterwards', async () => {
    const browser = sca.newBrowser();
    const overview = await enterOverview(browser);
    const csrf = hidden(overview.text, 'csrf');
    const { location } = await browser.post('/my/passkeys', { csrf });
    const page = await browser.get(location);
    expect(page.text).toContain('Confirm that you want to add a passkey');
    const fields = fieldsOf(page);
    const wrong = { ...fields, code: wrongCode(fields.code) };
    expect((await browser.post(`${location}/approve`, wrong)).location).toContain(location);
    const place = (await browser.post(`${location}/approve`, fields)).location;
    expect(place).toMatch(/^\/my\/passkeys\/[0-9a-f]{32}$/);
    const authenticator = new SoftAuthenticator(sca.url);
    const form = await enrolmentFields(browser, place, authenticator, { name: '<Kari>' });
    expect((await browser.post(place, form)).location).toBe(added);
    const after = (await browser.get(added)).text;
    expect(after).toContain('Remove &lt;Kari&gt;');
    expect(after).toContain('The passkey is added.');
  });

  it('asks the authenticator for user verification without revealing the customer', async () => {
    const { browser, place } = await atEnrolment();
    const page = await browser.get(place);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
    const request = passkeyRequestOn(page);
    expect(JSON.parse(request)).toMatchObject({
      rp: { id: 'localhost' },
      attestation: 'none',
      authenticatorSelection: { userVerification: 'required' },
    });
    const { user } = JSON.parse(request) as { user: { id: string } };
    expect(Buffer.from(user.id, 'base64url').toString()).not.toContain(kari.customerId);
  });

  it('happens once after a double click, and once for each SCA', async () => {
    const { browser, place, fields } = await atEnrolment();
    const other = await enrolmentFields(browser, place, new SoftAuthenticator(sca.url));
    const answers = await Promise.all([browser.post(place, fields), browser.post(place, fields)]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(answers.map(({ location }) => location)).toEqual([added, added]);
    expect((await browser.post(place, fields)).location).toBe(added);
    const refused = await browser.post(place, other);
    expect(refused.location).toBe(`${place}?notice=refused`);
    const { location } = await browser.get(refused.location);
    expect((await browser.get(location)).text).toContain('could not be added');
    expect((await browser.get(place)).location).toBe('/my');
    expect(await namesOn(browser)).toEqual(['My phone']);
  });

  it.each([
    ['made for another site', { origin: 'https://evil.example' }],
    ['made for another relying party', { rpId: 'evil.example' }],
    ['without user verification', { isVerified: false }],
    ['made for another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
  ])('rejects a credential %s', async (_about, twist) => {
    const { browser, place } = await atEnrolment();
    const form = await enrolmentFields(browser, place, new SoftAuthenticator(sca.url), { twist });
    expect((await browser.post(place, form)).location).toBe(`${place}?notice=refused`);
    expect((await browser.get(`${place}?notice=refused`)).text).toContain('could not be added');
    expect(await namesOn(browser)).toEqual([]);
  });

  it('rejects a malformed answer and an answer for another SCA', async () => {
    const first = await atEnrolment();
    const second = await atEnrolment(first.browser);
    for (const code of ['', '{}', 'null', first.fields['code'] ?? '']) {
      const form = { ...second.fields, code };
      const { location } = await second.browser.post(second.place, form);
      expect(location).toBe(`${second.place}?notice=refused`);
    }
  });

  it('rejects a credential that a customer has already', async () => {
    const { browser, place, authenticator, fields } = await atEnrolment();
    await browser.post(place, fields);
    const theirs = sca.newBrowser();
    const next = await goToEnrolment(theirs, await enterOverview(theirs, olaNumber));
    const form = await enrolmentFields(theirs, next, authenticator);
    expect((await theirs.post(next, form)).location).toBe(`${next}?notice=refused`);
    expect(await stored('PasskeyEnrolled')).toHaveLength(1);
  });

  it('says which of two simultaneous passkeys of one SCA was not added', async () => {
    const { browser, place, fields } = await atEnrolment();
    const other = await enrolmentFields(browser, place, new SoftAuthenticator(sca.url));
    const answers = await Promise.all([browser.post(place, fields), browser.post(place, other)]);
    const places = answers.map(({ location }) => location);
    expect(places.sort()).toEqual([`${place}?notice=refused`, added].sort());
    expect(await stored('PasskeyEnrolled')).toHaveLength(1);
  });

  it('does not start for a customer with ten passkeys', async () => {
    const { browser } = await enrol(sca);
    const csrf = hidden((await browser.get('/my')).text, 'csrf');
    await sca.database.pool.query(
      `update es.stream set state = jsonb_set(state, '{passkeys}',
         to_jsonb(array_fill(state #> '{passkeys,0}', array[10])))
        where stream_type = 'passkeys'`,
    );
    const { location } = await browser.post('/my/passkeys', { csrf });
    expect(location).toBe('/my?notice=passkey-full');
    const page = await browser.get(location);
    expect(page.text).toContain('Remove one first.');
    expect(page.text).not.toContain('action="/my/passkeys"');
  });

  it('needs the browser of the SCA and the form token', async () => {
    const { browser, place, fields } = await atEnrolment();
    const stranger = sca.newBrowser();
    expect((await stranger.get(place)).status).toBe(403);
    expect((await stranger.post(place, fields)).status).toBe(403);
    expect((await browser.post(place, { ...fields, csrf: 'x'.repeat(43) })).status).toBe(403);
    expect((await browser.post('/my/passkeys', { csrf: 'x' })).status).toBe(403);
    expect((await stranger.post('/my/passkeys', { csrf: 'x' })).location).toBe('/my');
    expect(await stored('PasskeyEnrolled')).toEqual([]);
  });

  it('cannot use the log-in of the overview as its SCA', async () => {
    const browser = sca.newBrowser();
    await enterOverview(browser);
    const id = browser.cookies.get('nordgate-my') ?? '';
    browser.cookies.set('nordgate-passkey', id);
    expect((await browser.get(`/my/passkeys/${id}`)).location).toBe('/my');
  });

  it('is confirmed on a separate page after the visit of the overview', async () => {
    const { browser, place, fields, authenticator } = await atEnrolment();
    const other = await enrolmentFields(browser, place, new SoftAuthenticator(sca.url));
    await endOverview(browser);
    const done = await browser.post(place, fields);
    expect(done.status).toBe(200);
    expect(done.text).toContain('The passkey is added.');
    expect(done.text).toMatch(/href="\/my">Go to your passkeys</);
    const { location } = await browser.post(place, other);
    expect((await browser.get(location)).text).toContain('could not be added');
    const credentialId = authenticator.id.toString('base64url');
    expect(await stored('PasskeyEnrolled')).toMatchObject([{ credentialId }]);
  });

  it('ends when the PSU logs out', async () => {
    const { browser, place, fields } = await atEnrolment();
    const csrf = hidden((await browser.get('/my')).text, 'csrf');
    await browser.post('/my/log-out', { csrf });
    // Its cookie is gone with all others.
    expect((await browser.get(place)).status).toBe(403);
    expect((await browser.post(place, fields)).status).toBe(403);
    await enterOverview(browser);
    expect((await browser.post(place, fields)).status).toBe(403);
    expect(await stored('PasskeyEnrolled')).toEqual([]);
  });

  it.each<readonly [string, (browser: TestBrowser, place: string) => Promise<unknown>]>([
    [
      'logs out',
      async (browser) => {
        const csrf = hidden((await browser.get('/my')).text, 'csrf');
        return browser.post('/my/log-out', { csrf });
      },
    ],
    [
      'cancels',
      async (browser, place) => {
        const csrf = hidden((await browser.get(place)).text, 'csrf');
        return browser.post(`${place}/cancel`, { csrf });
      },
    ],
    ['begins another one', async (browser) => atEnrolment(browser)],
  ])('takes no copied cookies once the PSU %s', async (_what, act) => {
    const { browser, place, fields } = await atEnrolment();
    const copied = new Map(browser.cookies);
    await act(browser, place);
    const thief = sca.newBrowser();
    for (const [name, value] of copied) thief.cookies.set(name, value);
    expect((await thief.get(place)).location).toBe('/my');
    expect((await thief.post(place, fields)).location).toBe('/my');
    expect(await stored('PasskeyEnrolled')).toEqual([]);
  });

  it('ends when the PSU cancels with the form token', async () => {
    const { browser, place, fields } = await atEnrolment();
    expect((await browser.get(place)).text).toContain(`method="post" action="${place}/cancel"`);
    expect((await browser.post(`${place}/cancel`, { csrf: 'x' })).status).toBe(403);
    expect((await sca.newBrowser().post(`${place}/cancel`, fields)).status).toBe(403);
    expect((await browser.get(place)).status).toBe(200);
    const { csrf = '' } = fields;
    expect((await browser.post(`${place}/cancel`, { csrf })).location).toBe('/my');
    expect((await browser.post(`${place}/cancel`, { csrf })).location).toBe('/my');
    expect((await browser.post(place, fields)).location).toBe('/my');
    expect(await stored('PasskeyEnrolled')).toEqual([]);
  });

  it('ends when another enrolment starts', async () => {
    const first = await atEnrolment();
    const second = await atEnrolment(first.browser);
    expect((await first.browser.post(first.place, first.fields)).location).toBe('/my');
    const cancelled = await first.browser.post(`${first.place}/cancel`, first.fields);
    expect(cancelled.location).toBe('/my');
    expect((await second.browser.get(second.place)).status).toBe(200);
  });

  it('needs the SCA while the page lasts', async () => {
    const { browser, place, fields } = await atEnrolment();
    await endOutcome(place.split('/').at(-1) ?? '');
    expect((await browser.post(place, fields)).location).toBe('/my');
    expect(await stored('PasskeyEnrolled')).toEqual([]);
  });
});

describe('removing a passkey', () => {
  it('removes it once, for no other customer', async () => {
    const { browser } = await enrol(sca);
    const page = await browser.get('/my');
    const fields = { csrf: hidden(page.text, 'csrf'), passkey: hidden(page.text, 'passkey') };
    const theirs = sca.newBrowser();
    const own = hidden((await enterOverview(theirs, olaNumber)).text, 'csrf');
    const attack = { ...fields, csrf: own };
    expect((await theirs.post('/my/passkeys/remove', attack)).location).toBe('/my');
    const forged = { ...fields, csrf: 'x' };
    expect((await browser.post('/my/passkeys/remove', forged)).status).toBe(403);
    expect(await namesOn(browser)).toEqual(['My phone']);
    const removed = '/my?notice=passkey-removed';
    expect((await browser.post('/my/passkeys/remove', fields)).location).toBe(removed);
    expect((await browser.post('/my/passkeys/remove', fields)).location).toBe('/my');
    expect(await namesOn(browser)).toEqual([]);
  });
});

it('a passkey appears in no log line', async () => {
  const { authenticator } = await enrol(sca);
  const [event] = (await stored('PasskeyEnrolled')) as [{ publicKey: string }];
  const text = sca.lines.join('');
  for (const canary of [event.publicKey, authenticator.id.toString('base64url'), 'My phone']) {
    expect(text).not.toContain(canary);
  }
});
