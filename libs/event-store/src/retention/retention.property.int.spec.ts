import fc from 'fast-check';
import { streamType } from '@nordgate/decider';
import { tally, tallyCommand } from '@nordgate/decider/testing';
import { openReader } from '../read/snapshot-delta-reader.js';
import type { Reader } from '../read/snapshot-delta-reader.js';
import { executeTally, tallyItem } from '../testing/tally-items.js';
import { testDatabase } from '../testing/test-database.js';
import type { TestDatabase } from '../testing/test-database.js';
import { EventStore } from '../write/event-store.js';
import { handleSlice } from '../write/handle-slice.js';
import { deleteEnded } from './retain.js';

const ending = streamType({ ...tally, hasEnded: ({ note }) => note === 'end' });
const always = new AbortController().signal;

let database: TestDatabase;
let store: EventStore;
beforeAll(async () => {
  database = await testDatabase('retention_property');
  store = new EventStore(database, [ending]);
});
afterAll(() => database.close());

type Step =
  | {
      readonly is: 'count';
      readonly name: number;
      readonly ends: boolean;
      readonly creates: boolean;
    }
  | { readonly is: 'age' | 'read' | 'sweep' };

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      is: fc.constant('count' as const),
      name: fc.nat(2),
      ends: fc.boolean(),
      creates: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ is: fc.constantFrom('age', 'read', 'sweep') }) },
) as fc.Arbitrary<Step>;

/** What is known of a stream without asking the store. */
interface Known {
  count: number;
  hasEnded: boolean;
  isOld: boolean;
  isRead: boolean;
  isDeleted: boolean;
}

let runs = 0;

class Run {
  readonly #known = new Map<string, Known>();
  #commands = 0;
  #reader: Reader | undefined;

  constructor(private readonly prefix: string) {}

  async take(one: Step): Promise<void> {
    const known = [...this.#known.values()];
    switch (one.is) {
      case 'count':
        return this.#count(`${this.prefix}-${String(one.name)}`, one.ends, one.creates);
      case 'age':
        await database.pool.query(`update es.event set at = at - interval '3 months'`);
        for (const stream of known) stream.isOld = true;
        return;
      case 'read':
        await this.#read();
        for (const stream of known) stream.isRead = true;
        return;
      case 'sweep': {
        const options = { database, streams: [ending], months: { tally: 2 }, pauseMs: 0 };
        await deleteEnded(options, always);
        for (const stream of known) {
          if (stream.hasEnded && stream.isOld && stream.isRead) stream.isDeleted = true;
        }
      }
    }
  }

  /** Every stream answers as its history says, the deleted ones as unknown. */
  async expectAnswers(): Promise<void> {
    for (const [name, { count, isDeleted }] of this.#known) {
      const { state, version } = await store.state(ending, `tally-${name}`);
      const expected = isDeleted ? 0 : count;
      const { length } = await store.history(`tally-${name}`);
      expect({ name, count: state.count, version, length }).toEqual({
        ...{ name, count: expected, version: expected, length: expected },
      });
    }
  }

  async #count(name: string, ends: boolean, createsStream: boolean): Promise<void> {
    this.#commands += 1;
    const data = { by: 1, note: ends ? 'end' : 'open' };
    const command = tallyCommand(`${name}-${String(this.#commands)}`, name, 'Count', data);
    const items = [{ ...tallyItem(command), createsStream }];
    const [result] = await handleSlice({ store, consumer: 'test', items, execute: executeTally });
    const before = this.#known.get(name);
    const refused = { status: 'done', replies: [{ refused: 'CONFLICT' }] };
    if (before?.isDeleted) expect(result).toEqual(refused);
    else {
      expect(result).not.toEqual(refused);
      const count = (before?.count ?? 0) + 1;
      this.#known.set(name, {
        ...{ count, hasEnded: ends, isOld: false, isRead: false, isDeleted: false },
      });
    }
  }

  async #read(): Promise<void> {
    this.#reader ??= await openReader({ database, name: 'relay' });
    for (;;) {
      const page = await this.#reader.read(100);
      if (page.events.length === 0) return;
      await page.done();
    }
  }
}

it('deletions at any moment change no answer about another stream, and no deleted stream comes back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      runs += 1;
      const run = new Run(String(runs));
      for (const one of [...steps, { is: 'read' }, { is: 'sweep' }] as Step[]) await run.take(one);
      await run.expectAnswers();
      await run.take({ is: 'count', name: 0, ends: false, creates: true });
      await run.expectAnswers();
    }),
    { numRuns: 20 },
  );
});
