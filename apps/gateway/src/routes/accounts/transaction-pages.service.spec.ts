import { createSecretKey } from 'node:crypto';
import type { Environment } from '@nordgate/contracts/profile';
import { GetTransactions } from '@nordgate/contracts/queries';
import type { TransactionPage, TransactionView } from '@nordgate/contracts/queries';
import { dayInOslo, daysLater } from '@nordgate/contracts/rules';
import type { Caller } from '../../access/caller.js';
import type { Edge } from '../../access/edge.service.js';
import type { AccountAccess } from './account-access.service.js';
import { askedPage, TransactionPages } from './transaction-pages.service.js';

const caller = {
  ...{ tpp: 'T', psuId: 'psu-1', generation: 3, psuIpAddress: '192.0.2.1', warnings: [] },
  ...{ fixes: new Set<string>(), language: 'en' },
} as unknown as Caller;
const view = (transactionId: string, status: TransactionView['status']): TransactionView => ({
  ...{ transactionId, status, entryId: 'e', currency: 'NOK', amount: '-1.00', details: {} },
});
const [newest, oldest] = [
  { day: '2026-11-20', sequence: 9 },
  { day: '2026-11-01', sequence: 2 },
];
const page: TransactionPage = {
  transactions: [view('p', 'pending'), view('b', 'booked')],
  ...{ highest: 9, first: null, last: null },
};

/** The pages of a gateway over an accounts service that answers this page; what was asked is kept. */
function pagesOver(answer: TransactionPage = page, environment: Environment = 'sandbox') {
  const asked: GetTransactions[] = [];
  const ask = (query: GetTransactions) => {
    asked.push(query);
    return Promise.resolve(answer);
  };
  const ids = { current: 'A', keys: { A: createSecretKey(Buffer.alloc(32, 1)) } };
  const edge = {
    now: () => new Date(),
    ...{ queries: { ask }, settings: { ids, profile: { environment } } },
  };
  const redirect = (_caller: Caller, { route }: { readonly route: string }, code: string) =>
    Promise.resolve(new Error(`${code} of ${route}`));
  const access = { redirect } as unknown as AccountAccess;
  const pages = new TransactionPages(edge as unknown as Edge, access);
  const read = (
    query: object,
    kind: 'account' | 'card-account' = 'account',
    session = { isOver: false },
  ) => {
    const account = { kind, stream: `${kind}-1` } as never;
    const of = { account, path: '/v1/accounts/AoX', route: '/v1/accounts', session };
    const whole = { bookingStatus: 'both' as const, ...query };
    return pages.page(of, whole, caller, ({ transactionId }) => transactionId);
  };
  const one = (found: TransactionView | null, isOver: boolean, change: Partial<Caller> = {}) => {
    const single = { ...edge, queries: { ask: () => Promise.resolve(found) } };
    const account = { kind: 'account', stream: 'account-1' } as never;
    const of = { account, route: '/v1/x', session: { isOver } };
    const byId = new TransactionPages(single as unknown as Edge, access);
    return byId.one(of, 'tx-1', { ...caller, ...change });
  };
  return { read, one, asked };
}

describe('a page of transactions', () => {
  it.each([
    ['production', 'account', true],
    ['production', 'card-account', false],
    ['sandbox', 'account', false],
    ['sandbox', 'card-account', false],
  ] as const)(
    'in %s of an %s has all pending transactions whatever is filtered: %s',
    async (environment, kind, allPending) => {
      const { read, asked } = pagesOver(page, environment);
      await read({ dateFrom: '2026-11-20', limit: '1' }, kind);
      expect(asked[0]?.filter).toMatchObject({ allPending, dateFrom: '2026-11-20' });
    },
  );

  it('has 200 transactions by default, in the generation of the request', async () => {
    const { read, asked } = pagesOver();
    await read({});
    expect(asked[0]).toMatchObject({ account: 'account-1', generation: 3, limit: 200 });
  });

  it('lists booked and pending ones apart, and only those that were asked for', async () => {
    const { read } = pagesOver();
    expect((await read({})).transactions).toMatchObject({ booked: ['b'], pending: ['p'] });
    const booked = await read({ bookingStatus: 'booked' });
    expect(booked.transactions).toMatchObject({ booked: ['b'] });
    expect(booked.transactions).not.toHaveProperty('pending');
    expect((await read({ bookingStatus: 'pending' })).transactions).not.toHaveProperty('booked');
  });

  it('alone links to its account and to itself', async () => {
    const { _links } = (await pagesOver().read({ limit: '500' })).transactions;
    const first = '/v1/accounts/AoX/transactions?bookingStatus=both&limit=200';
    expect(_links).toEqual({
      account: { href: '/v1/accounts/AoX', verbs: ['GET'] },
      first: { href: first, verbs: ['GET'] },
    });
  });

  it('in the middle links to the next and the previous one, which continue the read', async () => {
    const { read, asked } = pagesOver({ ...page, first: newest, last: oldest });
    const { _links } = (await read({ dateTo: '2026-11-30' })).transactions;
    for (const name of ['next', 'previous']) {
      const query = new URLSearchParams(_links[name]?.href.split('?')[1]);
      await read(Object.fromEntries(query));
    }
    expect(asked.slice(1).map(({ highest, place }) => [highest, place])).toEqual([
      [9, { after: oldest }],
      [9, { before: newest }],
    ]);
  });
});

describe('a page after the hour of an exempt session', () => {
  const over = { isOver: true };

  it('is answered with the transactions of 90 days', async () => {
    const { read, asked } = pagesOver();
    const answer = await read({}, 'account', over);
    expect(asked[0]?.filter.dateFrom).toBe(daysLater(dayInOslo(new Date()), -90));
    expect(answer.tppMessages?.map(({ path }) => path)).toEqual(['dateFrom']);
  });

  it('that follows a page with all days has a link to a new SCA', async () => {
    const { read } = pagesOver({ ...page, last: oldest });
    const { _links } = (await read({})).transactions;
    const next = Object.fromEntries(new URLSearchParams(_links.next?.href.split('?')[1]));
    await expect(read(next, 'account', over)).rejects.toThrow('SCA_EXPIRED of /v1/accounts');
  });

  it.each([
    ['shows the details of a transaction of the last 90 days', 90, 'tx-1'],
    ['has a link to a new SCA for the details of an older one', 91, 'SCA_EXPIRED of /v1/x'],
  ])('%s', async (_what, days, expected) => {
    const bookingDate = daysLater(dayInOslo(new Date()), -days);
    const found = { ...view('tx-1', 'booked'), bookingDate };
    const seen = await pagesOver()
      .one(found, true)
      .catch((error: unknown) => error as Error);
    expect('transactionId' in seen ? seen.transactionId : seen.message).toBe(expected);
  });
});

describe('what a page counts as without the PSU', () => {
  it('is a read of transactions at the start, of balances where it has them, else nothing', () => {
    const of = (query: object) => askedPage({ bookingStatus: 'both', ...query }, new Date()).counts;
    expect(of({})).toEqual(['transactions']);
    expect(of({ offset: '20' })).toEqual(['transactions']);
    expect(of({ withBalance: 'true' })).toEqual(['transactions', 'balances']);
    expect(of({ offset: `A${'x'.repeat(80)}` })).toEqual([]);
    expect(of({ offset: `A${'x'.repeat(80)}`, withBalance: 'true' })).toEqual(['balances']);
  });

  it('needs the hour of the session for days older than 90 days, at its first page', () => {
    const isOld = (query: object) =>
      askedPage({ bookingStatus: 'both', ...query }, new Date()).isOld;
    expect(isOld({})).toBe(false);
    expect(isOld({ dateFrom: '2020-01-01' })).toBe(true);
    expect(isOld({ dateFrom: '2020-01-01', offset: `A${'x'.repeat(80)}` })).toBe(false);
  });
});
