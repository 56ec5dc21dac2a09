import { GetSandboxCustomers, ListSandboxAgreements } from '@nordgate/contracts/queries';
import { sandboxBounds } from '@nordgate/contracts/rules';
import { ListSandboxAgreementsHandler } from './sandbox-agreements/sandbox-agreements.queries.js';
import { GetSandboxCustomersHandler } from './sandbox-customers/sandbox-customers.queries.js';
import { accountsOnABus, decided } from '../testing/accounts-on-a-bus.fixture.js';
import type { AccountsOnABus } from '../testing/accounts-on-a-bus.fixture.js';
import { sandboxCommand } from '../testing/sandbox-commands.js';

let first: AccountsOnABus;
let second: AccountsOnABus;

beforeAll(async () => {
  first = await accountsOnABus();
  second = await accountsOnABus(first.url);
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

it('the list of agreements comes in pages by name, with the count of all', async () => {
  const organisation = { customerType: 'CORPORATE' };
  await decided(first, sandboxCommand('RegisterSandboxCustomer', 900, organisation));
  for (const nth of [3, 1, 2]) {
    const change = { ownerId: 'c00900', name: `Avtale ${String(nth)}` };
    await decided(first, sandboxCommand('SignSandboxAgreement', nth, change));
  }
  const list = new ListSandboxAgreementsHandler(first.database());
  const namesOf = async (limit: number, offset: number) => {
    const { agreements, total } = await list.execute(new ListSandboxAgreements(0, limit, offset));
    return [total, ...agreements.map(({ name }) => name)];
  };
  expect(await namesOf(2, 0)).toEqual([3, 'Avtale 1', 'Avtale 2']);
  expect(await namesOf(2, 2)).toEqual([3, 'Avtale 3']);
  expect(await namesOf(2, 4)).toEqual([3]);
});

describe('two instances that make accounts of one customer at the same time', () => {
  it('make as many as the bound together, and refuse the others', async () => {
    await decided(first, sandboxCommand('RegisterSandboxCustomer', 1));
    const { accountsOfCustomer } = sandboxBounds;
    const wanted = Array.from({ length: accountsOfCustomer + 10 }, (_, nth) => nth);
    const owner = { ownerId: 'c00001' };
    const results = await Promise.all(
      wanted.map((nth) => {
        const instance = nth % 2 === 0 ? first : second;
        return instance.send(sandboxCommand('OpenSandboxAccount', nth, owner));
      }),
    );
    const refused = results.filter((one) => one.is === 'refused');
    expect(results.filter((one) => one.is === 'decided')).toHaveLength(accountsOfCustomer);
    expect(refused).toHaveLength(wanted.length - accountsOfCustomer);
    const beyond = { refused: 'CONFLICT', text: 'accountsOfCustomer' };
    for (const one of refused) expect(one).toMatchObject({ refusal: beyond });
    const { rows } = await first.database().pool.query<{ accounts: number }>(
      `select count(*)::integer as accounts from es.view
        where stream_type = 'account' and state->>'ownerId' = 'c00001'`,
    );
    expect(rows).toEqual([{ accounts: accountsOfCustomer }]);
  });
});

it('the customers with their accounts are at most 1,000, the first by number', async () => {
  const { pool } = first.database();
  await pool.query(
    `insert into es.stream (stream_id, stream_type, version, last_tx, state_version, state)
       select 'customer-many-' || n, 'customer', 1, '5', 2,
              jsonb_build_object('is', 'registered', 'customerId', 'many-' || n, 'name', 'Kari',
                                 'customerType', 'PRIVATE', 'customerNumber', lpad(n::text, 11, '0'))
         from generate_series(1, 1001) n`,
  );
  const customers = await new GetSandboxCustomersHandler(first.database()).execute(
    new GetSandboxCustomers(0),
  );
  expect(customers).toHaveLength(1000);
  expect(customers.at(-1)).toMatchObject({ customerNumber: '00000001000' });
});
