import { randomUUID } from 'node:crypto';
import { accountOf, grantAt, jsonWith, scaRedirectOf, transactionPageOf } from '@nordgate/testing';
import type { World } from '@nordgate/testing';
import type { TppAnswer, TppCall } from '@nordgate/tpp-client';
import {
  absent,
  consents,
  dayAgo,
  get,
  listed,
  messagesOf,
  seen,
  startReadBank,
  transactionsOf,
  untilThere,
} from './testing/account-reader.js';
import type { Reader, ReadBank } from './testing/account-reader.js';

let bank: ReadBank;
beforeAll(async () => {
  bank = await startReadBank();
  await bank.ledger.book(bank.account, [
    { amount: '-50.00', daysAgo: 200 },
    ...Array.from({ length: 20 }, (_, at) => ({ amount: '-1.50', daysAgo: 20 - at })),
    { amount: '12.50', details: { endToEndId: 'last' } },
  ]);
  const { world, accounts } = await bank.reader();
  await untilThere(world, accounts[0], 'last');
});
afterAll(() => bank.stop());

const textOf = (answer: TppAnswer) =>
  messagesOf(answer)
    .map(({ text }) => text)
    .join();

describe('a wrong request for transactions', () => {
  it.each([
    ['no bookingStatus', '', 'QUERY_PARAMETER_REQUIRED', 'bookingStatus'],
    ['a misspelt bookingStatus', 'bookingStatos=both', 'FORMAT_ERROR', 'bookingStatus'],
    ['an unknown bookingStatus', 'bookingStatus=bookd', 'FORMAT_ERROR', 'booked'],
    ['information', 'bookingStatus=information', 'FORMAT_ERROR', 'pending'],
    ['limit 0', 'bookingStatus=both&limit=0', 'FORMAT_ERROR', 'limit'],
    ['limit -1', 'bookingStatus=both&limit=-1', 'FORMAT_ERROR', 'limit'],
    ['limit abc', 'bookingStatus=both&limit=abc', 'FORMAT_ERROR', 'limit'],
    ['an impossible date', 'bookingStatus=both&dateFrom=2026-02-30', 'FORMAT_ERROR', 'calendar'],
    [
      'days in the wrong order',
      'bookingStatus=both&dateFrom=2026-02-02&dateTo=2026-02-01',
      ...['FORMAT_ERROR', 'first day'],
    ],
    ['offset 10001', 'bookingStatus=both&offset=10001', 'FORMAT_ERROR', '10000'],
    ['a page beyond the last', 'bookingStatus=both&offset=100000', 'FORMAT_ERROR', 'offset'],
    ['a made-up offset', `bookingStatus=both&offset=A${'x'.repeat(90)}`, 'FORMAT_ERROR', 'again'],
    ['a delta', 'bookingStatus=both&deltaList=true', 'FORMAT_ERROR', 'dateFrom'],
    ['a delta by reference', 'bookingStatus=both&entryReferenceFrom=1', 'FORMAT_ERROR', 'dateFrom'],
  ])('is 400 with a text that helps: %s', async (_what, query, code, says) => {
    wrong ??= await bank.reader();
    const answer = await get(wrong.world, transactionsOf(wrong.accounts[0], query));
    expect(seen(answer)).toEqual([400, code]);
    expect(textOf(answer)).toContain(says);
  });
  let wrong: Reader | undefined;

  it('is 400 with an offset of another account, filter, limit or TPP', async () => {
    const bbans = [accountOf(bank.person, 0), accountOf(bank.person, 1)];
    const { world, accounts } = await bank.reader(bbans);
    const stranger = await bank.reader(bbans);
    const query = 'bookingStatus=both&limit=5';
    const { next = '' } = transactionPageOf(await get(world, transactionsOf(accounts[0], query)));
    const offset = new URL(next, 'https://bank.example').searchParams.get('offset') ?? '';
    expect((await get(world, next)).status).toBe(200);
    const tried = [
      [world, transactionsOf(accounts[1], `${query}&offset=${offset}`)],
      [world, transactionsOf(accounts[0], `bookingStatus=booked&limit=5&offset=${offset}`)],
      [world, transactionsOf(accounts[0], `bookingStatus=both&limit=6&offset=${offset}`)],
      [stranger.world, transactionsOf(stranger.accounts[0], `${query}&offset=${offset}`)],
    ] as const;
    for (const [who, path] of tried) {
      expect(seen(await get(who, path))).toEqual([400, 'FORMAT_ERROR']);
    }
  });

  it('is 404 for foreign and made-up ids, and 403 for an account that is not granted', async () => {
    const one = await bank.reader();
    const other = await bank.reader([accountOf(bank.person, 1)]);
    const ids = [one.accounts[0]?.resourceId ?? '', 'Ao', randomUUID(), '%00', '..%2f', "'"];
    for (const id of ids) {
      for (const path of ['', '/balances', '/transactions?bookingStatus=both', '/transactions/x']) {
        const answer = await get(other.world, `/v1/accounts/${id}${path}`);
        expect([id, path, answer.status]).toEqual([id, path, 404]);
      }
    }
    const [granted] = other.accounts;
    for (const id of ['x', randomUUID(), '%00', 'a'.repeat(200), '%F0%9F%92%A9']) {
      const path = `${granted?._links.transactions.href ?? ''}/${id}`;
      expect([id, (await get(other.world, path)).status]).toEqual([id, 404]);
    }
    const card = other.cardAccounts[0]?.resourceId ?? '';
    expect((await get(other.world, `/v1/accounts/${card}`)).status).toBe(404);
    const choice = { bbans: [accountOf(bank.person, 0)] };
    const asked = jsonWith(await other.world.tpp.call({ method: 'POST', path: consents }), 201);
    await grantAt(other.world, scaRedirectOf(asked), bank.person, choice);
    const answer = await get(other.world, granted?._links.balances.href ?? '');
    expect(seen(answer)).toEqual([403, 'RESOURCE_UNKNOWN']);
  });

  it('is 401 with a link when the consent ended between two pages', async () => {
    const { world, accounts, consentId } = await bank.reader();
    const path = transactionsOf(accounts[0], 'bookingStatus=both&limit=5');
    const { next = '' } = transactionPageOf(await get(world, path));
    await world.tpp.call({ method: 'DELETE', path: `${consents}/${consentId}` });
    const after = await get(world, next);
    expect(seen(after)).toEqual([401, 'CONSENT_INVALID']);
    expect(scaRedirectOf(after.json as object)).toContain('/sign/');
  });
});

describe('account information without the PSU (specification section 8)', () => {
  it('has transactions of 90 days at most, with a warning', async () => {
    const { world, accounts } = await bank.reader();
    const [one] = accounts;
    const [bygone, long] = [`dateFrom=${dayAgo(200)}`, 'bookingStatus=booked&dateFrom=2020-01-01'];
    const answer = await get(world, transactionsOf(one, long), absent);
    expect([
      answer.status,
      messagesOf(answer).map(({ category, path }) => [category, path]),
    ]).toEqual([200, [['WARNING', 'dateFrom']]]);
    const before = `bookingStatus=booked&${bygone}&dateTo=${dayAgo(91)}`;
    const old = await listed(world, one, before);
    expect(old.booked?.length).toBeGreaterThan(0);
    expect(await listed(world, one, before, absent)).toMatchObject({ booked: [] });
    const details = `${one?._links.transactions.href ?? ''}/${old.booked?.[0]?.transactionId ?? ''}`;
    expect(seen(await get(world, details))).toEqual([200]);
    expect(seen(await get(world, details, absent))).toEqual([404, 'RESOURCE_UNKNOWN']);
  });

  it('is answered four times in 24 hours, and then 429 with the time of the next one', async () => {
    const { world, accounts } = await bank.reader();
    const path = transactionsOf(accounts[0], 'bookingStatus=both&limit=10');
    for (let count = 0; count < 4; count += 1) {
      const first = await get(world, path, absent);
      expect(first.status).toBe(200);
      const page = transactionPageOf(first);
      // Later pages and details belong to the read.
      expect((await get(world, page.next ?? '', absent)).status).toBe(200);
      const details = `${accounts[0]?._links.transactions.href ?? ''}/${page.ids[0] ?? ''}`;
      expect((await get(world, details, absent)).status).toBe(200);
      // What is not answered with 200 does not count.
      const wrongly = await get(world, `${path}&offset=10001`, absent);
      expect(wrongly.status).toBe(400);
    }
    const fifth = await get(world, path, absent);
    expect(seen(fifth)).toEqual([429, 'ACCESS_EXCEEDED']);
    const wait = Number(fifth.headers['retry-after']);
    expect(wait).toBeGreaterThan(86_400 - 120);
    expect(wait).toBeLessThanOrEqual(86_400);
    expect(textOf(fifth)).toMatch(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/);
    expect((await get(world, path)).status).toBe(200);
    const balances = accounts[0]?._links.balances.href ?? '';
    expect((await get(world, balances, absent)).status).toBe(200);
  });

  it('of a list leaves out the balances of an account that is used up, with a warning', async () => {
    const bbans = [accountOf(bank.person, 0), accountOf(bank.person, 1)];
    const { world, accounts } = await bank.reader(bbans);
    const used = accounts[1]?.resourceId ?? '';
    for (let count = 0; count < 4; count += 1) {
      expect((await get(world, `/v1/accounts/${used}/balances`, absent)).status).toBe(200);
    }
    const answer = await get(world, '/v1/accounts?withBalance=true', absent);
    expect(answer.status).toBe(200);
    const list = (answer.json as { accounts: { resourceId: string; balances?: object[] }[] })
      .accounts;
    expect(list.filter(({ balances }) => balances === undefined)).toMatchObject([
      { resourceId: used },
    ]);
    const place = list.findIndex(({ resourceId }) => resourceId === used);
    expect(messagesOf(answer)).toMatchObject([
      { category: 'WARNING', code: 'ACCESS_EXCEEDED', path: `/accounts/${String(place)}/balances` },
    ]);
  });

  it('counts balances of a list, of transactions and of card accounts', async () => {
    const { world, accounts, cardAccounts } = await bank.reader();
    const reads = [
      '/v1/accounts?withBalance=true',
      transactionsOf(accounts[0], 'bookingStatus=both&withBalance=true'),
      `/v1/accounts/${accounts[0]?.resourceId ?? ''}?withBalance=true`,
      accounts[0]?._links.balances.href ?? '',
    ];
    for (const path of reads) expect((await get(world, path, absent)).status).toBe(200);
    for (const path of reads) {
      expect([path, ...seen(await get(world, path, absent))]).toEqual([
        ...[path, 429, 'ACCESS_EXCEEDED'],
      ]);
    }
    expect((await get(world, '/v1/accounts', absent)).status).toBe(200);
    const ofCard = cardAccounts[0]?._links.balances.href ?? '';
    const statuses: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      statuses.push((await get(world, ofCard, absent)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
  });
});

describe('a confirmation of funds', () => {
  const body = (change: object = {}) => ({
    account: { iban: bank.person.accounts[0]?.iban },
    instructedAmount: { amount: '100.00', currency: 'NOK' },
    ...{ cardNumber: '1234', payee: 'Butikk' },
    ...change,
  });
  const confirm = ({ tpp }: World, sent: object, headers: TppCall['headers'] = {}) =>
    tpp.call({ method: 'POST', path: '/v1/funds-confirmations', body: sent, headers });

  it('says whether the account has the funds, without a session', async () => {
    const { world } = await bank.reader();
    const without = { 'tpp-session-id': undefined, ...absent };
    expect((await confirm(world, body(), without)).json).toEqual({ fundsAvailable: true });
    const much = { amount: '99999999.00', currency: 'NOK' };
    const poor = await confirm(world, body({ instructedAmount: much }));
    expect([poor.status, poor.json]).toEqual([200, { fundsAvailable: false }]);
  });

  it('needs a grant of the PSU for the account, PSU-ID and the role PSP_IC', async () => {
    const { world } = await bank.reader([accountOf(bank.person, 1)]);
    const foreign = await confirm(world, body());
    expect(seen(foreign)).toEqual([401, 'CONSENT_UNKNOWN']);
    expect(scaRedirectOf(foreign.json as object)).toContain('/sign/');
    const missing = await confirm(world, body({ account: { bban: '15030088880' } }));
    expect(seen(missing)).toEqual(seen(foreign));
    expect(scaRedirectOf(missing.json as object)).toContain('/sign/');
    const unknown = await confirm(world, body(), { 'psu-id': randomUUID() });
    expect(seen(unknown)).toEqual([401, 'CONSENT_UNKNOWN']);
    const without = await confirm(world, body(), { 'psu-id': undefined });
    expect(seen(without)).toEqual([400, 'HTTP_HEADER_REQUIRED']);
    const tpp = await bank.test.newTpp('PSDNO-FSA-790000001', ['PSP_AI', 'PSP_PI']);
    tpp.actFor({ psuId: randomUUID(), tppSessionId: 's' });
    expect(seen(await confirm({ ...world, tpp }, body()))).toEqual([403, 'FORBIDDEN']);
  });

  it('is given 20 times in 24 hours without the PSU, so that no balance is found by halving', async () => {
    const { world } = await bank.reader();
    const asked: number[] = [];
    for (let count = 0; count < 20; count += 1) {
      asked.push((await confirm(world, body(), absent)).status);
    }
    expect(new Set(asked)).toEqual(new Set([200]));
    const next = await confirm(world, body(), absent);
    expect(seen(next)).toEqual([429, 'ACCESS_EXCEEDED']);
    expect(Number(next.headers['retry-after'])).toBeLessThanOrEqual(86_400);
    expect((await confirm(world, body())).status).toBe(200);
  });

  it.each<[string, object, string, string]>([
    ['no account number', { account: {} }, 'FORMAT_ERROR', '/account'],
    ['a wrong iban', { account: { iban: 'NO0000000000000' } }, 'FORMAT_ERROR', '/account/iban'],
    [
      'a masked card',
      { account: { iban: 'NO5399991200017', maskedPan: '9' } },
      'FORMAT_ERROR',
      '/account/maskedPan',
    ],
    ['a long payee', { payee: 'x'.repeat(71) }, ...(['FORMAT_ERROR', '/payee'] as const)],
    [
      'no amount',
      { instructedAmount: { amount: '0', currency: 'NOK' } },
      ...(['FORMAT_ERROR', '/instructedAmount/amount'] as const),
    ],
  ])('is 400 for %s', async (_what, change, code, path) => {
    funds ??= await bank.reader();
    const answer = await confirm(funds.world, body(change));
    expect([answer.status, answer.json]).toMatchObject([400, { tppMessages: [{ code, path }] }]);
  });
  let funds: Reader | undefined;
});
