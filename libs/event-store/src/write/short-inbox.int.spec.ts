import { tally, tallyCommand } from '@nordgate/decider/testing';
import { forgetCommands } from '../retention/forget-commands.js';
import { executeTally, tallyItem } from '../testing/tally-items.js';
import { testDatabase } from '../testing/test-database.js';
import type { TestDatabase } from '../testing/test-database.js';
import { EventStore } from './event-store.js';
import { handleSlice } from './handle-slice.js';

let database: TestDatabase;
let store: EventStore;
const consumer = 'tallies';

beforeAll(async () => {
  database = await testDatabase('short_inbox');
  store = new EventStore(database, [tally]);
});
afterAll(() => database.close());
beforeEach(() => database.pool.query('truncate es.event, es.stream, es.inbox'));

/** Longer than a UUID, as the commands of PSUs have them. */
const longId = 'tally-a/4711c0de-0000-4000-8000-00000000000å';
const shortened = /^#[A-Za-z0-9+/]{22}$/u;

const count = (commandId: string) =>
  handleSlice({
    ...{ store, consumer, execute: executeTally },
    items: [tallyItem(tallyCommand(commandId, 'a', 'Count', { by: 1 }))],
  });
const sum = async () => (await store.state(tally, 'tally-a')).state.sum;

async function ids(): Promise<readonly string[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    'select message_id as id from es.inbox order by message_id',
  );
  return rows.map(({ id }) => id);
}

/** What a process of a release before has written. */
function insertWhole(commandId: string) {
  return database.pool.query(
    `insert into es.inbox (consumer, message_id, stream_id) values ($1, $2, 'tally-a')`,
    [consumer, commandId],
  );
}

describe('the inbox', () => {
  it('keeps 128 bits of an id that is longer than a UUID, and handles no such command twice', async () => {
    await count(longId);
    await count(longId);
    expect(await ids()).toEqual([expect.stringMatching(shortened)]);
    expect(await sum()).toBe(1);
  });

  it('knows a long id that an earlier release has kept whole', async () => {
    await insertWhole(longId);
    expect(await count(longId)).toEqual([{ status: 'done', replies: [[]] }]);
    expect(await sum()).toBe(0);
  });

  it('keeps shorter ids as they are', async () => {
    const uuid = '4711c0de-0000-4000-8000-000000000000';
    await count(uuid);
    expect(await ids()).toEqual([uuid]);
  });

  it('does not mistake a short id for the hash of a long one', async () => {
    await count(longId);
    const [hash = ''] = await ids();
    await count(hash);
    expect(await sum()).toBe(2);
  });

  it('takes ids with backslashes', async () => {
    const odd = `tally-a/${String.raw`\x00 \\ \'`.repeat(5)}`;
    await count(odd);
    await count(odd);
    expect(await ids()).toEqual([expect.stringMatching(shortened)]);
    expect(await sum()).toBe(1);
  });

  it('loses an id in either form when the events of its command leave', async () => {
    await count(longId);
    await insertWhole(longId);
    await count('other');
    await forgetCommands(database.pool, [{ streamId: 'tally-a', commandId: longId }]);
    expect(await ids()).toEqual(['other']);
  });
});
