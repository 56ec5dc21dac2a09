import type { CardAccountReport, CustomerReport } from '@nordgate/contracts/core';
import type { TransactionPage } from '@nordgate/contracts/queries';
import fc from 'fast-check';
import { bban, idsOn, on, ownerId, TestedAccount } from './tested-account.int.js';
import type { BooksUnderTest } from './tested-account.int.js';

/** The owner of the tested accounts. */
export const owner: CustomerReport = {
  ...{ customerId: ownerId, customerNumber: '17056012345', customerType: 'PRIVATE' },
  name: 'Kari Nordmann',
};
const card: CardAccountReport = {
  ...{ cardAccountId: '7f3c1f2a-4b6d-4e0a-8c1e-2a9b5d4c3e10', ownerId },
  ...{ maskedPan: '999999xxxxxx0014', currency: 'NOK', name: 'Kort', creditLimit: '5000.00' },
  openingBalance: '-100.00',
};

/** What both adapters of the port `Books` do: a TPP sees no difference between the copy and the core. */
export function describeBooks(name: string, start: () => Promise<BooksUnderTest>): void {
  describe(`the books in ${name}`, () => {
    let books: BooksUnderTest;
    let account: TestedAccount;
    beforeAll(async () => {
      books = await start();
      await books.core.reportCustomer(owner);
    });
    beforeEach(async () => {
      account = new TestedAccount(books);
      await account.report();
    });
    afterEach(async () => {
      await account.report({ hasEnded: true });
      await books.settled();
      expect(await books.accounts.faults()).toEqual([]);
    });
    afterAll(() => books.stop());

    const current = () => account;
    describeFigures(current);
    describeTransactions(current);
    describePages(current);
    it('visit each transaction of the first moment of a read exactly once, forth and back, whatever is booked, reserved or released between the pages', () =>
      fc.assert(
        fc.asyncProperty(reads, async (read) => {
          // Each run has a separate account, with the number of the one before.
          await account.report({ hasEnded: true });
          account = new TestedAccount(books);
          await account.report();
          await visitAll(account, read);
        }),
        { numRuns: 10 },
      ));
  });
}

function describeFigures(account: () => TestedAccount): void {
  it('show the figures of an account', async () => {
    const at = account();
    await at.says(
      at.booked('e1', on('2030-03-01', '-250.50')),
      at.booked('e2', on('2030-03-02', '-1.00'), on('2030-03-02', '-2.00')),
      at.reserved('e3', '2030-03-02', '-100.00'),
    );
    const [one] = await at.shown();
    expect(one).toMatchObject({
      ...{ accountId: at.accountId, bban, name: 'Konto', ownerName: 'Kari Nordmann' },
      balances: { currency: 'NOK', interimBooked: '746.50', interimAvailable: '646.50' },
      lastTransactionId: at.idOf('e2', 1),
      closing: { day: '2030-03-02', before: '749.50' },
    });
    expect(new Date(one?.lastChangeAt ?? '').toISOString()).toBe(one?.lastChangeAt);
  });

  it('show an account without an entry, and a card with its limit', async () => {
    const at = account();
    await at.says({ type: 'CardAccountReported', data: card });
    const [one, other] = await at.shown(card.cardAccountId);
    const balances = { currency: 'NOK', interimBooked: '1000.00', interimAvailable: '1000.00' };
    expect(one?.balances).toEqual(balances);
    for (const member of ['lastChangeAt', 'lastTransactionId', 'closing']) {
      expect(one).not.toHaveProperty(member);
    }
    expect(other).toMatchObject({
      ...{ kind: 'card-account', creditLimit: '5000.00' },
      balances: {
        ...{ currency: 'NOK', interimBooked: '-100.00', interimAvailable: '4900.00' },
        creditLimit: '5000.00',
      },
    });
  });

  it('say whether an account has the funds for an amount', async () => {
    const at = account();
    await at.says(
      at.booked('e1', on('2030-03-01', '-250.50')),
      at.reserved('e2', '2030-03-02', '-100.00'),
    );
    expect([await at.hasFunds('649.50'), await at.hasFunds('649.51')]).toEqual([true, false]);
  });
}

function describeTransactions(account: () => TestedAccount): void {
  it('show a transaction pending, and booked under the same id', async () => {
    const at = account();
    await at.says(at.reserved('e1', '2030-03-01', '-5.00'));
    const known = { transactionId: at.idOf('e1'), currency: 'NOK', amount: '-5.00' };
    const details = { creditorName: 'Drivstoff AS' };
    expect(await at.one(at.idOf('e1'))).toMatchObject({
      ...{ ...known, details, status: 'pending', valueDate: '2030-03-01' },
    });
    await at.says(at.booked('e1', on('2030-03-02', '-5.00')));
    const dates = { bookingDate: '2030-03-02', valueDate: '2030-03-02' };
    expect(await at.one(at.idOf('e1'))).toMatchObject({
      ...{ ...known, details, ...dates, status: 'booked', sequence: 2, balanceAfter: '995.00' },
    });
    expect(await at.listed()).toEqual([at.idOf('e1')]);
    expect(await at.listed({ status: 'pending' })).toEqual([]);
  });

  it('have no transaction that is released, or that nobody knows', async () => {
    const at = account();
    await at.says(at.reserved('e1', '2030-03-01', '-5.00'), at.ended('e1'));
    for (const id of [at.idOf('e1'), 'nothing', 'a/../b']) expect(await at.one(id)).toBeNull();
    expect(await at.listed()).toEqual([]);
  });

  it('list the newest day first, between two days and by status', async () => {
    const at = account();
    await at.says(
      at.booked('e1', on('2030-01-10', '-1.00'), on('2030-03-10', '-1.00')),
      at.booked('e2', on('2030-02-10', '-1.00')),
      at.reserved('e3', '2030-02-20', '-1.00'),
    );
    expect(await at.listed()).toEqual([
      at.idOf('e1', 1),
      at.idOf('e3'),
      at.idOf('e2'),
      at.idOf('e1'),
    ]);
    const february = { dateFrom: '2030-02-10', dateTo: '2030-02-28' };
    expect(await at.listed(february)).toEqual([at.idOf('e3'), at.idOf('e2')]);
    expect(await at.listed({ ...february, status: 'pending' })).toEqual([at.idOf('e3')]);
    expect(await at.listed({ ...february, status: 'booked' })).toEqual([at.idOf('e2')]);
  });
}

function describePages(account: () => TestedAccount): void {
  it('list all pending transactions with the first page, over days and limit, where the read asks so', async () => {
    const at = account();
    await at.says(
      ...['p', 'q', 'r'].map((id) => at.reserved(id, '2030-02-20', '-1.00')),
      at.booked('e1', on('2030-03-10', '-1.00'), on('2030-03-11', '-1.00')),
    );
    const filter = { status: 'both', allPending: true, dateFrom: '2030-03-01' } as const;
    const first = await at.page({ filter, limit: 1 });
    const open = ['r', 'q', 'p'].map((id) => at.idOf(id));
    expect(idsOn(first)).toEqual([at.idOf('e1', 1), ...open]);
    if (first.last === null) throw new Error('a transaction follows');
    const second = await at.page({ filter, limit: 1, place: { after: first.last }, of: first });
    expect(idsOn(second)).toEqual([at.idOf('e1')]);
    const of = (status: 'pending' | 'booked') =>
      at.page({ filter: { ...filter, status }, limit: 1 }).then(idsOn);
    expect([await of('pending'), await of('booked')]).toEqual([open, [at.idOf('e1', 1)]]);
  });

  it('begin a page behind any number of transactions', async () => {
    const at = account();
    for (const day of ['01', '02', '03'])
      await at.says(at.booked(day, on(`2030-01-${day}`, '-1.00')));
    const pages = await Promise.all(
      [0, 1, 2, 3].map((skip) => at.page({ limit: 2, place: { skip } })),
    );
    expect(pages.map(idsOn)).toEqual([
      [at.idOf('03'), at.idOf('02')],
      [at.idOf('02'), at.idOf('01')],
      [at.idOf('01')],
      [],
    ]);
    expect(pages.map(({ last }) => last !== null)).toEqual([true, false, false, false]);
  });
}

const changes = fc.record({
  kind: fc.constantFrom('book', 'reserve', 'reserve', 'book reserved', 'release'),
  day: fc.constantFrom('2030-02-18', '2030-02-19', '2030-02-20'),
});
type Change = typeof changes extends fc.Arbitrary<infer One> ? One : never;

/** A read, and what happens before it and between its pages. */
const reads = fc.record({
  before: fc.array(changes, { minLength: 1, maxLength: 8 }),
  between: fc.array(fc.array(changes, { maxLength: 2 }), { maxLength: 4 }),
  limit: fc.integer({ min: 1, max: 4 }),
  status: fc.constantFrom('booked', 'pending', 'both'),
  allPending: fc.boolean(),
});
type Read = typeof reads extends fc.Arbitrary<infer One> ? One : never;

/** Reads all pages forth and back, and compares with what there was at the first moment. */
async function visitAll(account: TestedAccount, read: Read): Promise<void> {
  const { before, between, limit, status, allPending } = read;
  const changing = new Changing(account);
  for (const change of before) await changing.make(change);
  const first = changing.shown(status);
  const filter = { status, allPending };
  const pages = [await account.page({ filter, limit })];
  for (let of = pages[0]; of?.last; of = pages.at(-1)) {
    for (const change of between[pages.length - 1] ?? []) await changing.make(change);
    pages.push(await account.page({ filter, limit, place: { after: of.last }, of }));
  }
  expect(transactionsOn(pages)).toEqual(first);
  const back = pages.slice(-1);
  for (let of = back[0]; of?.first; of = back[0]) {
    back.unshift(await account.page({ filter, limit, place: { before: of.first }, of }));
  }
  expect(transactionsOn(back)).toEqual(first);
}

const transactionsOn = (pages: readonly TransactionPage[]) =>
  pages
    .flatMap(({ transactions }) => transactions)
    .map((one) => `${one.status} ${one.transactionId}`)
    .sort();

/** Makes changes of an account, and knows which transactions there are. */
class Changing {
  readonly #there = new Map<string, 'pending' | 'booked'>();
  readonly #open: string[] = [];
  #last = 0;

  constructor(private readonly account: TestedAccount) {}

  async make({ kind, day }: Change): Promise<void> {
    const isNew = kind === 'book' || kind === 'reserve';
    const entryId = isNew ? `p${String((this.#last += 1))}` : this.#open.shift();
    if (entryId === undefined) return;
    const at = this.account;
    if (kind === 'reserve') {
      this.#open.push(entryId);
      this.#there.set(at.idOf(entryId), 'pending');
      await at.says(at.reserved(entryId, day, '-0.01'));
    } else if (kind === 'release') {
      this.#there.delete(at.idOf(entryId));
      await at.says(at.ended(entryId));
    } else {
      const postings = kind === 'book' ? [on(day, '-0.01'), on(day, '0.02')] : [on(day, '-0.01')];
      for (const place of postings.keys()) this.#there.set(at.idOf(entryId, place), 'booked');
      await at.says(at.booked(entryId, ...postings));
    }
  }

  shown(status: Read['status']): readonly string[] {
    return [...this.#there]
      .filter(([, now]) => status === 'both' || now === status)
      .map(([id, now]) => `${now} ${id}`)
      .sort();
  }
}
