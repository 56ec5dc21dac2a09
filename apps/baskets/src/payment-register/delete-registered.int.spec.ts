import { PAYMENT_STATUSES } from '@nordgate/contracts/codes';
import { isEndedPayment } from '@nordgate/contracts/rules';
import { testDatabase } from '@nordgate/event-store/testing';
import type { TestDatabase } from '@nordgate/event-store/testing';
import { basketsMigrations } from '../baskets.module.js';
import { openMember } from '../domain/basket.js';
import { deleteRegistered } from './delete-registered.rows.js';

const months = 72;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('delete_registered', [...basketsMigrations]);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.pool.query('truncate payment_register, es.claim, es.stream');
});

const { signal } = new AbortController();
const sweep = () => deleteRegistered(database, months, signal);

interface Standing {
  readonly status?: string;
  readonly funds?: boolean | null;
}

/** A payment that has had its status for so many months, less some hours. */
async function registered(
  paymentId: string,
  [ago, hours] = [months, 0],
  { status = 'ACSC', funds = null }: Standing = {},
): Promise<void> {
  const sql = `insert into payment_register (payment_id, version, status, funds_available, since)
    values ($1, 1, $2, $3,
      clock_timestamp() - make_interval(months => $4) + make_interval(hours => $5))`;
  await database.pool.query(sql, [paymentId, status, funds, ago, hours]);
}

/** A basket that has claimed the payment, as an append or its deletion leaves it. */
async function basketOf(paymentId: string, type: 'basket' | 'deleted'): Promise<void> {
  await database.pool.query(
    `insert into es.stream (stream_id, stream_type, version, last_tx, state_version, state, updated_at)
     values ('basket-b', $1, 1, pg_current_xact_id(), 1, '{}', now())`,
    [type],
  );
  await database.pool.query(
    `insert into es.claim (scope, key, stream_id) values ($1, $2, 'basket-b')`,
    [openMember, paymentId],
  );
}

async function kept(): Promise<readonly string[]> {
  const sql = 'select payment_id as id from payment_register order by 1';
  return (await database.pool.query<{ id: string }>(sql)).rows.map(({ id }) => id);
}

describe('deleteRegistered', () => {
  it('deletes an ended payment after its months, and not an hour before', async () => {
    await registered('old');
    await registered('young', [months, 1]);
    expect(await sweep()).toBe(1);
    expect(await kept()).toEqual(['young']);
  });

  it.each(
    PAYMENT_STATUSES.flatMap((status) =>
      [null, true, false].map((funds) => [status, funds] as const),
    ),
  )(
    'deletes a payment that is %s, with funds %s, where it has ended by the rules',
    async (status, funds) => {
      await registered('a', [99, 0], { status, funds });
      const hasEnded = isEndedPayment({
        status,
        ...(funds !== null && { fundsAvailable: funds }),
      });
      expect(await sweep()).toBe(hasEnded ? 1 : 0);
    },
  );

  it('keeps a member of a basket, until the basket is deleted', async () => {
    await registered('a', [99, 0]);
    await basketOf('a', 'basket');
    expect(await sweep()).toBe(0);
    await database.pool.query(`update es.stream set stream_type = 'deleted'`);
    expect(await sweep()).toBe(1);
  });

  it('passes several pages', async () => {
    for (let i = 0; i < 1001; i += 1) await registered(`p${String(i).padStart(4, '0')}`);
    await database.pool.query(
      `update payment_register set status = 'ACTC' where payment_id = 'p0999'`,
    );
    expect(await sweep()).toBe(1000);
    expect(await kept()).toEqual(['p0999']);
  });

  it('deletes nothing after the signal has aborted', async () => {
    await registered('a', [99, 0]);
    expect(await deleteRegistered(database, months, AbortSignal.abort())).toBe(0);
  });
});
