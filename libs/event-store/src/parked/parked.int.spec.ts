import { EventStore } from '../write/event-store.js';
import { handleSlice } from '../write/handle-slice.js';
import { ParkedMessages } from './parked.js';
import type { ParkedMessage } from './parked.js';
import type { Execute } from '../write/slice.js';
import { tally, tallyCommand } from '@nordgate/decider/testing';
import type { TallyCommand } from '@nordgate/decider/testing';
import { executeTally, tallyItem } from '../testing/tally-items.js';
import { testDatabase } from '../testing/test-database.js';
import type { TestDatabase } from '../testing/test-database.js';

let database: TestDatabase;
let store: EventStore;
let parked: ParkedMessages;
const consumer = 'operators';

beforeAll(async () => {
  database = await testDatabase('parked');
  store = new EventStore(database, [tally]);
  parked = new ParkedMessages(store, consumer);
});
afterAll(() => database.close());

let ids = 0;
const count = (name: string, by: number) =>
  tallyItem(tallyCommand(`p${(ids += 1)}`, name, 'Count', { by }));

/** False: the handler has a bug. True: a later release has fixed it. */
let fixed = false;
const execute: Execute = (command, work) => {
  if (!fixed && (command.data as { by: number }).by === 13) throw new Error('unlucky');
  return executeTally(command, work);
};
const handle = (...items: ReturnType<typeof count>[]) =>
  handleSlice({ store, consumer, items, execute });
const toItem = (message: ParkedMessage) => ({
  key: message.key,
  commands: [message.payload as TallyCommand],
  source: message,
});
const bys = async (name: string) =>
  (await store.history(`tally-${name}`)).map(({ data }) => (data as { by: number }).by);

beforeEach(() => (fixed = false));

it('ParkedMessages.list returns parked messages with their origin, oldest first', async () => {
  const item = count('listed', 13);
  await handle(item, count('listed', 1));
  expect(await parked.list({ key: 'tally-listed' })).toMatchObject([
    { ...item.source, key: 'tally-listed', reason: 'unlucky', attempts: 1, consumer },
    { reason: 'behind a parked message of its key' },
  ]);
  expect(await parked.list({ limit: 1 })).toHaveLength(1);
});

it('ParkedMessages.retry handles the messages of a key in order and frees the key', async () => {
  await handle(count('healed', 13), count('healed', 2));
  await handle(count('healed', 3));
  fixed = true;
  const results = await parked.retry('tally-healed', { toItem, execute });
  expect(results.map(({ result }) => result.status)).toEqual(['done', 'done', 'done']);
  expect((await handle(count('healed', 4)))[0]?.status).toBe('done');
  expect(await bys('healed')).toEqual([13, 2, 3, 4]);
});

it('ParkedMessages.retry stops at the first message that fails again and counts the attempt', async () => {
  await handle(count('stuck', 13), count('stuck', 2));
  expect(await parked.retry('tally-stuck', { toItem, execute })).toMatchObject([
    { result: { status: 'parked', reason: 'unlucky' } },
  ]);
  const [first, second] = await parked.list({ key: 'tally-stuck' });
  expect([first?.attempts, second?.attempts]).toEqual([2, 1]);
  expect(await bys('stuck')).toEqual([]);
});

it('ParkedMessages.retry also handles messages that arrive during the retry, after the others', async () => {
  await handle(count('busy', 13), count('busy', 2));
  fixed = true;
  let arrived = false;
  const retrying = parked.retry('tally-busy', {
    toItem: async (message) => {
      if (!arrived) await handle(count('busy', 3));
      arrived = true;
      return toItem(message);
    },
    execute,
  });
  expect(await retrying).toHaveLength(3);
  expect(await bys('busy')).toEqual([13, 2, 3]);
  expect(await parked.list({ key: 'tally-busy' })).toEqual([]);
});

it('ParkedMessages.discard stores the reason and leaves the messages behind it parked', async () => {
  await handle(count('given-up', 13), count('given-up', 2));
  const [first] = await parked.list({ key: 'tally-given-up' });
  if (!first) throw new Error('nothing is parked');
  expect(await parked.discard(first, 'the customer has withdrawn it')).toBe(true);
  expect(await parked.discard(first, 'twice')).toBe(false);
  expect(await parked.list({ key: 'tally-given-up' })).toHaveLength(1);
  await parked.retry('tally-given-up', { toItem, execute });
  expect(await bys('given-up')).toEqual([2]);
  const kept = await database.pool.query(
    `select discard_reason from es.parked where key = 'tally-given-up'`,
  );
  expect(kept.rows).toEqual([{ discard_reason: 'the customer has withdrawn it' }]);
});

it('ParkedMessages.retry keeps a message that cannot be read', async () => {
  await handle(count('unread', 13));
  const unreadable = () => {
    throw new Error('no such type');
  };
  expect(await parked.retry('tally-unread', { toItem: unreadable, execute })).toMatchObject([
    { result: { status: 'parked', reason: 'no such type' } },
  ]);
});
