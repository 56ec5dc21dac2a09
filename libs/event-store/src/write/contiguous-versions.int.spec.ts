import fc from 'fast-check';
import { EventStore } from './event-store.js';
import { handleSlice } from './handle-slice.js';
import { InfrastructureError } from '../sql/store-errors.js';
import { rebuild } from '../projections/rebuild.js';
import type { SliceItem } from './slice.js';
import { tally, tallyCommand } from '@nordgate/decider/testing';
import { executeTally, tallyItem } from '../testing/tally-items.js';
import { testDatabase } from '../testing/test-database.js';
import type { TestDatabase } from '../testing/test-database.js';

let database: TestDatabase;
let store: EventStore;

beforeAll(async () => {
  database = await testDatabase('contiguous');
  store = new EventStore(database, [tally]);
});
afterAll(() => database.close());

type Step = {
  kind: 'count' | 'reserve' | 'free' | 'transfer' | 'repeat';
  name: number;
  other: number;
};

const step = fc.record<Step>({
  kind: fc.constantFrom('count', 'reserve', 'free', 'transfer', 'repeat'),
  name: fc.nat(4),
  other: fc.nat(4),
});
/** Two or three owners with their own slices, all on the same five streams. */
const owners = fc.array(
  fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { maxLength: 4 }),
  {
    minLength: 2,
    maxLength: 3,
  },
);

let runs = 0;

function itemsOf(run: number, owner: number, slices: Step[][]): SliceItem[][] {
  const made: SliceItem[] = [];
  return slices.map((slice, at) =>
    slice.map(({ kind, name, other }, nth) => {
      const id = `${run}-${owner}-${at}-${nth}`;
      const stream = `${run}-${name}`;
      const earlier = made[other % Math.max(made.length, 1)];
      const item = ((): SliceItem => {
        switch (kind) {
          case 'reserve':
            return tallyItem(tallyCommand(id, stream, 'Reserve', { key: `${run}-${other}` }));
          case 'free':
            return tallyItem(tallyCommand(id, stream, 'Free', {}));
          case 'transfer':
            return tallyItem(
              tallyCommand(`transfer-${id}`, stream, 'Transfer', {
                by: 1,
                to: `tally-${run}-${other}`,
              }),
            );
          case 'repeat':
            if (earlier) return earlier;
            return tallyItem(tallyCommand(id, stream, 'Count', { by: 1 }));
          case 'count':
            return tallyItem(tallyCommand(id, stream, 'Count', { by: 1 }));
        }
      })();
      made.push(item);
      return item;
    }),
  );
}

async function handleAll(slices: SliceItem[][]): Promise<void> {
  for (const items of slices) {
    for (;;) {
      try {
        await handleSlice({ store, consumer: 'property', items, execute: executeTally });
        break;
      } catch (error) {
        if (!(error instanceof InfrastructureError)) throw error;
      }
    }
  }
}

const violations = `
with caused as (
  select *, es.whole_meta(stream_id, data, meta)->>'commandId' as command from es.event)
select 'gap' as what, stream_id as where from es.event
 group by stream_id having max(version) <> count(*) or min(version) <> 1
union all
select 'version', s.stream_id from es.stream s
 where s.version <> (select count(*) from es.event e where e.stream_id = s.stream_id)
union all
select 'order', stream_id from (
  select stream_id, version, lag(version) over (partition by stream_id order by tx, position) as before
    from es.event) o where version <> coalesce(before, 0) + 1
union all
select 'half a transfer', command from caused where command like 'transfer%'
 group by command having sum((data->>'by')::int) <> 0 or count(*) <> 2
union all
select 'claim', stream_id from es.view
  full join es.claim using (stream_id)
 where (state->>'reserved') is distinct from key
union all
select 'twice', command from caused where command not like 'transfer%'
 group by command having count(*) > 1`;

it('any interleaving of slices of several owners keeps versions, order, claims and transfers consistent', async () => {
  await fc.assert(
    fc.asyncProperty(owners, async (plans) => {
      runs += 1;
      const all = plans.map((slices, owner) => itemsOf(runs, owner, slices));
      await Promise.all(all.map(handleAll));
      expect((await database.pool.query(violations)).rows).toEqual([]);
    }),
    { numRuns: 40 },
  );
  expect(await rebuild({ database, streamType: tally, mode: 'compare' })).toMatchObject({
    drifted: [],
  });
});
