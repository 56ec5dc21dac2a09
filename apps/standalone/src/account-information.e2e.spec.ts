import { firstThat, pagesFrom, readAccounts, transactionPageOf } from '@nordgate/testing';
import {
  consents,
  dayAgo,
  get,
  listed,
  messagesOf,
  startReadBank,
  transactionsOf,
  untilThere,
} from './testing/account-reader.js';
import type { Listed, ReadBank } from './testing/account-reader.js';

let bank: ReadBank;
beforeAll(async () => {
  bank = await startReadBank();
  const { account, card, ledger } = bank;
  await ledger.book(card, [{ amount: '-125.50', daysAgo: 3, details: bought }]);
  await ledger.reserve(account, { amount: '-75.25', daysAgo: 1 });
  await ledger.book(account, [
    { amount: '-50.00', daysAgo: 200, details: { creditorName: 'Long ago' } },
    ...Array.from({ length: 9 }, (_, at) => ({ amount: `-${String(at + 1)}.50`, daysAgo: at })),
    { amount: '1250.00', details: full },
  ]);
  const { world, accounts } = await bank.reader();
  await untilThere(world, accounts[0], 'salary-11');
});
afterAll(() => bank.stop());

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

describe('account information (specification 2.4, 4.4)', () => {
  it('goes from first contact over every page to 401 after the revocation', async () => {
    await readAccounts(await bank.stranger(), bank.person);
  });

  it('of an account has product, status, usage, owner, bic and links, and balances when asked', async () => {
    const { world, accounts } = await bank.reader();
    const [listed] = accounts;
    expect(listed).toMatchObject({
      ...{ product: 'Brukskonto', status: 'enabled', usage: 'PRIV', bic: 'NGATNOK0' },
      ...{ ownerName: bank.person.customerName, cashAccountType: 'CACC' },
    });
    expect(listed).not.toHaveProperty('balances');
    const path = `/v1/accounts/${listed?.resourceId ?? ''}`;
    expect((await get(world, path)).json).toEqual({ account: listed });
    const { balances } = (await get(world, `${path}/balances`)).json as { balances: object[] };
    expect(balances).toMatchObject([
      { balanceType: 'interimBooked', referenceDate: dayAgo(0) },
      { balanceType: 'interimAvailable' },
      { balanceType: 'closingBooked', referenceDate: dayAgo(1) },
    ]);
    const whole = { account: { ...listed, balances } };
    expect((await get(world, `${path}?withBalance=true`)).json).toEqual(whole);
  });

  it('of a card account has a status, interimBooked and the credit limit', async () => {
    const { world, cardAccounts } = await bank.reader();
    const path = `/v1/card-accounts/${cardAccounts[0]?.resourceId ?? ''}`;
    expect((await get(world, `${path}?withBalance=true`)).json).toMatchObject({
      cardAccount: {
        ...{ maskedPan: bank.person.cardAccounts[0]?.maskedPan, status: 'enabled' },
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
          { balanceType: 'closingBooked', creditLimitIncluded: false, referenceDate: dayAgo(1) },
        ],
      },
    });
  });

  it('names granted card accounts in the consent', async () => {
    const { world, consentId } = await bank.reader();
    const reference = { maskedPan: bank.person.cardAccounts[0]?.maskedPan, currency: 'NOK' };
    const [bban, iban] = [bank.person.accounts[0]?.bban, bank.person.accounts[0]?.iban];
    const accounts = [{ bban, iban, currency: 'NOK' }, reference];
    expect((await get(world, `${consents}/${consentId}`)).json).toMatchObject({
      access: { accounts, balances: accounts, transactions: accounts },
    });
  });
});

describe('the transactions of an account', () => {
  it('visit each one exactly once by next, and back by previous, while new ones arrive', async () => {
    const { world, accounts } = await bank.reader();
    const [one] = accounts;
    const all = (await pagesFrom(world, transactionsOf(one, 'bookingStatus=both'))).flat();
    const first = await get(world, transactionsOf(one, 'bookingStatus=both&limit=23'));
    await bank.ledger.book(bank.account, [
      { amount: '6.00', daysAgo: 30 },
      { amount: '5.00', details: { endToEndId: 'late-1' } },
    ]);
    await untilThere(world, one, 'late-1');
    const { ids, next = '' } = transactionPageOf(first);
    const rest = await pagesFrom(world, next);
    const visited = [ids, ...rest].flat();
    expect(visited).toHaveLength(new Set(visited).size);
    expect(visited.toSorted()).toEqual(all.toSorted());
    const second = (await get(world, next)).json as {
      transactions: { _links: { previous: { href: string }; account: object } };
    };
    const { previous, account: link } = second.transactions._links;
    expect(transactionPageOf(await get(world, previous.href)).ids).toEqual(ids);
    expect(link).toEqual({ href: `/v1/accounts/${one?.resourceId ?? ''}`, verbs: ['GET'] });
  });

  it('are those of the asked status and days, pending ones too in the sandbox', async () => {
    const { world, accounts } = await bank.reader();
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
    const later = await listed(world, one, `bookingStatus=pending&dateFrom=${dayAgo(0)}`);
    expect(later.pending?.filter(isReserved)).toEqual([]);
    const day = `dateFrom=${dayAgo(200)}&dateTo=${dayAgo(200)}`;
    const old = await listed(world, one, `bookingStatus=both&${day}`);
    expect(old.booked?.map(({ creditorName }) => creditorName)).toContain('Long ago');
    expect(new Set(old.booked?.map(({ bookingDate }) => bookingDate))).toEqual(
      new Set([dayAgo(200)]),
    );
  });

  it('are without the first ones by a number as offset', async () => {
    const { world, accounts } = await bank.reader();
    const idsFrom = async (offset: number) => {
      const query = `bookingStatus=booked&limit=10&offset=${String(offset)}`;
      return transactionPageOf(await get(world, transactionsOf(accounts[0], query))).ids;
    };
    expect((await idsFrom(3)).slice(0, 7)).toEqual((await idsFrom(0)).slice(3));
    expect(await idsFrom(10_000)).toEqual([]);
  });

  it('are listed with all details, or by a link to them (transaction-details-endpoint)', async () => {
    const { world, accounts } = await bank.reader();
    const query = `bookingStatus=booked&dateFrom=${dayAgo(0)}`;
    const path = transactionsOf(accounts[0], query);
    type Booked = { transactions: { booked: Record<string, unknown>[] } };
    const bookedBy = async (fixes: string) => {
      const { transactions } = (await get(world, path, { 'x-accept-fix': fixes })).json as Booked;
      return transactions.booked.find(({ endToEndId }) => endToEndId === 'salary-11');
    };
    const isThere = (one: unknown) => one !== undefined;
    const whole = await firstThat('it is listed', () => bookedBy('amount-as-string'), isThere);
    expect(whole).toMatchObject({
      ...{ transactionAmount: { currency: 'NOK', amount: '1250.00' }, bookingDate: dayAgo(0) },
      ...{ endToEndId: 'salary-11', debtorName: 'Arbeidsgiver AS', purposeCode: 'SALA' },
      additionalInformationProprietary1: 'archive 17',
      additionalInformationProprietary2: 'branch 4',
    });
    const short = await bookedBy('amount-as-string,transaction-details-endpoint');
    expect(short).not.toHaveProperty('additionalInformationProprietary1');
    const { _links } = short as { _links: { transactionDetails: { href: string } } };
    expect((await get(world, _links.transactionDetails.href)).json).toEqual({
      transactionsDetails: whole,
      transactionDetails: whole,
    });
  });

  it('of a card have acceptor and original amount, with and without the fixes for cards', async () => {
    const { world, cardAccounts } = await bank.reader();
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
    const { world, accounts } = await bank.reader();
    for (const limit of ['201', '1000000000', '9'.repeat(200)]) {
      const query = `bookingStatus=both&limit=${limit}&withBalance=true`;
      const answer = await get(world, transactionsOf(accounts[0], query));
      expect([
        answer.status,
        messagesOf(answer).map(({ category, path }) => [category, path]),
      ]).toEqual([200, [['WARNING', 'limit']]]);
      expect(answer.json).toHaveProperty('balances.0.balanceType', 'interimBooked');
    }
  });
});
