import type { RequestListener } from 'node:http';
import type {
  CoreBooked,
  CoreFigures,
  CorePending,
  CoreTransaction,
} from '@nordgate/contracts/core';
import { GetTransactions } from '@nordgate/contracts/queries';
import type { PagePlace, ReadableAccount } from '@nordgate/contracts/queries';
import type { Database } from '@nordgate/event-store';
import { isInfrastructureFailure } from '@nordgate/event-store';
import { CoreReadServer } from '@nordgate/local/core-read-server';
import { OutsidePeer } from '@nordgate/service';
import { CoreBooks } from './core-books.client.js';

const accountId = '2c1f7a52-5f3a-4f0e-9b46-0d3c5a7e1b01';
const account = `account-${accountId}`;
/** Nothing of an answer may be in an error, which goes to the log. */
const canary = 'Kari Kanarifugl';

const readable: ReadableAccount = {
  ...{ kind: 'account', stream: account, accountId, bban: '99991200017', iban: 'NO5399991200017' },
  ...{ currency: 'NOK', name: 'Konto', cashAccountType: 'CACC', product: 'Brukskonto' },
  ...{ status: 'enabled', ownerName: canary },
};
const booked: CoreBooked = {
  ...{ status: 'booked', transactionId: 't-2', sequence: 2, amount: '-5.00', currency: 'NOK' },
  ...{ bookingDate: '2030-03-02', valueDate: '2030-03-02', balanceAfter: '995.00' },
  details: { creditorName: canary },
};
const older: CoreBooked = {
  ...booked,
  transactionId: 't-1',
  sequence: 1,
  bookingDate: '2030-03-01',
};
const pending: CorePending = {
  ...{ status: 'pending', transactionId: 't-3', sequence: 3, amount: '-1.00', currency: 'NOK' },
  ...{ date: '2030-03-02', details: { creditorName: canary } },
};
const figures: CoreFigures = {
  account,
  balances: { currency: 'NOK', interimBooked: '995.00', interimAvailable: '994.00' },
  ...{ lastChangeAt: '2030-03-02T13:00:00+01:00', lastTransactionId: 't-2' },
  closing: { day: '2030-03-02', before: '1000.00' },
};

let server: CoreReadServer;
let peer: OutsidePeer;
let books: CoreBooks;
beforeEach(async () => {
  server = await CoreReadServer.start();
  open({ origin: server.url, base: '' });
});
afterEach(async () => {
  await peer.close();
  await server.stop();
});

/** The account is open and in NOK. */
const pool = { query: () => Promise.resolve({ rows: [{ currency: 'NOK' }] }) };

function open(service: ConstructorParameters<typeof OutsidePeer>[0], limitMs = 5000): void {
  peer = new OutsidePeer(service, limitMs);
  books = new CoreBooks(peer, { pool } as unknown as Database);
}

const says =
  (body: unknown, status = 200, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    const text = typeof body === 'string' || body instanceof Buffer ? body : JSON.stringify(body);
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
  };
const lists = (transactions: readonly unknown[], asOf: unknown = 3) => says({ asOf, transactions });

/** The page of a read that the table spoils: booked ones, two at most, of March. */
const march = {
  status: 'booked',
  allPending: false,
  dateFrom: '2030-03-01',
  dateTo: '2030-03-31',
} as const;
const page = (place: PagePlace = { skip: 0 }, highest: number | null = 3) =>
  books.page(new GetTransactions(account, 0, march, 2, highest, place));

/** The error of a read that must have one. */
async function errorOf(read: Promise<unknown>): Promise<Error> {
  const outcome = await read.then(
    (answer) => JSON.stringify(answer),
    (error: unknown) => error,
  );
  if (outcome instanceof Error) return outcome;
  throw new Error(`it was answered: ${String(outcome)}`);
}

function expectUnavailable(error: Error): void {
  expect(isInfrastructureFailure(error)).toBe(true);
  expect(`${error.message} ${String(error.stack)} ${String(error.cause)}`).not.toContain('Kari');
}

const changed = (one: CoreTransaction, change: object) => lists([{ ...one, ...change }]);

describe('a core whose answer cannot be used', () => {
  it.each<readonly [string, RequestListener, string]>([
    ['status 500', says({}, 500), 'status 500'],
    ['status 503', says(canary, 503), 'status 503'],
    ['401 for the token', says({}, 401), 'status 401'],
    ['404 for an account that it does not know', says({}, 404), 'status 404'],
    ['a redirect', says({}, 302, { location: 'http://127.0.0.1:9/' }), 'status 302'],
    ['a page of HTML', says(`<html>${canary}</html>`), 'it is no JSON in UTF-8'],
    ['nothing', says(''), 'it is no JSON in UTF-8'],
    ['another encoding', says(Buffer.from('{"a":"\xe6"}', 'latin1')), 'it is no JSON in UTF-8'],
    ['null', says('null'), 'the answer breaks type'],
    ['a huge body', says(Buffer.alloc(5 * 1024 * 1024, 0x20)), 'no answer'],
    ['an amount as a number', changed(booked, { amount: -5 }), 'transactions breaks type'],
    ['an amount with an exponent', changed(booked, { amount: '-1e3' }), 'amount is none'],
    ['an amount of zero', changed(booked, { amount: '0.00' }), 'amount is none of the currency'],
    ['too many decimals', changed(booked, { amount: '-5.001' }), 'amount is none of the currency'],
    ['another currency', changed(booked, { currency: 'EUR' }), 'currency is not that'],
    [
      'a balance after it that is no amount',
      changed(booked, { balanceAfter: '1.005' }),
      'balanceAfter is',
    ],
    ['no day of the calendar', changed(booked, { bookingDate: '2030-03-32' }), 'not asked for'],
    ['a value date that is none', changed(booked, { valueDate: '2030-02-30' }), 'valueDate is not'],
    ['a member that nobody knows', changed(booked, { [canary]: 1 }), 'transactions breaks'],
    ['the older one first', lists([older, booked]), 'the transactions are not in order'],
    ['a transaction twice', lists([booked, booked]), 'the transactions are not in order'],
    [
      'an id twice',
      lists([booked, { ...older, transactionId: 't-2' }]),
      'a transactionId comes twice',
    ],
    ['a number twice', lists([booked, { ...older, sequence: 2 }]), 'a sequence comes twice'],
    ['a number that is no whole one', changed(booked, { sequence: 1.5 }), 'transactions breaks'],
    ['a number above the moment', changed(booked, { sequence: 4 }), 'a sequence is above asOf'],
    ['another moment than that of the read', lists([booked], 4), 'asOf is not that of the request'],
    [
      'more than the limit',
      lists(
        [4, 3, 2, 1].map((n) => ({ ...booked, transactionId: `t-${String(n)}`, sequence: n })),
        3,
      ),
      'more transactions than',
    ],
    ['a pending one that was not asked for', lists([pending]), 'a transaction was not asked for'],
    ['a day outside the read', changed(booked, { bookingDate: '2030-02-28' }), 'not asked for'],
  ])('leaves a page unanswered: %s', async (_what, answer, fault) => {
    server.instead = answer;
    const error = await errorOf(page());
    expect(error.message).toContain(fault);
    expectUnavailable(error);
  });

  it('leaves a later page unanswered that begins at its position again, or before it', async () => {
    const after = { after: { day: booked.bookingDate, sequence: booked.sequence } };
    server.instead = lists([older]);
    expect((await page(after)).transactions).toHaveLength(1);
    server.instead = lists([booked, older]);
    expectUnavailable(await errorOf(page(after)));
    server.instead = lists([older]);
    expectUnavailable(await errorOf(page({ before: after.after })));
  });

  it.each<readonly [string, RequestListener, string]>([
    ['another transaction', says({ transaction: booked }), 'not that of the request'],
    ['another currency', says({ transaction: { ...older, currency: 'EUR' } }), 'currency is not'],
    ['an amount as a number', says({ transaction: { ...older, amount: 1 } }), 'breaks type'],
    ['a list', says([older]), 'the answer breaks type'],
    ['status 500', says({}, 500), 'status 500'],
  ])('leaves a transaction unanswered: %s', async (_what, answer, fault) => {
    server.instead = answer;
    const error = await errorOf(books.transaction({ account, transactionId: 't-1' }));
    expect(error.message).toContain(fault);
    expectUnavailable(error);
  });

  const tells = (...accounts: readonly object[]) => says({ accounts });
  const withBalance = (change: object) =>
    tells({ ...figures, balances: { ...figures.balances, ...change } });
  it.each<readonly [string, RequestListener, string]>([
    ['no account', tells(), 'the accounts are not those'],
    ['another account', tells({ ...figures, account: 'account-other' }), 'the accounts are not'],
    [
      'an account more',
      tells(figures, { ...figures, account: 'account-other' }),
      'the accounts are',
    ],
    ['the account twice', tells(figures, figures), 'the accounts are not those'],
    ['another currency', withBalance({ currency: 'EUR' }), 'currency is not that of the account'],
    ['a balance as a number', withBalance({ interimBooked: 995 }), 'accounts breaks type'],
    [
      'a balance of too many decimals',
      withBalance({ interimBooked: '995.001' }),
      'a balance is none',
    ],
    ['a balance with a plus', withBalance({ interimAvailable: '+1.00' }), 'a balance is none'],
    [
      'a time without an offset',
      tells({ ...figures, lastChangeAt: '2030-03-02T13:00:00' }),
      'lastChangeAt is no time',
    ],
    [
      'a day that is none',
      tells({ ...figures, closing: { day: 'x', before: '1.00' } }),
      'closing has no day',
    ],
    [
      'an id of another form',
      tells({ ...figures, lastTransactionId: canary }),
      'lastTransactionId is no id',
    ],
    ['status 404', says({}, 404), 'status 404'],
  ])('leaves balances unanswered: %s', async (_what, answer, fault) => {
    server.instead = answer;
    const error = await errorOf(books.withFigures([readable], true));
    expect(error.message).toContain(fault);
    expectUnavailable(error);
  });

  it('leaves a read unanswered that it does not answer in time, or in which it ends the connection', async () => {
    await peer.close();
    open({ origin: server.url, base: '' }, 100);
    server.instead = () => undefined;
    expect((await errorOf(page())).message).toBe('no answer: no answer within 100 ms');
    server.instead = (_request, response) => void response.destroy();
    expectUnavailable(await errorOf(page()));
    await server.stop();
    expectUnavailable(await errorOf(page()));
  });

  it('has at most 64 reads that wait for it', async () => {
    await peer.close();
    open({ origin: server.url, base: '' }, 200);
    server.instead = () => undefined;
    const errors = await Promise.all(Array.from({ length: 70 }, () => errorOf(page())));
    const refused = errors.filter(({ message }) => message === 'too many requests wait');
    expect(refused).toHaveLength(6);
  });

  it('is left alone for a while after five failures in a row', async () => {
    server.instead = says({}, 503);
    for (let one = 0; one < 5; one += 1) await errorOf(page());
    expect(server.asked).toHaveLength(5);
    expect((await errorOf(page())).message).toBe('the last requests failed');
    expect(server.asked).toHaveLength(5);
  });
});

describe('a read of the core', () => {
  it('shows amounts with all decimals of their currency, and times in UTC', async () => {
    server.instead = lists([{ ...booked, amount: '-5', balanceAfter: '995' }]);
    const [one] = (await page()).transactions;
    expect(one).toMatchObject({ amount: '-5.00', balanceAfter: '995.00', entryId: 't-2' });
    server.instead = says({ accounts: [figures] });
    const [shown] = await books.withFigures([readable], true);
    expect(shown).toEqual({
      ...readable,
      ...figures,
      account: undefined,
      lastChangeAt: '2030-03-02T12:00:00.000Z',
    });
  });

  it('asks for nothing where no figures are wanted, and shows none of the copy', async () => {
    const copied = { ...figures.balances, interimBooked: '1.00' };
    expect(await books.withFigures([{ ...readable, balances: copied }], false)).toEqual([readable]);
    expect(server.asked).toEqual([]);
  });

  it('asks for the balances of many accounts in parts of 100', async () => {
    server.instead = (request, response) => {
      const { searchParams } = new URL(request.url ?? '', server.url);
      const accounts = searchParams.getAll('account').map((one) => ({ ...figures, account: one }));
      says({ accounts })(request, response);
    };
    const many = Array.from({ length: 150 }, (_, at) => ({
      ...readable,
      stream: `account-${String(at)}`,
    }));
    const shown = await books.withFigures(many, true);
    expect(shown.every(({ balances }) => balances?.interimBooked === '995.00')).toBe(true);
    const named = server.asked.map((path) => path.split('account=').length - 1);
    expect(named.toSorted((a, b) => b - a)).toEqual([100, 50]);
  });

  it('names the base of the address, the account and the bearer token', async () => {
    await peer.close();
    const token = { value: 'one' };
    open({ origin: server.url, base: '/books', token });
    const asked: unknown[] = [];
    server.instead = (request, response) => {
      asked.push([request.url, request.headers.authorization]);
      lists([])(request, response);
    };
    await page({ after: { day: '2030-03-02', sequence: 2 } });
    token.value = 'two';
    await page({ skip: 3 }, null);
    const path = `/books/v1/accounts/${account}/transactions?status=booked&limit=3&dateFrom=2030-03-01&dateTo=2030-03-31`;
    expect(asked).toEqual([
      [`${path}&asOf=3&after=2030-03-02.2`, 'Bearer one'],
      [`${path}&skip=3`, 'Bearer two'],
    ]);
  });

  it('has no transaction under an id that no core can have', async () => {
    expect(await books.transaction({ account, transactionId: '../balances' })).toBeNull();
    expect(server.asked).toEqual([]);
  });
});
