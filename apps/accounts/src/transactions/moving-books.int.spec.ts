import { GetTransactions } from '@nordgate/contracts/queries';
import type { TransactionPage } from '@nordgate/contracts/queries';
import { migrateDatabase, projectionStatus } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { FakeCore } from '@nordgate/local/fake-core';
import { DATABASE } from '@nordgate/service';
import { readUntil, serviceOnABus } from '@nordgate/service/testing';
import { accountsAppWith, accountsMigrations } from '../accounts.module.js';
import { BOOKS } from '../books/books.js';
import { TransactionPlaces1790000000019 } from '../migrations/19-transaction-places.migration.js';
import { anyTransaction, untilProjected } from '../testing/accounts-on-a-bus.fixture.js';
import type { AccountsOnABus } from '../testing/accounts-on-a-bus.fixture.js';
import { describeBooks, owner } from '../testing/books-contract.int.js';
import { on, TestedAccount } from '../testing/tested-account.int.js';
import { EarlierBooks } from './earlier-books.rows.js';
import { arePlacesFilled } from './filled-places.rows.js';
import { MovingBooks } from './moving-books.rows.js';
import { transactionProjection } from './transaction.projection.js';

const app = accountsAppWith('core');
const earlierProjection = { ...transactionProjection, isLeaving: false };
const toEarlierBooks = {
  provide: BOOKS,
  useFactory: (database: Database) => new EarlierBooks(database),
  inject: [DATABASE],
};
/** A release before ADR 90. */
const earlierApp = {
  ...app,
  migrations: app.migrations.filter((one) => one !== TransactionPlaces1790000000019),
  projections: [earlierProjection],
  providers: [...(app.providers ?? []), toEarlierBooks],
};

let earlier: AccountsOnABus;

async function startEarlier() {
  earlier = await serviceOnABus(earlierApp, ['batch.events.v1']);
  const core = new FakeCore({ bus: earlier.bus });
  const settled = async () => {
    const isThere = ({ state, lagSeconds }: Awaited<ReturnType<typeof projectionStatus>>) =>
      state === 'following' && lagSeconds === 0;
    await readUntil(() => projectionStatus(earlier.database().pool, earlierProjection), isThere);
  };
  return { accounts: earlier, core, settled, stop: () => earlier.stop() };
}

describeBooks('the table of a release before', startEarlier);

describe('the books of a bank in an upgrade', () => {
  const highestOf = ({ transactions }: TransactionPage) => transactions[0]?.sequence;

  it('are whole before, while and after the places are filled, and a release before keeps its table', async () => {
    const books = await startEarlier();
    const account = new TestedAccount(books);
    await books.core.reportCustomer(owner);
    await account.report();
    await account.says(
      account.booked('e1', on('2030-03-01', '-1.00'), on('2030-03-02', '-2.00')),
      account.reserved('e2', '2030-03-02', '-3.00'),
    );
    const readAt = ({ highest }: { readonly highest: number | null }) =>
      new GetTransactions(account.stream, 0, anyTransaction, 200, highest, { skip: 0 });
    const read = readAt({ highest: null });
    await migrateDatabase(earlier.url, accountsMigrations);
    const moving = new MovingBooks({ pool: earlier.database().pool });
    expect(await arePlacesFilled(earlier.database())).toBe(false);
    expect(await moving.page(read)).toEqual(await account.page());

    await account.says(account.booked('e3', on('2030-03-03', '-4.00')));
    const current = await serviceOnABus(app, ['batch.events.v1'], earlier.url);
    await readUntil(() => arePlacesFilled(current.database()), Boolean);
    await untilProjected(current);
    const whole = await account.page();
    expect(whole.transactions).toHaveLength(4);
    expect(await current.ask(read)).toEqual(whole);
    const { rowCount } = await current.database().pool.query('select from transaction_place');
    expect(rowCount).toBe(4);
    await current.stop();

    // The places stay behind: a read that began at the other release has more than they have.
    await account.says(account.booked('e4', on('2030-03-04', '-5.00')));
    const later = await account.page();
    expect(await moving.page(read)).toEqual(later);
    expect(await moving.page(readAt(later))).toEqual(later);
    expect(highestOf(await moving.page(readAt(whole)))).toBe(highestOf(whole));
    await books.stop();
  });

  it('keep nothing in the earlier table of a new bank', async () => {
    const accounts = await serviceOnABus(app, ['batch.events.v1']);
    const core = new FakeCore({ bus: accounts.bus });
    const settled = () => untilProjected(accounts);
    const account = new TestedAccount({ accounts, core, settled, stop: () => accounts.stop() });
    await core.reportCustomer(owner);
    await account.report();
    await account.says(account.booked('e1', on('2030-03-01', '-1.00')));
    expect(await account.listed()).toEqual([account.idOf('e1')]);
    const { pool } = accounts.database();
    expect((await pool.query('select from transaction')).rowCount).toBe(0);
    const names = await pool.query('select name from es.projection');
    expect(names.rows).toEqual([{ name: 'transaction-places' }]);
    await accounts.stop();
  });
});
