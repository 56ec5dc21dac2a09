import { GetActingCustomer } from '@nordgate/contracts/queries';
import { CoreReadServer } from '@nordgate/local/core-read-server';
import { FakeCore } from '@nordgate/local/fake-core';
import { ServiceUnavailableError } from '@nordgate/service';
import { serviceOnABus } from '@nordgate/service/testing';
import { accountsAppWith } from '../accounts.module.js';
import { describeBooks, owner } from '../testing/books-contract.int.js';
import { on, ownerId, TestedAccount } from '../testing/tested-account.int.js';
import type { BooksUnderTest } from '../testing/tested-account.int.js';

async function start(): Promise<BooksUnderTest> {
  const server = await CoreReadServer.start();
  const app = accountsAppWith('core', undefined, { origin: server.url, base: '' });
  const accounts = await serviceOnABus(app, ['batch.events.v1']);
  const core = new FakeCore({ bus: accounts.bus, statements: server.statements });
  return {
    accounts,
    core,
    settled: () => Promise.resolve(),
    stopCore: () => server.stop(),
    stop: async () => {
      await accounts.stop();
      await server.stop();
    },
  };
}

describeBooks('the core', start);

it('accounts that reads the core keeps the accounts that it reports, and no entry of them', async () => {
  const books = await start();
  const account = new TestedAccount(books);
  await account.report();
  await account.says(
    account.reserved('e1', '2030-03-01', '-5.00'),
    account.booked('e1', on('2030-03-01', '-5.00')),
    account.reserved('e2', '2030-03-01', '-6.00'),
    account.ended('e2'),
  );
  const events = await books.accounts.eventsOf(account.stream);
  expect(events.map(({ type }) => type)).toEqual(['AccountOpened']);
  const { rows } = await books.accounts.database().pool.query('select 1 from transaction_place');
  expect([rows, await books.accounts.faults()]).toEqual([[], []]);
  await books.stop();
});

it('a core that is down leaves the queries of accounts unanswered, and no other query', async () => {
  const books = await start();
  const account = new TestedAccount(books);
  await account.report();
  await books.core.reportCustomer(owner);
  const hasReads = [() => account.page(), () => account.one('t-1'), () => account.shown()];
  await Promise.all(hasReads.map((read) => read()));
  await books.stopCore?.();
  for (const read of [...hasReads, () => account.hasFunds('1.00')]) {
    await expect(read()).rejects.toBeInstanceOf(ServiceUnavailableError);
  }
  const acting = await books.accounts.ask(new GetActingCustomer({ customerId: ownerId }));
  expect(acting?.name).toBe(owner.name);
  await books.stop();
});
