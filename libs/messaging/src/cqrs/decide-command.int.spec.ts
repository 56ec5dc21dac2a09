import { decisionOn, on, onAnyOf, onMany, refuse, streamType } from '@nordgate/decider';
import type { Command, DeciderTable, RowUpsert } from '@nordgate/decider';
import { decideTally, tally, tallyCommand } from '@nordgate/decider/testing';
import type { Tally, TallyEvent } from '@nordgate/decider/testing';
import { EventStore, handleSlice } from '@nordgate/event-store';
import type { Database, SliceResult } from '@nordgate/event-store';
import { testDatabase } from '@nordgate/event-store/testing';
import { decideCommand } from './decide-command.js';

interface TallyCommands {
  readonly Count: {
    readonly stream: string;
    readonly data: { readonly by: number };
    readonly receipt: { readonly sum: number };
  };
  readonly Reserve: {
    readonly stream: string;
    readonly data: { readonly key: string };
    readonly receipt: { readonly key: string };
  };
  readonly Transfer: {
    readonly stream: string;
    readonly data: { readonly by: number; readonly to: string };
    readonly receipt: { readonly sum: number };
  };
  readonly Raise: {
    readonly stream: string;
    readonly data: { readonly by: number };
    readonly receipt: { readonly sum: number };
  };
}

const receipt = ({ sum }: Tally) => ({ sum });

/** A second type of streams with the same events. */
const score = streamType<Tally, TallyEvent>({ ...tally, name: 'score' });

/** Throws like the receipts of payments, baskets and authorisations for a stream that does not exist. */
function reservedKey({ reserved }: Tally): { readonly key: string } {
  if (reserved === null) throw new Error('a tally without a reservation has no receipt');
  return { key: reserved };
}

/** A table beside the events: which tally has reserved which key. */
const reservedTally: RowUpsert = {
  name: 'reserved-tally',
  columns: ['stream', 'key'],
  sql: `insert into reserved_tally (stream, key)
select stream, key from unnest($1::text[], $2::text[]) as told (stream, key)
    on conflict do nothing`,
};
function reservedRows({ stream, data }: Command<'Reserve', TallyCommands['Reserve']['data']>) {
  return [{ upsert: reservedTally, row: [stream, data.key] }];
}

const sumMax = 1000;
const counted = (by: number): TallyEvent => ({ type: 'Counted', data: { by } });

/** A transfer takes from one tally and gives to another; no tally holds more than `sumMax`. */
const deciders: DeciderTable<TallyCommands> = {
  Count: on(tally, decideTally, { receipt }),
  Reserve: on(tally, decideTally, { receipt: reservedKey, rows: reservedRows }),
  Transfer: onMany(tally, {
    find: ({ data }: Command<'Transfer', TallyCommands['Transfer']['data']>) => [data.to],
    decide: ({ stream, data: { by, to } }, { stateOf }) => {
      const isTooMuch = stateOf(tally, to).sum + by > sumMax;
      return [
        decisionOn(tally, stream, [counted(-by)]),
        decisionOn(tally, to, isTooMuch ? refuse('TOO_MUCH') : [counted(by)]),
      ];
    },
    receipt,
  }),
  Raise: onAnyOf([tally, score], {
    find: () => [],
    decide: ({ stream, data: { by } }: Command<'Raise', TallyCommands['Raise']['data']>) => [
      decisionOn(stream.startsWith('score-') ? score : tally, stream, [counted(by)]),
    ],
    receipt,
  }),
};

let database: Database;
let store: EventStore;

beforeAll(async () => {
  database = await testDatabase('decide_handler');
  store = new EventStore(database, [tally, score]);
  await database.pool.query('create table reserved_tally (stream text primary key, key text)');
});
afterAll(() => database.close());

/** Hands commands in as one slice. */
function decide(...commands: readonly Command[]): Promise<SliceResult[]> {
  return handleSlice({
    store,
    consumer: 'test',
    items: commands.map((command, at) => ({
      key: command.stream,
      commands: [command],
      source: { topic: 'test', partition: 0, offset: String(at), payload: '', headers: {} },
    })),
    execute: (command, work) => decideCommand(deciders, command, work),
  });
}

const count = (name: string, by: number) =>
  tallyCommand(`count-${name}-${String(by)}`, name, 'Count', { by });
const transfer = (id: string, from: string, to: string, by: number) =>
  tallyCommand(id, from, 'Transfer', { by, to: `tally-${to}` });
const sumOf = async (name: string) => (await store.state(tally, `tally-${name}`)).state.sum;
const eventsOf = async (name: string) => (await store.history(`tally-${name}`)).length;

describe('a command over several streams', () => {
  it('appends to all of them in one transaction, and answers with the receipt of the command stream', async () => {
    const results = await decide(count('a', 10), transfer('t-1', 'a', 'b', 4));
    expect(results).toMatchObject([
      { status: 'done', replies: [{ sum: 10 }] },
      { status: 'done', replies: [{ sum: 6 }] },
    ]);
    expect(await Promise.all(['a', 'b'].map(sumOf))).toEqual([6, 4]);
    const { rows } = await database.pool.query<{ n: number }>(
      `select count(distinct tx)::int as n from es.event where stream_id in ('tally-a', 'tally-b')`,
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('changes none of them when one refuses', async () => {
    await decide(count('c', 10), count('full', sumMax));
    const [result] = await decide(transfer('t-2', 'c', 'full', 4));
    expect(result).toEqual({ status: 'done', replies: [{ refused: 'TOO_MUCH' }] });
    expect(await Promise.all(['c', 'full'].map(sumOf))).toEqual([10, sumMax]);
  });

  it('sees what earlier commands of its slice decided on the other streams', async () => {
    const results = await decide(
      count('d', 10),
      count('e', sumMax - 1),
      transfer('t-3', 'd', 'e', 4),
    );
    expect(results[2]).toEqual({ status: 'done', replies: [{ refused: 'TOO_MUCH' }] });
  });

  it('decides nothing when it comes again, and answers with the same receipt', async () => {
    await decide(count('f', 10), transfer('t-4', 'f', 'g', 4));
    const [again] = await decide(transfer('t-4', 'f', 'g', 4));
    expect(again).toEqual({ status: 'done', replies: [{ sum: 6 }] });
    expect(await Promise.all(['f', 'g'].map(eventsOf))).toEqual([2, 1]);
  });
});

describe('a command whose stream is of one of several types', () => {
  const raise = (stream: string) => ({ ...count(`raise-${stream}`, 3), type: 'Raise', stream });

  it('is decided on a stream of each type', async () => {
    const results = await decide(raise('tally-n'), raise('score-n'));
    const done = { status: 'done', replies: [{ sum: 3 }] };
    expect(results).toEqual([done, done]);
    expect((await store.state(score, 'score-n')).state.sum).toBe(3);
  });

  it('is parked on a stream of a type that its row does not have', async () => {
    const command = { ...count('on-score', 1), stream: 'score-o' };
    const transferred = { ...transfer('move', 'p', 'q', 1), stream: 'score-p' };
    const results = await decide(command, transferred);
    expect(results.map(({ status }) => status)).toEqual(['parked', 'parked']);
  });
});

describe('the receipt of a command', () => {
  it('is that of today when the command comes again, in the same slice and later', async () => {
    const first = count('h', 1);
    const later = [await decide(first, first), await decide(count('h', 2)), await decide(first)];
    const replies = later.flat().map((result) => (result.status === 'done' ? result.replies : []));
    expect(replies).toEqual([[{ sum: 1 }], [{ sum: 1 }], [{ sum: 3 }], [{ sum: 3 }]]);
  });

  it('is not made of a stream that does not exist: the id of a command on another stream is refused', async () => {
    const made = (name: string) => tallyCommand('one-id', name, 'Reserve', { key: `of ${name}` });
    const [first, inSlice] = await decide(made('i'), made('j'));
    const [later] = await decide(made('k'));
    const refused = { status: 'done', replies: [{ refused: 'CONFLICT' }] };
    expect([first, inSlice, later]).toEqual([
      { status: 'done', replies: [{ key: 'of i' }] },
      refused,
      refused,
    ]);
    expect(await Promise.all(['i', 'j', 'k'].map(eventsOf))).toEqual([1, 0, 0]);
  });

  it('is not made for a refused command', async () => {
    const reserve = (name: string) =>
      tallyCommand(`reserve-${name}`, name, 'Reserve', { key: 'x' });
    await decide(reserve('l'));
    const [refused] = await decide(reserve('m'));
    const reply = { refused: 'TAKEN', text: 'tally-l' };
    expect(refused).toEqual({ status: 'done', replies: [reply] });
  });
});

describe('the rows of a command', () => {
  it('are written with its events, and not for a refused command', async () => {
    const reserve = (name: string) => tallyCommand(`rows-${name}`, name, 'Reserve', { key: 'y' });
    await decide(reserve('r'));
    const [refused] = await decide(reserve('s'));
    expect(refused).toMatchObject({ replies: [{ refused: 'TAKEN' }] });
    const { rows } = await database.pool.query(`select stream from reserved_tally where key = 'y'`);
    expect(rows).toEqual([{ stream: 'tally-r' }]);
  });
});

describe('a command without a row in the table', () => {
  it.each(['Subtract', 'constructor', 'toString'])('%s is parked', async (type) => {
    const [result] = await decide({ ...count(`unknown-${type}`, 1), type });
    expect(result).toMatchObject({ status: 'parked', reason: `no decider for "${type}"` });
  });
});
