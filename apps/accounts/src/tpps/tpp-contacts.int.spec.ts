import { ListTppContacts } from '@nordgate/contracts/queries';
import { streams } from '@nordgate/contracts/rules';
import { openDatabase } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { emptyTestDatabase } from '@nordgate/event-store/testing';
import { accountsAppWith } from '../accounts.module.js';
import { ListTppContactsHandler } from './tpp-contacts.queries.js';

let database: Database;
let drop: () => Promise<unknown>;
beforeAll(async () => {
  const { url, drop: dropIt } = await emptyTestDatabase('accounts-contacts');
  const { migrations } = accountsAppWith();
  database = await openDatabase({ url, applicationName: 'test', migrations });
  drop = dropIt;
});
afterAll(async () => {
  await database.close();
  await drop();
});
beforeEach(() => database.pool.query('truncate es.stream'));

async function view(stream: string, type: string, state: object): Promise<void> {
  await database.pool.query(
    `insert into es.stream (stream_id, stream_type, version, last_tx, state_version, state)
     values ($1, $2, 1, '3', 1, $3)`,
    [stream, type, JSON.stringify(state)],
  );
}
const contact = (tppId: string, generation: number) =>
  view(streams.tppContact.id(generation, tppId), 'tpp-contact', {
    ...{ is: 'registered', tppId, email: `g${String(generation)}@example.com`, since: '' },
  });
const world = (tpp: string, generation: number) =>
  view(streams.world.id(tpp), 'world', { is: 'initialised', tpp, generation, at: '' });
const emails = async () =>
  (await new ListTppContactsHandler(database).execute(new ListTppContacts('2026-11-20'))).map(
    ({ email }) => email,
  );

describe('the contacts of TPPs for the operator', () => {
  it('are those of the present world of each TPP', async () => {
    await world('PSDNO-FSA-1', 13);
    for (const generation of [3, 13]) await contact('PSDNO-FSA-1', generation);
    expect(await emails()).toEqual(['g13@example.com']);
  });

  it('are there without worlds, as in production', async () => {
    await contact('PSDNO-FSA-1', 0);
    expect(await emails()).toEqual(['g0@example.com']);
  });

  it.each([0, 3, 4])(
    'are there for an identifier that ends like a generation, in generation %d',
    async (generation) => {
      const tpp = 'PSDNO-FSA-1.3';
      if (generation > 0) await world(tpp, generation);
      await contact(tpp, generation);
      expect(await emails()).toEqual([`g${String(generation)}@example.com`]);
    },
  );
});
