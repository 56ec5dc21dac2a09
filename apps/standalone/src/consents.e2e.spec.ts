import { randomUUID } from 'node:crypto';
import { openDatabase } from '@nordgate/event-store';
import {
  codesOf,
  grantAt,
  jsonWith,
  pageOf,
  refuseAt,
  scaRedirectOf,
  setUpSandbox,
} from '@nordgate/testing';
import type { ListedCustomer, Page, World } from '@nordgate/testing';
import type { TppAnswer, TppCall } from '@nordgate/tpp-client';
import { actForPsuIn } from './testing/known-psu.js';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const consents = '/v1/bank-offered-consents';

interface Consent {
  readonly consentId: string;
  readonly consentStatus: string;
}
interface Listed {
  readonly accounts: readonly {
    readonly resourceId: string;
    readonly bban: string;
    readonly cashAccountType: string;
  }[];
}

let test: TestBank;
let person: ListedCustomer;
beforeAll(async () => {
  test = await startTestBank();
  const [, second] = await setUpSandbox(test.world());
  if (second === undefined) throw new Error('no customers');
  person = second;
});
afterAll(() => test.stop());

/** A separate TPP for each test, without earlier grants. */
let tpps = 0;
const organisationOf = (number: number) => `PSDNO-FSA-8000000${String(number).padStart(2, '0')}`;
async function newWorld(): Promise<World> {
  tpps += 1;
  const tpp = await test.newTpp(organisationOf(tpps));
  return { ...test.world(), tpp };
}

const get = ({ tpp }: World, path = '/v1/accounts', headers: TppCall['headers'] = {}) =>
  tpp.call({ method: 'GET', path, headers });
const ask = ({ tpp }: World, headers: TppCall['headers'] = {}) =>
  tpp.call({ method: 'POST', path: consents, headers });
const seen = (answer: TppAnswer) => [answer.status, ...codesOf(answer)];
const bbansOf = (answer: TppAnswer) => jsonWith<Listed>(answer, 200).accounts.map((a) => a.bban);
const own = (customer: ListedCustomer, ...which: number[]) =>
  which.map((at) => customer.accounts[at]?.bban ?? '');

/** Reads or changes the access of the newest TPP in sca's database. */
async function inSca(sql: string): Promise<readonly object[]> {
  const plain = { applicationName: 'test', migrations: [], poolMax: 1 };
  const database = await openDatabase({ url: test.databaseUrl('sca'), ...plain });
  try {
    const where = `where stream_type = 'access' and state->>'tpp' = $1`;
    return (await database.pool.query<object>(`${sql} ${where}`, [organisationOf(tpps)])).rows;
  } finally {
    await database.close();
  }
}

/** The PSU grants accounts by this link, and the TPP learns who it was. */
async function grant(world: World, href: string, choice: Parameters<typeof grantAt>[3]) {
  const back = await grantAt(world, href, person, choice);
  return actForPsuIn(world.tpp, back);
}

describe('card accounts in a consent (specification 5.10)', () => {
  it('are granted without an account, too', async () => {
    const world = await newWorld();
    const href = scaRedirectOf(jsonWith(await ask(world), 201));
    const maskedPans = person.cardAccounts.map(({ maskedPan }) => maskedPan);
    expect(maskedPans).toHaveLength(1);
    await grant(world, href, { bbans: [], cards: maskedPans });
    const [access] = await inSca('select state from es.stream');
    const { state } = access as { state: { accounts: string[]; cardAccounts: string[] } };
    expect([state.accounts.length, state.cardAccounts.length]).toEqual([0, 1]);
  });
});

describe('accounts (specification 4.4, 5.10)', () => {
  it('without consent are 401 with a link; with a consent exactly the granted accounts are listed', async () => {
    const world = await newWorld();
    const refused = await get(world);
    expect(seen(refused)).toEqual([401, 'CONSENT_UNKNOWN']);
    await grant(world, scaRedirectOf(refused.json as object), { bbans: own(person, 1) });
    const listed = await get(world);
    expect(bbansOf(listed)).toEqual(own(person, 1));
    expect(jsonWith<Listed>(listed, 200).accounts[0]).toMatchObject({
      cashAccountType: 'SVGS',
      currency: 'NOK',
      ownerName: person.customerName,
      usage: 'PRIV',
    });
  });

  it('have a usage code of ISO 20022, with any fixes', async () => {
    const world = await newWorld();
    const href = scaRedirectOf((await get(world)).json as object);
    await grant(world, href, { bbans: own(person, 0, 1) });
    const asked = ['amount-as-string', 'cash-account-type-iso', undefined];
    for (const fix of asked) {
      const answer = await get(world, '/v1/accounts', { 'x-accept-fix': fix });
      const { accounts } = jsonWith<Listed>(answer, 200);
      expect([fix, accounts.map((one) => one.cashAccountType)]).toEqual([fix, ['CACC', 'SVGS']]);
    }
  });

  it('accept withBalance in both forms, and no unknown parameter', async () => {
    const world = await newWorld();
    await grant(world, scaRedirectOf((await get(world)).json as object), { bbans: own(person, 1) });
    expect(bbansOf(await get(world, '/v1/accounts?withBalance=true'))).toEqual(own(person, 1));
    for (const query of [
      'withBalance=1',
      'withbalance=true',
      'withBalance=true&withBalance=true',
    ]) {
      const refused = await get(world, `/v1/accounts?${query}`);
      const path = query.split('=')[0];
      expect([query, refused.status, refused.json]).toMatchObject([
        ...[query, 400],
        { tppMessages: [{ code: 'FORMAT_ERROR', path }] },
      ]);
    }
    const unheeded = await get(world, '/v1/user?psuId=1');
    expect(seen(unheeded)).toEqual([400, 'FORMAT_ERROR']);
  });

  it('are refused after 180 days, until the PSU renews the consent', async () => {
    const world = await newWorld();
    await grant(world, scaRedirectOf((await get(world)).json as object), { bbans: own(person, 1) });
    // To the end of the day in Oslo, whatever its clocks do in between.
    const lasts = `select (state->>'validUntil')::timestamptz = (date_trunc('day',
                            (state->>'at')::timestamptz at time zone 'Europe/Oslo') + interval '181 days')
                            at time zone 'Europe/Oslo' as it from es.stream`;
    expect(await inSca(lasts)).toEqual([{ it: true }]);
    expect((await get(world)).status).toBe(200);
    // As if it had been given longer ago; the session is alive.
    await inSca(`update es.stream set state = state || '{"validUntil":"2026-01-01T00:00:00Z"}'`);
    const expired = await get(world);
    expect(seen(expired)).toEqual([401, 'CONSENT_EXPIRED']);
    await grant(world, scaRedirectOf(expired.json as object), { bbans: own(person, 1) });
    expect(bbansOf(await get(world))).toEqual(own(person, 1));
  });

  it('belong to a session whose end has a time-zone offset', async () => {
    const world = await newWorld();
    await grant(world, scaRedirectOf((await get(world)).json as object), { bbans: own(person, 1) });
    const { sessionEndsAt } = jsonWith<{ sessionEndsAt: string }>(
      await get(world, '/v1/user'),
      200,
    );
    expect(sessionEndsAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/);
    expect(Date.parse(sessionEndsAt)).toBeGreaterThan(Date.now());
  });

  it('are not listed from the first request after the end of the consent', async () => {
    const world = await newWorld();
    const asked = jsonWith<Consent>(await ask(world), 201);
    await grant(world, scaRedirectOf(asked), { bbans: own(person, 0, 1) });
    expect(bbansOf(await get(world))).toHaveLength(2);
    const path = `${consents}/${asked.consentId}`;
    expect((await world.tpp.call({ method: 'DELETE', path })).status).toBe(204);
    const after = await get(world);
    expect(seen(after)).toEqual([401, 'CONSENT_INVALID']);
    expect(scaRedirectOf(after.json as object)).toContain('/sign/');
    expect((await get(world, `${path}/status`)).json).toEqual({ consentStatus: 'terminatedByTpp' });
    expect((await world.tpp.call({ method: 'DELETE', path })).status).toBe(204);
  });

  it('need a session and a PSU-ID of this TPP', async () => {
    const world = await newWorld();
    const asked = jsonWith<Consent>(await ask(world), 201);
    const { psuId } = await grant(world, scaRedirectOf(asked), { bbans: own(person, 0) });
    const another = await get(world, '/v1/accounts', { 'tpp-session-id': 'another' });
    expect(seen(another)).toEqual([401, 'SCA_NOT_FOUND']);
    const strange = await get(world, '/v1/accounts', { 'psu-id': randomUUID() });
    expect(seen(strange)).toEqual([401, 'CONSENT_UNKNOWN']);
    const elsewhere = await newWorld();
    elsewhere.tpp.actFor({ psuId, tppSessionId: 'any' });
    const stolen = await get(elsewhere);
    expect(seen(stolen)).toEqual([401, 'CONSENT_UNKNOWN']);
    // The link of such a request gives the customer who logs in the right PSU-ID.
    await grant(elsewhere, scaRedirectOf(stolen.json as object), { bbans: own(person, 0) });
    expect(bbansOf(await get(elsewhere))).toEqual(own(person, 0));
  });

  it('need the role PSP_AI', async () => {
    const tpp = await test.newTpp('PSDNO-FSA-810000001', ['PSP_PI']);
    for (const [method, path] of [
      ['GET', '/v1/accounts'],
      ['POST', consents],
    ] as const) {
      expect(seen(await tpp.call({ method, path }))).toEqual([403, 'FORBIDDEN']);
    }
    const agreements = { method: 'GET', path: '/v1/agreements' } as const;
    expect(seen(await tpp.call(agreements))).toEqual([401, 'CONSENT_UNKNOWN']);
  });

  it('are no longer listed when the PSU ticks none', async () => {
    const world = await newWorld();
    await grant(world, scaRedirectOf(jsonWith(await ask(world), 201)), { bbans: own(person, 0) });
    const asked = jsonWith<Consent>(await ask(world), 201);
    const back = await grantAt(world, scaRedirectOf(asked), person, { bbans: [] });
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      status: '401',
      code: 'CONSENT_INVALID',
    });
    expect(seen(await get(world))).toEqual([401, 'CONSENT_INVALID']);
    const status = await get(world, `${consents}/${asked.consentId}/status`);
    expect(status.json).toEqual({ consentStatus: 'rejected' });
  });
});

describe('my consents at the bank', () => {
  it('end a TPP’s access from its next request on', async () => {
    const world = await newWorld();
    await grant(world, scaRedirectOf(jsonWith(await ask(world), 201)), { bbans: own(person, 0) });
    expect(bbansOf(await get(world))).toEqual(own(person, 0));
    const browser = world.newBrowser();
    const start = pageOf(await browser.open(`${test.bank.scaUrl}/my?app=${world.tpp.tppId}`));
    const form = pageOf(await browser.submit(start, { to: '/my/log-in' }));
    const { customerNumber } = person;
    const inside = await browser.submit(form, { withField: 'customerNumber' }, { customerNumber });
    const code = pageOf(inside).html.querySelector('#sandbox-code')?.textContent.trim() ?? '';
    let mine = pageOf(await browser.submit(pageOf(inside), { withField: 'code' }, { code }));
    // Other tests have granted as well: all of it is ended here, one by one.
    const endLink = () => mine.html.querySelector('a[href^="/my/revoke"]')?.getAttribute('href');
    for (let end = endLink(); end !== undefined; end = endLink()) {
      const question = pageOf(await browser.open(new URL(end, mine.url).href));
      mine = pageOf(await browser.submit(question, { withField: 'access' }));
    }
    expect(seen(await get(world))).toEqual([401, 'CONSENT_INVALID']);
  });
});

describe('a consent', () => {
  it('is received, then valid with the granted accounts', async () => {
    const world = await newWorld();
    const asked = jsonWith<Consent>(await ask(world), 201);
    expect(asked.consentStatus).toBe('received');
    const path = `${consents}/${asked.consentId}`;
    expect((await get(world, `${path}/status`)).json).toEqual({ consentStatus: 'received' });
    await grant(world, scaRedirectOf(asked), { bbans: own(person, 0) });
    const [account] = person.accounts;
    const reference = { bban: account?.bban, iban: account?.iban, currency: 'NOK' };
    expect((await get(world, path)).json).toMatchObject({
      consentStatus: 'valid',
      access: { accounts: [reference], balances: [reference], transactions: [reference] },
      recurringIndicator: true,
      validUntil: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as unknown,
    });
  });

  it('is the same for a repeated X-Request-ID, and CONFLICT for another request with this id', async () => {
    const world = await newWorld();
    const id = { 'x-request-id': randomUUID() };
    const [first, second] = [await ask(world, id), await ask(world, id)];
    expect(second.json).toEqual(first.json);
    const changed = await ask(world, { ...id, 'psu-context': 'PRIVATE' });
    expect(seen(changed)).toEqual([409, 'CONFLICT']);
  });

  it('can be requested by POST /v1/consents with any body, with a warning', async () => {
    const { tpp } = await newWorld();
    const call = { method: 'POST', path: '/v1/consents' } as const;
    for (const body of [{ access: {}, validUntil: 'never' }, undefined]) {
      const answer = await tpp.call(body === undefined ? call : { ...call, body });
      const asked = jsonWith<Consent & { tppMessages: object[] }>(answer, 201);
      expect(asked.consentStatus).toBe('received');
      expect(asked.tppMessages).toMatchObject([{ category: 'WARNING', code: 'FORMAT_ERROR' }]);
      expect(scaRedirectOf(asked)).toContain('/sign/');
    }
  });

  it('is read and ended under its former path, too', async () => {
    const world = await newWorld();
    const { consentId } = jsonWith<Consent>(await ask(world), 201);
    const [now, before] = [consents, '/v1/consents'].map((path) => `${path}/${consentId}`);
    for (const part of ['', '/status']) {
      const asBefore = jsonWith<object>(await get(world, `${before}${part}`), 200);
      const { json } = await get(world, `${now}${part}`);
      expect(asBefore).toMatchObject(json as object);
      expect(asBefore).toMatchObject({
        tppMessages: [
          { category: 'WARNING', text: expect.stringContaining('deprecated') as string },
        ],
      });
    }
    const path = before;
    expect((await world.tpp.call({ method: 'DELETE', path: path ?? '' })).status).toBe(204);
    const { consentStatus } = (await get(world, `${now}/status`)).json as Consent;
    expect(consentStatus).not.toBe('received');
  });

  it('that fails leads to TPP-Nok-Redirect-URI, and one that succeeds does not', async () => {
    const world = await newWorld();
    const nok = { 'tpp-nok-redirect-uri': 'https://failed.example/nok?state=2' };
    const refused = jsonWith<Consent>(await ask(world, nok), 201);
    const back = await refuseAt(world, scaRedirectOf(refused), person);
    expect([back.host, back.searchParams.get('state')]).toEqual(['failed.example', '2']);
    expect(back.searchParams.get('code')).toBe('SCA_INVALID');
    const given = jsonWith<Consent>(await ask(world, nok), 201);
    const choice = { bbans: own(person, 0) };
    const success = await grantAt(world, scaRedirectOf(given), person, choice);
    expect(success.host).toBe('tpp.example');
  });

  it('cannot be given after its deletion, and is rejected when the PSU refuses', async () => {
    const world = await newWorld();
    const asked = jsonWith<Consent>(await ask(world), 201);
    const path = `${consents}/${asked.consentId}`;
    expect((await world.tpp.call({ method: 'DELETE', path })).status).toBe(204);
    // The page says it, and leads on to the TPP by itself.
    const { page: link, leftTo } = (await world.newBrowser().open(scaRedirectOf(asked))) as {
      readonly page?: Page;
      readonly leftTo: URL;
    };
    expect([link?.status, leftTo.host]).toEqual([410, 'tpp.example']);
    expect(link?.text).toContain('has withdrawn the request');
    const next = jsonWith<Consent>(await ask(world), 201);
    const back = await refuseAt(world, scaRedirectOf(next), person);
    expect(back.searchParams.get('code')).toBe('SCA_INVALID');
    const status = await get(world, `${consents}/${next.consentId}/status`);
    expect(status.json).toEqual({ consentStatus: 'rejected' });
  });

  it('is unknown to another TPP, as is any other id', async () => {
    const [world, elsewhere] = [await newWorld(), await newWorld()];
    const { consentId } = jsonWith<Consent>(await ask(world), 201);
    for (const id of [consentId, 'Ac', consentId.replace(/^(.)c/, '$1a')]) {
      const path = `${consents}/${id}`;
      expect(seen(await get(elsewhere, path))).toEqual([404, 'RESOURCE_UNKNOWN']);
      const ended = await elsewhere.tpp.call({ method: 'DELETE', path });
      expect(seen(ended)).toEqual([404, 'RESOURCE_UNKNOWN']);
    }
    expect((await get(world, `${consents}/${consentId}/status`)).status).toBe(200);
  });
});
