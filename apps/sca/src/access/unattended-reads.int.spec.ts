import { emptyTestDatabase } from '@nordgate/event-store/testing';
import fc from 'fast-check';
import { minutesAfter } from '../session/deadline.js';
import { openInstance } from '../testing/accesses.int.js';
import type { AccessInstance } from '../testing/accesses.int.js';

const start = '2026-03-02T10:00:00.000Z';
/** Over the night in which the clocks of Norway change. */
const springNight = '2026-03-28T20:00:00.000Z';
const hours24 = 24 * 60 * 60;

let drop: () => Promise<unknown>;
let sca: AccessInstance;
beforeAll(async () => {
  const empty = await emptyTestDatabase('unattended_reads');
  ({ drop } = empty);
  sca = await openInstance(empty.url);
});
afterAll(async () => {
  await sca.database.close();
  await drop();
});

interface Taken {
  readonly permit: string | null;
  readonly until: Date | null;
  readonly exceeded: readonly string[];
}

let customers = 0;
const newCustomer = () => `cus-${String((customers += 1))}`;

/** Takes a read at a time: the function of the database gets the time as an argument. */
async function takeAt(
  customer: string,
  at: string,
  { kind = 'balances', accounts = ['acc-1'] as readonly string[], each = false } = {},
): Promise<Taken> {
  const { rows } = await sca.database.pool.query<Taken>(
    `select permit, until, exceeded from take_read_permit('tpp', $1, 0, $2, $3, $4, 4, $5)`,
    [customer, kind, accounts, at, each],
  );
  return rows[0] ?? { permit: null, until: null, exceeded: [] };
}

const seconds = (from: string, count: number) => minutesAfter(from, count / 60);

describe('the 24 hours of a read without the PSU', () => {
  it.each([
    ['refuse the fifth read one second before they are over', hours24 - 1, false],
    ['allow the fifth read when they are over', hours24, true],
    ['allow the fifth read one second after they are over', hours24 + 1, true],
  ])('%s', async (_what, after, isAllowed) => {
    for (const from of [start, springNight]) {
      const customer = newCustomer();
      for (const second of [0, 60, 120, 180]) await takeAt(customer, seconds(from, second));
      const { permit, until } = await takeAt(customer, seconds(from, after));
      expect(permit !== null).toBe(isAllowed);
      expect(until?.toISOString()).toBe(isAllowed ? undefined : seconds(from, hours24));
    }
  });

  it('roll: the second read leaves them after the first', async () => {
    const customer = newCustomer();
    for (const second of [0, 60, 120, 180]) await takeAt(customer, seconds(start, second));
    expect((await takeAt(customer, seconds(start, hours24))).permit).not.toBeNull();
    const { until } = await takeAt(customer, seconds(start, hours24 + 1));
    expect(until?.toISOString()).toBe(seconds(start, hours24 + 60));
  });

  it('name the account of a list that is free last', async () => {
    const customer = newCustomer();
    for (const second of [0, 1, 2, 3]) await takeAt(customer, seconds(start, second));
    const other = { accounts: ['acc-2'] };
    for (const second of [100, 101, 102, 103])
      await takeAt(customer, seconds(start, second), other);
    const both = { accounts: ['acc-1', 'acc-2'] };
    const { until } = await takeAt(customer, seconds(start, 200), both);
    expect(until?.toISOString()).toBe(seconds(start, hours24 + 100));
  });

  it('take the accounts of a list that are free, and name the account that is free first', async () => {
    const customer = newCustomer();
    for (const second of [0, 1, 2, 3]) await takeAt(customer, seconds(start, second));
    const other = { accounts: ['acc-2'] };
    for (const second of [100, 101, 102, 103])
      await takeAt(customer, seconds(start, second), other);
    const all = { accounts: ['acc-1', 'acc-2', 'acc-3'], each: true };
    const { permit, until, exceeded } = await takeAt(customer, seconds(start, 200), all);
    expect(until?.toISOString()).toBe(seconds(start, hours24));
    expect(exceeded).toEqual(['acc-1', 'acc-2']);
    const reads = await readsOf(customer);
    expect(reads.filter((read) => read.permit === permit).map(({ account }) => account)).toEqual([
      'acc-3',
    ]);
    const both = { accounts: ['acc-1', 'acc-2'], each: true };
    const none = await takeAt(customer, seconds(start, 201), both);
    expect([none.permit, none.until?.toISOString()]).toEqual([null, seconds(start, hours24)]);
  });

  it('count with the reads that the release before takes during a rollout', async () => {
    const customer = newCustomer();
    await sca.database.pool.query(
      `select take_unattended_reads('tpp', $1, 0, 'balances', '{acc-1}', $2) from generate_series(1, 4)`,
      [customer, start],
    );
    expect((await takeAt(customer, seconds(start, 1))).permit).toBeNull();
  });

  it.each([
    ['one second before they are over', hours24 - 1, false],
    ['when they are over', hours24, true],
  ])('cover the details of a transaction: %s', async (_what, after, isTaken) => {
    const customer = newCustomer();
    await takeAt(customer, start, { kind: 'transactions' });
    const { permit } = await takeAt(customer, seconds(start, after), { kind: 'details' });
    expect(permit !== null).toBe(isTaken);
  });
});

type Step =
  | {
      readonly is: 'take';
      readonly kind: 'balances' | 'transactions' | 'details';
      readonly accounts: readonly string[];
    }
  /** Gives a permit back, of those that are held. */
  | { readonly is: 'give back'; readonly nth: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      is: fc.constant('take' as const),
      kind: fc.constantFrom('balances' as const, 'transactions' as const, 'details' as const),
      accounts: fc.subarray(['acc-1', 'card-1'], { minLength: 1 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ is: fc.constant('give back' as const), nth: fc.nat(5) }),
  },
);

interface CountedRead {
  readonly permit: string;
  readonly account: string;
  readonly kind: string;
  readonly at: Date;
}

/** The most reads of one account and kind within 24 hours. */
function busiest(reads: readonly CountedRead[]): number {
  const sizes = reads.map(
    (first) =>
      reads.filter(
        ({ account, kind, at }) =>
          account === first.account &&
          kind === first.kind &&
          at >= first.at &&
          at.getTime() < first.at.getTime() + hours24 * 1000,
      ).length,
  );
  return Math.max(0, ...sizes);
}

describe('reads without the PSU in any order of takes and gives back', () => {
  const history = fc.array(
    // A process may get the lock after one whose time is later: minutes can be negative.
    fc.record({ step, minutes: fc.constantFrom(-2, 0, 1, 5, 60, 120, 360, 1200) }),
    { minLength: 15, maxLength: 40 },
  );

  it('are never more than four per account, kind and rolling 24 hours, and are refused only then', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const customer = newCustomer();
        const held: string[] = [];
        let minute = 0;
        for (const { step: one, minutes } of steps) {
          minute += minutes;
          const before = await readsOf(customer);
          if (one.is === 'give back') {
            const [permit] = held.splice(one.nth, 1);
            if (permit !== undefined) expect(await sca.reads.giveBack(permit)).toBe(true);
            continue;
          }
          const at = minutesAfter(start, minute);
          const { permit, until } = await takeAt(customer, at, one);
          expect(until !== null).toBe(isFull(before, one, at));
          if (permit !== null) held.push(permit);
        }
        expect(busiest(await readsOf(customer))).toBeLessThanOrEqual(4);
      }),
      { numRuns: 60 },
    );
  });
});

async function readsOf(customer: string): Promise<readonly CountedRead[]> {
  const { rows } = await sca.database.pool.query<CountedRead>(
    'select permit, account, kind, at from unattended_read where customer_id = $1',
    [customer],
  );
  return rows;
}

/** Whether one of the accounts has four reads already in the 24 hours before. */
function isFull(
  reads: readonly CountedRead[],
  { kind, accounts }: Step & { readonly is: 'take' },
  at: string,
): boolean {
  const counted = kind === 'details' ? 'transactions' : kind;
  return accounts.some((account) => {
    const recent = reads.filter(
      (read) =>
        read.account === account &&
        read.kind === counted &&
        read.at.getTime() > Date.parse(at) - hours24 * 1000,
    );
    if (kind === 'details' && recent.length > 0) return false;
    return recent.length >= 4;
  });
}
