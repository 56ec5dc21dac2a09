import { randomUUID } from 'node:crypto';
import { dayInOslo, daysLater } from '@nordgate/contracts/rules';
import {
  accountOf,
  codesOf,
  grantAt,
  jsonWith,
  pagesFrom,
  readAccounts,
  scaRedirectOf,
  setUpSandbox,
  transactionPageOf,
} from '@nordgate/testing';
import type { ListedAccount, ListedCustomer, World } from '@nordgate/testing';
import type { TppAnswer, TppCall } from '@nordgate/tpp-client';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';
import { ledgerAccountsOf, openTestLedger } from './testing/test-ledger.js';
import type { TestLedger } from './testing/test-ledger.js';

const consents = '/v1/bank-offered-consents';
const absent = { 'psu-ip-address': undefined };
const today = () => dayInOslo(new Date());
const dayAgo = (days: number) => daysLater(today(), -days);

let test: TestBank;
let ledger: TestLedger;
let person: ListedCustomer;
let account: string;
let card: string;

beforeAll(async () => {
  test = await startTestBank();
  const [first] = await setUpSandbox(test.world());
  if (first === undefined) throw new Error('no customers');
  person = first;
  ledger = await openTestLedger(test, 1);
  const streams = await ledgerAccountsOf(test, person);
  [account = '', card = ''] = [...streams.accounts.slice(0, 1), ...streams.cards];
  await ledger.book(card, [{ amount: '-125.50', daysAgo: 3, details: bought }]);
  await ledger.reserve(account, { amount: '-75.25', daysAgo: 1 });
  await ledger.book(account, [
    { amount: '-50.00', daysAgo: 200, details: { creditorName: 'Long ago' } },
    ...Array.from({ length: 9 }, (_, at) => ({ amount: `-${String(at + 1)}.50`, daysAgo: at })),
    { amount: '1250.00', details: full },
  ]);
  const { world, accounts } = await reader();
  await untilThere(world, accounts[0], 'salary-11');
}, 120_000);
afterAll(async () => {
  await ledger.stop();
  await test.stop();
});

const full = {
  ...{ endToEndId: 'salary-11', creditorName: 'Sandbox Person', debtorName: 'Arbeidsgiver AS' },
  ...{ remittanceInformationUnstructured: 'Lønn', purposeCode: 'SALA' },
  additionalInformationProprietary: ['archive 17', 'branch 4'],
};
const bought = {
  card: {
    ...{ cardAcceptorId: 'KIWI 505', merchantCategoryCode: '5411', transactionDate: '2026-11-19' },
    cardAcceptorAddress: { townName: 'Oslo', country: 'NO' },
    originalAmount: { currency: 'EUR', amount: '-10.91' },
    transactionDetails: 'KIWI 505 OSLO',
  },
};

const get = ({ tpp }: World, path: string, headers: TppCall['headers'] = {}) =>
  tpp.call({ method: 'GET', path, headers });
const seen = (answer: TppAnswer) => [answer.status, ...codesOf(answer)];
const categoriesOf = ({ json }: TppAnswer) =>
  ((json as { tppMessages?: { category: string; path?: string }[] }).tppMessages ?? []).map(
    ({ category, path }) => [category, path],
  );
const textsOf = ({ json }: TppAnswer) =>
  ((json as { tppMessages?: { text: string }[] }).tppMessages ?? []).map(({ text }) => text).join();

let tpps = 0;

/** A new TPP with the PSU's consent to an account and the card, or to others. */
async function reader(
  bbans = [accountOf(person)],
  cards = [person.cardAccounts[0]?.maskedPan ?? ''],
) {
  tpps += 1;
  const organisation = `PSDNO-FSA-7000000${String(tpps).padStart(2, '0')}`;
  const tpp = await test.newTpp(organisation, ['PSP_AI', 'PSP_IC']);
  const world: World = { ...test.world(), tpp };
  const asked = jsonWith<{ consentId: string }>(
    await tpp.call({ method: 'POST', path: consents }),
    201,
  );
  const back = await grantAt(world, scaRedirectOf(asked), person, { bbans, cards });
  const [psuId = '', tppSessionId = ''] = ['psu-id', 'tpp-session-id'].map(
    (name) => back.searchParams.get(name) ?? '',
  );
  tpp.actFor({ psuId, tppSessionId });
  const listOf = async (path: string) =>
    jsonWith<{ accounts?: ListedAccount[]; cardAccounts?: ListedAccount[] }>(
      await get(world, path),
      200,
    );
  const { accounts = [] } = await listOf('/v1/accounts');
  const { cardAccounts = [] } = await listOf('/v1/card-accounts');
  return { world, accounts, cardAccounts, consentId: asked.consentId };
}

const transactionsOf = (one: ListedAccount | undefined, query: string) =>
  `${one?._links.transactions.href ?? ''}?${query}`;

interface Listed {
  readonly transactionId: string;
  readonly endToEndId?: string;
  readonly creditorName?: string;
  readonly bookingDate?: string;
  readonly transactionAmount: { readonly amount: string };
}

/** The transactions of one page. */
async function listed(
  world: World,
  one: ListedAccount | undefined,
  query: string,
  headers: TppCall['headers'] = {},
): Promise<{ readonly booked?: readonly Listed[]; readonly pending?: readonly Listed[] }> {
  const answer = await get(world, transactionsOf(one, query), headers);
  return jsonWith<{ transactions: object }>(answer, 200).transactions;
}

/** Waits until the list shows the last booking of a test: it follows the bookings in their order. */
async function untilThere(world: World, one: ListedAccount | undefined, endToEndId: string) {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    const { booked = [] } = await listed(world, one, `bookingStatus=booked&dateFrom=${dayAgo(2)}`);
    if (booked.some((transaction) => transaction.endToEndId === endToEndId)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`there is no transaction ${endToEndId}`);
}

describe('account information (specification 2.4, 4.4)', () => {
  it('goes from first contact over every page to 401 after the revocation', async () => {
    tpps += 1;
    const tpp = await test.newTpp(`PSDNO-FSA-7000000${String(tpps).padStart(2, '0')}`);
    await readAccounts({ ...test.world(), tpp }, person);
  }, 30_000);

  it('of an account has product, status, usage, owner, bic and links, and balances when asked', async () => {
    const { world, accounts } = await reader();
    const [listed] = accounts;
    expect(listed).toMatchObject({
      ...{ product: 'Brukskonto', status: 'enabled', usage: 'PRIV', bic: 'NGATNOK0' },
      ...{ ownerName: person.customerName, cashAccountType: 'CACC' },
    });
    expect(listed).not.toHaveProperty('balances');
    const path = `/v1/accounts/${listed?.resourceId ?? ''}`;
    expect((await get(world, path)).json).toEqual({ account: listed });
    const { balances } = (await get(world, `${path}/balances`)).json as { balances: object[] };
    expect(balances).toMatchObject([
      { balanceType: 'interimBooked', referenceDate: today() },
      { balanceType: 'interimAvailable' },
    ]);
    const whole = { account: { ...listed, balances } };
    expect((await get(world, `${path}?withBalance=true`)).json).toEqual(whole);
  });

  it('of a card account has a status, interimBooked and the credit limit', async () => {
    const { world, cardAccounts } = await reader();
    const path = `/v1/card-accounts/${cardAccounts[0]?.resourceId ?? ''}`;
    expect((await get(world, `${path}?withBalance=true`)).json).toMatchObject({
      cardAccount: {
        ...{ maskedPan: person.cardAccounts[0]?.maskedPan, status: 'enabled' },
        creditLimit: { currency: 'NOK', amount: '15000.00' },
        balances: [
          {
            balanceType: 'interimBooked',
            balanceAmount: {
              currency: 'NOK',
              amount: expect.stringMatching(/^-\d+\.\d\d$/) as unknown,
            },
            creditLimitIncluded: false,
          },
          { balanceType: 'interimAvailable', creditLimitIncluded: true },
        ],
      },
    });
  });

  it('names granted card accounts in the consent', async () => {
    const { world, consentId } = await reader();
    const reference = { maskedPan: person.cardAccounts[0]?.maskedPan, currency: 'NOK' };
    const [bban, iban] = [person.accounts[0]?.bban, person.accounts[0]?.iban];
    const accounts = [{ bban, iban, currency: 'NOK' }, reference];
    expect((await get(world, `${consents}/${consentId}`)).json).toMatchObject({
      access: { accounts, balances: accounts, transactions: accounts },
    });
  });
});

describe('the transactions of an account', () => {
  it('visit each one exactly once by next, and back by previous, while new ones arrive', async () => {
    const { world, accounts } = await reader();
    const [one] = accounts;
    const all = (await pagesFrom(world, transactionsOf(one, 'bookingStatus=both'))).flat();
    const first = await get(world, transactionsOf(one, 'bookingStatus=both&limit=23'));
    await ledger.book(account, [
      { amount: '6.00', daysAgo: 30 },
      { amount: '5.00', details: { endToEndId: 'late-1' } },
    ]);
    await untilThere(world, one, 'late-1');
    const { ids, next = '' } = transactionPageOf(first);
    const rest = await pagesFrom(world, next);
    expect([ids, ...rest].flat()).toEqual(all);
    const second = (await get(world, next)).json as {
      transactions: { _links: { previous: { href: string }; account: object } };
    };
    const { previous, account: link } = second.transactions._links;
    expect(transactionPageOf(await get(world, previous.href)).ids).toEqual(ids);
    expect(link).toEqual({ href: `/v1/accounts/${one?.resourceId ?? ''}`, verbs: ['GET'] });
  });

  it('are those of the asked status and days, pending ones too in the sandbox', async () => {
    const { world, accounts } = await reader();
    const [one] = accounts;
    const recent = `dateFrom=${dayAgo(5)}`;
    const both = await listed(world, one, `bookingStatus=both&${recent}`);
    expect(both.booked?.every(({ bookingDate = '' }) => bookingDate >= dayAgo(5))).toBe(true);
    expect(await listed(world, one, `bookingStatus=all&${recent}`)).toMatchObject({
      ...{ booked: both.booked, pending: both.pending },
    });
    const booked = await listed(world, one, `bookingStatus=booked&${recent}`);
    expect([booked.booked, booked.pending]).toEqual([both.booked, undefined]);
    const isReserved = ({ transactionAmount }: Listed) => transactionAmount.amount === '-75.25';
    const pending = await listed(world, one, 'bookingStatus=pending');
    expect([pending.booked, pending.pending?.filter(isReserved).length]).toEqual([undefined, 1]);
    const later = await listed(world, one, `bookingStatus=pending&dateFrom=${today()}`);
    expect(later.pending?.filter(isReserved)).toEqual([]);
    const day = `dateFrom=${dayAgo(200)}&dateTo=${dayAgo(200)}`;
    const old = await listed(world, one, `bookingStatus=both&${day}`);
    expect(old.booked?.map(({ creditorName }) => creditorName)).toContain('Long ago');
    expect(new Set(old.booked?.map(({ bookingDate }) => bookingDate))).toEqual(
      new Set([dayAgo(200)]),
    );
  });

  it('are without the first ones by a number as offset', async () => {
    const { world, accounts } = await reader();
    const idsFrom = async (offset: number) => {
      const query = `bookingStatus=both&limit=10&offset=${String(offset)}`;
      return transactionPageOf(await get(world, transactionsOf(accounts[0], query))).ids;
    };
    expect((await idsFrom(3)).slice(0, 7)).toEqual((await idsFrom(0)).slice(3));
    expect(await idsFrom(10_000)).toEqual([]);
  });

  it('are listed with all details, or by a link to them (transaction-details-endpoint)', async () => {
    const { world, accounts } = await reader();
    const query = `bookingStatus=booked&dateFrom=${dayAgo(0)}`;
    const path = transactionsOf(accounts[0], query);
    type Booked = { transactions: { booked: Record<string, unknown>[] } };
    const bookedBy = async (fixes: string) => {
      const { transactions } = (await get(world, path, { 'x-accept-fix': fixes })).json as Booked;
      return transactions.booked.find(({ endToEndId }) => endToEndId === 'salary-11');
    };
    const whole = await bookedBy('amount-as-string');
    expect(whole).toMatchObject({
      ...{ transactionAmount: { currency: 'NOK', amount: '1250.00' }, bookingDate: today() },
      ...{ endToEndId: 'salary-11', debtorName: 'Arbeidsgiver AS', purposeCode: 'SALA' },
      additionalInformationProprietary1: 'archive 17',
      additionalInformationProprietary2: 'branch 4',
    });
    const short = await bookedBy('amount-as-string,transaction-details-endpoint');
    expect(short).not.toHaveProperty('additionalInformationProprietary1');
    const { _links } = short as { _links: { transactionDetails: { href: string } } };
    expect((await get(world, _links.transactionDetails.href)).json).toEqual({
      transactionDetails: whole,
    });
  });

  it('of a card have acceptor and original amount, with and without the fixes for cards', async () => {
    const { world, cardAccounts } = await reader();
    const path = transactionsOf(cardAccounts[0], 'bookingStatus=both');
    const fixes = [
      'amount-as-string',
      'amount-as-string,cardaccount-switch-originalamount-and-transactionamount,longer-names',
    ];
    const shown: (object | undefined)[] = [];
    for (const fix of fixes) {
      const answer = await get(world, path, { 'x-accept-fix': fix });
      expect(answer.json).toMatchObject({
        debitAccounting: false,
        cardAccount: { currency: 'NOK' },
      });
      expect(answer.json).not.toHaveProperty('tppMessages');
      type Booked = { cardTransactions: { booked: Readonly<Record<string, unknown>>[] } };
      const { cardTransactions } = answer.json as Booked;
      shown.push(cardTransactions.booked.find((one) => one['cardAcceptorId'] === 'KIWI 505'));
    }
    expect(shown[0]).toMatchObject({
      transactionAmount: { currency: 'NOK', amount: '-125.50' },
      originalAmount: { currency: 'EUR', amount: '-10.91' },
      cardAcceptorAddress: { townName: 'Oslo', country: 'NO' },
    });
    expect(shown[1]).toEqual(shown[0]);
    const { cardTransactionId } = shown[0] as { cardTransactionId: string };
    const own = cardAccounts[0]?._links.transactions.href ?? '';
    expect((await get(world, `${own}/${cardTransactionId}`)).json).toEqual({
      cardTransactionDetails: shown[0],
    });
  });

  it('are answered with balances, and with 200 and a warning for a limit above 200', async () => {
    const { world, accounts } = await reader();
    for (const limit of ['201', '1000000000', '9'.repeat(200)]) {
      const query = `bookingStatus=both&limit=${limit}&withBalance=true`;
      const answer = await get(world, transactionsOf(accounts[0], query));
      expect([answer.status, categoriesOf(answer)]).toEqual([200, [['WARNING', 'limit']]]);
      expect(answer.json).toHaveProperty('balances.0.balanceType', 'interimBooked');
    }
  });
});

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
    wrong ??= await reader();
    const answer = await get(wrong.world, transactionsOf(wrong.accounts[0], query));
    expect(seen(answer)).toEqual([400, code]);
    expect(textsOf(answer)).toContain(says);
  });
  let wrong: Awaited<ReturnType<typeof reader>> | undefined;

  it('is 400 with an offset of another account, filter, limit or TPP', async () => {
    const bbans = [accountOf(person, 0), accountOf(person, 1)];
    const { world, accounts } = await reader(bbans);
    const stranger = await reader(bbans);
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
    const one = await reader();
    const other = await reader([accountOf(person, 1)]);
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
    const choice = { bbans: [accountOf(person, 0)] };
    const asked = jsonWith(await other.world.tpp.call({ method: 'POST', path: consents }), 201);
    await grantAt(other.world, scaRedirectOf(asked), person, choice);
    const answer = await get(other.world, granted?._links.balances.href ?? '');
    expect(seen(answer)).toEqual([403, 'RESOURCE_UNKNOWN']);
  });

  it('is 401 with a link when the consent ended between two pages', async () => {
    const { world, accounts, consentId } = await reader();
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
    const { world, accounts } = await reader();
    const [one] = accounts;
    const [bygone, long] = [`dateFrom=${dayAgo(200)}`, 'bookingStatus=booked&dateFrom=2020-01-01'];
    const answer = await get(world, transactionsOf(one, long), absent);
    expect([answer.status, categoriesOf(answer)]).toEqual([200, [['WARNING', 'dateFrom']]]);
    const before = `bookingStatus=booked&${bygone}&dateTo=${dayAgo(91)}`;
    const old = await listed(world, one, before);
    expect(old.booked?.length).toBeGreaterThan(0);
    expect(await listed(world, one, before, absent)).toMatchObject({ booked: [] });
    const details = `${one?._links.transactions.href ?? ''}/${old.booked?.[0]?.transactionId ?? ''}`;
    expect(seen(await get(world, details))).toEqual([200]);
    expect(seen(await get(world, details, absent))).toEqual([404, 'RESOURCE_UNKNOWN']);
  });

  it('is answered four times in 24 hours, and then 429 with the time of the next one', async () => {
    const { world, accounts } = await reader();
    const path = transactionsOf(accounts[0], 'bookingStatus=both&limit=10');
    for (let count = 0; count < 4; count += 1) {
      const page = transactionPageOf(await get(world, path, absent));
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
    expect(wait).toBeLessThanOrEqual(86_401);
    expect(textsOf(fifth)).toMatch(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/);
    expect((await get(world, path)).status).toBe(200);
    const balances = accounts[0]?._links.balances.href ?? '';
    expect((await get(world, balances, absent)).status).toBe(200);
  });

  it('counts balances of a list, of transactions and of card accounts', async () => {
    const { world, accounts, cardAccounts } = await reader();
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
    account: { iban: person.accounts[0]?.iban },
    instructedAmount: { amount: '100.00', currency: 'NOK' },
    ...{ cardNumber: '1234', payee: 'Butikk' },
    ...change,
  });
  const confirm = ({ tpp }: World, sent: object, headers: TppCall['headers'] = {}) =>
    tpp.call({ method: 'POST', path: '/v1/funds-confirmations', body: sent, headers });

  it('says whether the account has the funds, without a session', async () => {
    const { world } = await reader();
    const without = { 'tpp-session-id': undefined, ...absent };
    expect((await confirm(world, body(), without)).json).toEqual({ fundsAvailable: true });
    const much = { amount: '99999999.00', currency: 'NOK' };
    const poor = await confirm(world, body({ instructedAmount: much }));
    expect([poor.status, poor.json]).toEqual([200, { fundsAvailable: false }]);
  });

  it('needs a grant of the PSU for the account, PSU-ID and the role PSP_IC', async () => {
    const { world } = await reader([accountOf(person, 1)]);
    const foreign = await confirm(world, body());
    expect(seen(foreign)).toEqual([401, 'CONSENT_UNKNOWN']);
    expect(scaRedirectOf(foreign.json as object)).toContain('/sign/');
    const unknown = await confirm(world, body(), { 'psu-id': randomUUID() });
    expect(seen(unknown)).toEqual([401, 'CONSENT_UNKNOWN']);
    const without = await confirm(world, body(), { 'psu-id': undefined });
    expect(seen(without)).toEqual([400, 'HTTP_HEADER_REQUIRED']);
    const tpp = await test.newTpp('PSDNO-FSA-790000001', ['PSP_AI', 'PSP_PI']);
    tpp.actFor({ psuId: randomUUID(), tppSessionId: 's' });
    expect(seen(await confirm({ ...world, tpp }, body()))).toEqual([403, 'FORBIDDEN']);
  });

  it.each<[string, object, string, string]>([
    ['an unknown account', { account: { bban: '15030088880' } }, 'RESOURCE_UNKNOWN', '/account'],
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
    funds ??= await reader();
    const answer = await confirm(funds.world, body(change));
    expect([answer.status, answer.json]).toMatchObject([400, { tppMessages: [{ code, path }] }]);
  });
  let funds: Awaited<ReturnType<typeof reader>> | undefined;
});
