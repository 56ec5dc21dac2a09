import { aMoment, eventually } from '@nordgate/testing';
import { StaleReaderError } from './checkpoint.js';
import { EventStore } from '../write/event-store.js';
import { follow } from './follow.js';
import type { FollowOptions } from './follow.js';
import { handleSlice } from '../write/handle-slice.js';
import { openReader } from './snapshot-delta-reader.js';
import type { StoredEvent } from '../write/stored-event.js';
import { tally, tallyCommand } from '@nordgate/decider/testing';
import { executeTally, tallyItem } from '../testing/tally-items.js';
import { AdaptivePoll } from './adaptive-poll.js';
import { testDatabase } from '../testing/test-database.js';
import type { TestDatabase } from '../testing/test-database.js';

let database: TestDatabase;
let store: EventStore;

beforeAll(async () => {
  database = await testDatabase('follow');
  store = new EventStore(database, [tally]);
});
afterAll(() => database.close());

const running: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of running.splice(0)) await stop();
});

let ids = 0;

async function append(name: string): Promise<void> {
  const items = [tallyItem(tallyCommand(`f${(ids += 1)}`, name, 'Count', { by: 1 }))];
  await handleSlice({ store, consumer: 'follow', items, execute: executeTally });
}

/** Follows the events from now on under the given checkpoint name. */
async function following(
  name: string,
  handler: (events: readonly StoredEvent[]) => Promise<void> | void,
  options: Partial<Omit<FollowOptions, 'signal'>> = {},
) {
  const reader = await openReader({ database, name, from: 'now' });
  const stop = new AbortController();
  const ended = follow(reader, async (events) => handler(events), {
    signal: stop.signal,
    ...options,
  });
  running.push(async () => {
    stop.abort();
    await ended.catch(() => undefined);
  });
  return { stop: () => stop.abort(), ended };
}

const until = (condition: () => boolean) => eventually('the wanted pages', condition);

it('follow hands events to the handler in order until the signal aborts', async () => {
  const seen: string[] = [];
  const { stop, ended } = await following('order', (events) => {
    seen.push(...events.map(({ streamId, version }) => `${streamId}@${version}`));
  });
  for (const name of ['a', 'b', 'a']) await append(name);
  await until(() => seen.length === 3);
  stop();
  await ended;
  await append('a');
  expect(seen).toEqual(['tally-a@1', 'tally-b@1', 'tally-a@2']);
});

it('follow applies the linger time in a busy time only', async () => {
  const pages: number[] = [];
  const adaptivePoll = new AdaptivePoll(() => 0);
  const becomeBusy = ({ length }: readonly StoredEvent[]) => {
    if (pages.push(length) === 2) adaptivePoll.received(1000);
  };
  const forever = { limit: 30, lingerMs: 60_000, adaptivePoll };
  const { stop, ended } = await following('linger', becomeBusy, forever);
  await append('a');
  await until(() => pages.length === 1);
  await append('a');
  await until(() => pages.length === 2);
  await append('a');
  await aMoment();
  expect(pages).toEqual([1, 1]);
  stop();
  await ended;
});

it('follow reads the next page at once after a full page, also in a busy time', async () => {
  const pages: number[] = [];
  const adaptivePoll = new AdaptivePoll(() => 0);
  adaptivePoll.received(1000);
  const forever = { limit: 2, lingerMs: 60_000, adaptivePoll };
  const { stop, ended } = await following(
    'full',
    (events) => void pages.push(events.length),
    forever,
  );
  const items = ['a', 'b', 'c', 'd', 'e'].map((name, n) =>
    tallyItem(tallyCommand(`full${n}`, name, 'Count', { by: 1 })),
  );
  await handleSlice({ store, consumer: 'follow', items, execute: executeTally });
  await until(() => pages.length === 3);
  expect(pages).toEqual([2, 2, 1]);
  stop();
  await ended;
});

it('follow waits pageDelayMs after a page that was not full, also in a quiet time', async () => {
  const pages: number[] = [];
  const { stop, ended } = await following('rest', (events) => void pages.push(events.length), {
    limit: 30,
    pageDelayMs: 60_000,
  });
  await append('r');
  await until(() => pages.length === 1);
  await append('r');
  await aMoment();
  expect(pages).toEqual([1]);
  stop();
  await ended;
});

it('follow reads at once when this process appends, however long the poll interval is', async () => {
  let seen = 0;
  const slow = { pollMs: 60_000, pollMaxMs: 60_000 };
  const { stop, ended } = await following(
    'wake-up',
    (events) => void (seen += events.length),
    slow,
  );
  await aMoment();
  await append('woken');
  await until(() => seen === 1);
  stop();
  await ended;
});

it('follow reads once more, and no second time, for an append that its last page has', async () => {
  const reader = await openReader({ database, name: 'once', from: 'now' });
  const stop = new AbortController();
  const adaptivePoll = new AdaptivePoll(() => 0);
  adaptivePoll.received(1000);
  let [reads, pages, isResting] = [0, 0, false];
  const counted = {
    ...reader,
    read: (limit: number) => {
      reads += 1;
      return reader.read(limit);
    },
  };
  const appendOnce = async () => {
    if ((pages += 1) === 1) await append('once');
  };
  await append('once');
  const ended = follow(counted, appendOnce, {
    ...{ signal: stop.signal, adaptivePoll, lingerMs: 1, pollMs: 60_000, pollMaxMs: 60_000 },
    onRest: (resting) => (isResting = resting),
  });
  await until(() => isResting);
  // Two pages, and the empty one that ends them.
  expect({ pages, reads }).toEqual({ pages: 2, reads: 3 });
  stop.abort();
  await ended;
  expect(isResting).toBe(false);
});

it('follow finds events that other processes append', async () => {
  let seen = 0;
  const { stop, ended } = await following('poll', (events) => void (seen += events.length));
  await database.pool.query(
    `insert into es.event (stream_id, version, type, schema_version, data, meta) values ('tally-else', 1, 'Counted', 1, '{}', '{}')`,
  );
  await until(() => seen === 1);
  stop();
  await ended;
});

it('follow hands the same page to the handler again after it failed', async () => {
  const pages: string[][] = [];
  const errors: unknown[] = [];
  const { stop, ended } = await following(
    'failing',
    (events) => {
      pages.push(events.map(({ streamId }) => streamId));
      if (pages.length < 3) throw new Error('not yet');
    },
    { onError: (error) => errors.push(error) },
  );
  await append('fail');
  await until(() => pages.length === 3);
  stop();
  await ended;
  expect(pages).toEqual([['tally-fail'], ['tally-fail'], ['tally-fail']]);
  expect(errors).toHaveLength(2);
});

it('follow rejects with StaleReaderError when another reader opens the checkpoint', async () => {
  const { ended } = await following('taken', () => undefined);
  const outcome = expect(ended).rejects.toThrow(StaleReaderError);
  await openReader({ database, name: 'taken' });
  await append('taken');
  await outcome;
});
