import { anInitiator, aBasket } from '../../testing/an-authorisation.js';
import {
  fieldsOf,
  fiskAgreement,
  goToApproval,
  kari,
  kariNumber,
  ola,
  olaNumber,
  olaWithBoth,
  sentBack,
  setUp,
} from '../../testing/psu-steps.js';
import type { AtApproval } from '../../testing/psu-steps.js';
import { holdPasskeysOf } from '../../testing/held-passkeys.int.js';
import { enrol, passkeyRequestOn } from '../../testing/passkey-steps.int.js';
import type { SoftAuthenticator, Twist } from '../../testing/soft-authenticator.int.js';
import { hidden } from '../../testing/test-browser.js';
import type { Answer } from '../../testing/test-browser.js';
import { startTestSca } from '../../testing/test-sca.int.js';
import type { TestSca } from '../../testing/test-sca.int.js';

const biometric = anInitiator({ redirectPreferred: false });
const liv = '31129912345';

let sca: TestSca;
let kariKey: SoftAuthenticator;
let olaKey: SoftAuthenticator;
beforeAll(async () => {
  sca = await startTestSca();
  setUp(sca);
  kariKey = (await enrol(sca)).authenticator;
  olaKey = (await enrol(sca, olaNumber)).authenticator;
});
beforeEach(() => {
  setUp(sca);
  sca.bank.customers.set(liv, { ...kari, customerId: 'cus-liv' });
});
afterAll(() => sca.stop());

const methodOn = ({ page }: AtApproval) => hidden(page.text, 'method');
const otherMethodOn = ({ text }: Answer) =>
  (/href="([^"]*[?]method=[^"]*)"/.exec(text)?.[1] ?? '').replaceAll('&amp;', '&');
const begin = async (initiator = biometric, customerNumber = kariNumber) =>
  goToApproval(sca, await sca.open({ initiator }), customerNumber);

/** Sends the approval form with what this authenticator answers to the page. */
function answer({ browser, fields, id, page }: AtApproval, key = kariKey, twist: Twist = {}) {
  const code = key.get(passkeyRequestOn(page), twist);
  return browser.post(`/sign/${id}/approve`, { ...fields, code });
}

async function typesOf(id: string): Promise<string[]> {
  const text = 'select type from es.event where stream_id = $1 order by version';
  const { rows } = await sca.database.pool.query<{ type: string }>(text, [`authorisation-${id}`]);
  return rows.map(({ type }) => type);
}

describe('the approval page of a PSU with a passkey', () => {
  it('starts with the passkey when the TPP asks for biometrics, and offers the code', async () => {
    const at = await begin();
    expect(methodOn(at)).toBe('passkey');
    expect(otherMethodOn(at.page)).toBe(`/sign/${at.id}?method=sandbox-code&context=PRIVATE`);
    expect(at.page.text).not.toContain('data-sandbox-code');
    expect(at.page.headers.get('content-security-policy')).toContain("script-src 'self';");
  });

  it('starts with the code otherwise, and offers the passkey', async () => {
    const at = await begin(anInitiator());
    expect(methodOn(at)).toBe('sandbox-code');
    expect(at.page.headers.get('content-security-policy')).not.toContain('script-src');
    const page = await at.browser.get(`/sign/${at.id}?method=passkey`);
    expect(hidden(page.text, 'method')).toBe('passkey');
  });

  it('has the default flow for a PSU without a passkey (specification 5.15)', async () => {
    const at = await begin(biometric, liv);
    expect(methodOn(at)).toBe('sandbox-code');
    expect(at.page.text).not.toContain('?method=');
    const wanted = await at.browser.get(`/sign/${at.id}?method=passkey`);
    expect(hidden(wanted.text, 'method')).toBe('sandbox-code');
  });

  it('keeps the method that the PSU picked, and the same challenge after a reload', async () => {
    const { browser, id, page } = await begin();
    expect(passkeyRequestOn(await browser.get(`/sign/${id}`))).toBe(passkeyRequestOn(page));
    await browser.get(`/sign/${id}?method=sandbox-code`);
    const again = await browser.get(`/sign/${id}`);
    expect(hidden(again.text, 'method')).toBe('sandbox-code');
    const done = await browser.post(`/sign/${id}/approve`, fieldsOf(again));
    expect(sentBack(done)).toHaveProperty('psu-id');
  });

  it.each([fiskAgreement, 'PRIVATE'])(
    'keeps the context %s when the PSU picks a method',
    async (key) => {
      sca.bank.customers.set(olaNumber, olaWithBoth);
      const { browser, id } = await begin(biometric, olaNumber);
      const page = await browser.get(`/sign/${id}?context=${key}`);
      const other = await browser.get(otherMethodOn(page));
      expect(fieldsOf(other)).toMatchObject({ context: key, method: 'sandbox-code' });
      const back = await browser.get(otherMethodOn(other));
      expect(fieldsOf(back)).toMatchObject({ context: key, method: 'passkey' });
    },
  );

  it('keeps the picked accounts when the PSU picks a method', async () => {
    const resource = { kind: 'access', asks: 'accounts' } as const;
    const id = await sca.open({ resource, initiator: biometric });
    const { browser, page } = await goToApproval(sca, id, olaNumber);
    const fields = { csrf: hidden(page.text, 'csrf'), context: fiskAgreement, account: 'acc-f' };
    await browser.post(`/sign/${id}/accounts`, fields);
    const chosen = await browser.get(`/sign/${id}`);
    const other = await browser.get(otherMethodOn(chosen));
    expect(fieldsOf(other)).toMatchObject({ context: fiskAgreement, method: 'sandbox-code' });
    expect(other.text).toContain('Account acc-f');
  });

  it('is in Norwegian when the browser prefers Norwegian', async () => {
    const { browser, id } = await begin();
    const { text } = await browser.get(`/sign/${id}`, { 'accept-language': 'nb' });
    expect(text).toMatch(/Godkjenn [^<]*NOK med passnøkkel/);
  });
});

describe('an approval by passkey', () => {
  it('approves a payment and records the use of the passkey', async () => {
    const at = await begin();
    expect(sentBack(await answer(at))).toHaveProperty('psu-id');
    expect(await typesOf(at.id)).toEqual([
      'AuthorisationOpened',
      'PsuIdentified',
      'ChallengeShown',
      'AuthorisationFinalised',
    ]);
  });

  it('approves a basket', async () => {
    const at = await goToApproval(sca, await sca.open({ resource: aBasket, initiator: biometric }));
    expect(sentBack(await answer(at))).toHaveProperty('psu-id');
  });

  it('approves once after a double click', async () => {
    const at = await begin();
    const code = kariKey.get(passkeyRequestOn(at.page));
    const send = () => at.browser.post(`/sign/${at.id}/approve`, { ...at.fields, code });
    const answers = await Promise.all([send(), send()]);
    for (const one of answers) expect(sentBack(one)).toHaveProperty('psu-id');
    expect(await typesOf(at.id)).not.toContain('CodeRefused');
  });

  it('fails after three wrong answers, like codes', async () => {
    const at = await begin();
    const twist = { isVerified: false };
    for (const left of [2, 1]) {
      const { location } = await answer(at, kariKey, twist);
      expect((await at.browser.get(location)).text).toContain(`You have ${String(left)} attempt`);
    }
    expect(sentBack(await answer(at, kariKey, twist))).toMatchObject({ code: 'SCA_INVALID' });
  });

  it('shows a changed payment again, with another challenge', async () => {
    const at = await begin();
    const view = sca.bank.payments.get('pay-1');
    if (view === undefined) throw new Error('no payment');
    sca.bank.payments.set('pay-1', { ...view, hash: 'hash-of-another-amount' });
    const { location } = await answer(at);
    expect(location).toContain('notice=changed');
    const page = await at.browser.get(location);
    expect(passkeyRequestOn(page)).not.toBe(passkeyRequestOn(at.page));
    expect(sentBack(await answer({ ...at, page }))).toHaveProperty('psu-id');
  });

  it('is rejected when another tab has shown another context meanwhile', async () => {
    sca.bank.customers.set(olaNumber, olaWithBoth);
    const at = await begin(biometric, olaNumber);
    const page = await at.browser.get(`/sign/${at.id}?context=${fiskAgreement}`);
    const held = await holdPasskeysOf(sca.database, ola.customerId);
    const sent = answer({ ...at, page, fields: fieldsOf(page) }, olaKey);
    await held.whenOneWaits();
    const other = await at.browser.get(`/sign/${at.id}?context=PRIVATE`);
    expect(fieldsOf(other)).toMatchObject({ context: 'PRIVATE', method: 'passkey' });
    await held.release();
    expect((await sent).location).toBe(`/sign/${at.id}?context=${fiskAgreement}&notice=changed`);
    expect(await typesOf(at.id)).not.toContain('AuthorisationFinalised');
  });

  it('rejects a code, and the form of the other method', async () => {
    const { browser, fields, id } = await begin(anInitiator());
    await browser.get(`/sign/${id}?method=passkey`);
    const { location } = await browser.post(`/sign/${id}/approve`, fields);
    expect(location).toContain('notice=changed');
    const page = await browser.get(location);
    const asPasskey = { ...fieldsOf(page), code: fields.code };
    const refused = await browser.post(`/sign/${id}/approve`, asPasskey);
    expect(refused.location).toContain('notice=wrong-passkey');
  });
});

describe('an answer of an attacker is rejected', () => {
  const refused = async (at: AtApproval, sent: ReturnType<typeof answer>) => {
    expect((await sent).location).toContain('notice=wrong-passkey');
    expect(await typesOf(at.id)).not.toContain('AuthorisationFinalised');
  };

  it.each<readonly [string, Twist]>([
    ['when it was made for another origin', { origin: 'https://evil.example' }],
    ['when it was made for another relying party', { rpId: 'evil.example' }],
    ['without user verification', { isVerified: false }],
    ['when its counter went back', { counter: 1 }],
  ])('%s', async (_about, twist) => {
    const at = await begin();
    await refused(at, answer(at, kariKey, twist));
  });

  it('when the credential belongs to another PSU', async () => {
    const at = await begin();
    await refused(at, answer(at, olaKey));
  });

  it('when it was made for another authorisation', async () => {
    const [first, second] = [await begin(), await begin()];
    await refused(second, answer({ ...second, page: first.page }));
  });

  it('when it approved something else before', async () => {
    const first = await begin();
    const code = kariKey.get(passkeyRequestOn(first.page));
    const before = { ...first.fields, code };
    expect(sentBack(await first.browser.post(`/sign/${first.id}/approve`, before))).toBeDefined();
    const resource = { kind: 'payment', paymentId: 'pay-2' } as const;
    const at = await goToApproval(sca, await sca.open({ resource, initiator: biometric }));
    const replayed = at.browser.post(`/sign/${at.id}/approve`, { ...at.fields, code });
    await refused(at, replayed);
  });
});

it('the passkeys of these tests belong to two customers', async () => {
  const text = `select state ->> 'customerId' as id from es.stream where stream_type = 'passkeys'`;
  const { rows } = await sca.database.pool.query<{ id: string }>(text);
  expect(rows.map(({ id }) => id).sort()).toEqual([kari.customerId, ola.customerId]);
});
