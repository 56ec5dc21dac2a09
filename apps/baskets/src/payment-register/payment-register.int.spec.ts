import fc from 'fast-check';
import { PAYMENT_STATUSES } from '@nordgate/contracts/codes';
import type { RegisteredStatus } from '@nordgate/contracts/events';
import { testDatabase } from '@nordgate/event-store/testing';
import type { TestDatabase } from '@nordgate/event-store/testing';
import { basketsMigrations } from '../baskets.module.js';
import { laterOf } from '../domain/basket-status.js';
import { registerRow } from './payment-register.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('payment_register', [...basketsMigrations]);
});
afterAll(() => database.close());

/** Status and funds of each version are what they are: facts about one version never differ. */
const fact: fc.Arbitrary<RegisteredStatus> = fc
  .record({ paymentId: fc.constantFrom('1', '2', '3'), version: fc.integer({ min: 1, max: 12 }) })
  .map(({ paymentId, version }) => {
    const at = (version * 5 + Number(paymentId)) % PAYMENT_STATUSES.length;
    const status = PAYMENT_STATUSES[at] ?? 'RCVD';
    return version % 2 === 0
      ? { paymentId, version, status }
      : { paymentId, version, status, fundsAvailable: version % 3 === 0 };
  });

/** Writes facts together, as one slice does. */
async function write(facts: readonly RegisteredStatus[]): Promise<void> {
  const rows = facts.map(registerRow);
  const upsert = rows[0]?.upsert;
  if (upsert === undefined) return;
  const columns = upsert.columns.map((_, column) => rows.map(({ row }) => row[column]));
  await database.pool.query({ name: upsert.name, text: upsert.sql, values: columns });
}

async function register(): Promise<RegisteredStatus[]> {
  const { rows } = await database.pool.query<{ fact: RegisteredStatus }>(
    `select jsonb_strip_nulls(jsonb_build_object('paymentId', payment_id, 'version', version,
       'status', status, 'fundsAvailable', funds_available)) as fact
       from payment_register order by payment_id`,
  );
  return rows.map((row) => row.fact);
}

function latest(facts: readonly RegisteredStatus[]): RegisteredStatus[] {
  const known = new Map<string, RegisteredStatus>();
  for (const one of facts) known.set(one.paymentId, laterOf(known.get(one.paymentId) ?? one, one));
  return [...known.values()].sort((a, b) => (a.paymentId < b.paymentId ? -1 : 1));
}

describe('the table of the register', () => {
  it('keeps of any facts, in any order and in any slices, the latest of each payment', async () => {
    const slices = fc.array(fc.array(fact, { maxLength: 8 }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(slices, async (all) => {
        // Cheaper than to truncate a small table.
        await database.pool.query('delete from payment_register');
        for (const slice of all) await write(slice);
        expect(await register()).toEqual(latest(all.flat()));
      }),
      { numRuns: 200 },
    );
  });

  it('keeps the latest when two slices write at the same time', async () => {
    for (let round = 1; round <= 20; round += 1) {
      const facts = Array.from({ length: 8 }, (_, i) => ({
        paymentId: `raced-${String(round)}`,
        version: i + 1,
        status: i === 7 ? ('CANC' as const) : ('RCVD' as const),
      }));
      await Promise.all([...facts].reverse().map((one) => write([one])));
      const rows = await register();
      expect(rows.filter(({ paymentId }) => paymentId === `raced-${String(round)}`)).toEqual([
        { paymentId: `raced-${String(round)}`, version: 8, status: 'CANC' },
      ]);
    }
  });

  it('forgets what was known of funds when a later fact does not say', async () => {
    await database.pool.query('truncate payment_register');
    await write([{ paymentId: '1', version: 1, status: 'ACCP', fundsAvailable: false }]);
    await write([{ paymentId: '1', version: 2, status: 'ACSC' }]);
    expect(await register()).toEqual([{ paymentId: '1', version: 2, status: 'ACSC' }]);
  });

  it('counts the time of a payment from its last status, and an older fact changes nothing', async () => {
    const isNew = async () => {
      const sql = `select since > now() - interval '1 day' as is from payment_register`;
      return (await database.pool.query<{ is: boolean }>(sql)).rows[0]?.is;
    };
    await database.pool.query('truncate payment_register');
    await write([{ paymentId: '1', version: 2, status: 'ACTC' }]);
    await database.pool.query(`update payment_register set since = now() - interval '2 years'`);
    await write([{ paymentId: '1', version: 1, status: 'RCVD' }]);
    expect(await isNew()).toBe(false);
    await write([{ paymentId: '1', version: 3, status: 'ACSC' }]);
    expect(await isNew()).toBe(true);
  });
});
