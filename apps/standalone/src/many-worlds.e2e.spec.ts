import { instantInOslo } from '@nordgate/contracts/calendar';
import { executionTermsOf, defaultProfile } from '@nordgate/contracts/profile';
import { bankingDayNear, dayInOslo, daysLater, generationSql } from '@nordgate/contracts/rules';
import {
  approveAt,
  clockOf,
  clockPath,
  codesOf,
  firstThat,
  initiate,
  jsonWith,
  listedCustomers,
  meetPsu,
  orderBetween,
  singlePath,
  statusOf,
} from '@nordgate/testing';
import type { World } from '@nordgate/testing';
import pg from 'pg';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

/** `NORDGATE_WORLDS=200` takes two minutes or more. */
const worldsMax = Number(process.env['NORDGATE_WORLDS'] ?? 20);
/** So many requests are on their way at once: a gateway limits the connections of an address. */
const atOnce = 8;

async function inGroups<One, Result>(
  all: readonly One[],
  work: (one: One) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let first = 0; first < all.length; first += atOnce) {
    results.push(...(await Promise.all(all.slice(first, first + atOnce).map(work))));
  }
  return results;
}
const hourMs = 3_600_000;
/** The clocks are that far ahead at most. Each world has another one. */
const spreadMinutes = 10 * 24 * 60;
const day = bankingDayNear(daysLater(dayInOslo(new Date()), 2), 'following');
const [firstRun = ''] = executionTermsOf(defaultProfile('sandbox')).runs;

/** The world of a TPP with a payment that is due on a day, and one that nobody approves. */
interface MadeWorld {
  readonly world: World;
  readonly minutes: number;
  readonly madeAt: number;
  readonly dated: string;
  readonly left: string;
}

async function make(test: TestBank, index: number): Promise<MadeWorld> {
  const tpp = await test.newTpp(`PSDNO-FSA-${String(850_000_000 + index)}`);
  const world: World = { ...test.world(), tpp };
  const customers = await listedCustomers(tpp);
  const [debtor, creditor] = customers.filter(({ customerType }) => customerType === 'PRIVATE');
  if (debtor === undefined || creditor === undefined) throw new Error('no customers');
  await meetPsu(world, debtor);
  const order = orderBetween({ debtor, creditor }, { requestedExecutionDate: day });
  const dated = await initiate(world, singlePath, order);
  await approveAt(world, dated.scaHref, debtor);
  const left = await initiate(world, singlePath, order);
  const minutes = Math.floor((index * spreadMinutes) / worldsMax);
  const ids = { dated: dated.paymentId, left: left.paymentId };
  return { world, minutes, madeAt: Date.now(), ...ids };
}

/** Pairs of a stream and its run in different worlds, and payments that two runs have picked. */
async function crossings(test: TestBank): Promise<readonly number[]> {
  const client = new pg.Client({ connectionString: test.databaseUrl('batch') });
  await client.connect();
  const count = async (from: string) =>
    (await client.query<{ n: number }>(`select count(*)::int as n from ${from}`)).rows[0]?.n ?? -1;
  const found = [
    await count(`run_item where ${generationSql('payment_id')} <> ${generationSql('run')}`),
    await count(`(select from run_item group by payment_id having count(*) > 1) twice`),
  ];
  await client.end();
  return found;
}

describe(`${String(worldsMax)} worlds whose clocks are moved side by side`, () => {
  let test: TestBank;
  let made: readonly MadeWorld[] = [];
  beforeAll(
    async () => {
      test = await startTestBank();
      const indexes = Array.from({ length: worldsMax }, (_, index) => index);
      made = await inGroups(indexes, (index) => make(test, index));
      const moved = made.filter(({ minutes }) => minutes > 0);
      await inGroups(moved, async ({ world, minutes }) => {
        const body = { advance: `PT${String(minutes)}M` };
        jsonWith(await world.tpp.call({ method: 'PUT', path: clockPath, body }), 202);
      });
      // All of them move by now.
      for (const { world } of moved) {
        await firstThat(
          'the clock is ready',
          () => clockOf(world),
          ({ state }) => state === 'ready',
          { limitMs: worldsMax * 10_000, everyMs: 100 },
        );
      }
    },
    worldsMax * 10_000 + 60_000,
  );
  afterAll(() => test.stop());

  it('have each its own time', async () => {
    const ahead = await inGroups(
      made,
      async ({ world }) => Date.parse((await clockOf(world)).now) - Date.now(),
    );
    const off = made.map(({ minutes }, index) => (ahead[index] ?? 0) - minutes * 60_000);
    expect(off.filter((ms) => Math.abs(ms) > 60_000)).toEqual([]);
  });

  it('execute their own payment in their own run once it is due in their time, and end what nobody approved', async () => {
    const slot = instantInOslo(day, firstRun).getTime();
    const expected: string[] = [];
    const seen: string[] = [];
    for (const { world, minutes, madeAt, dated, left } of made) {
      const now = Date.now() + minutes * 60_000;
      // A clock that is just at the slot may pass it meanwhile.
      if (Math.abs(now - slot) > 60_000) {
        expected.push(`${String(minutes)} ${now > slot ? 'ACSC' : 'ACTC'}`);
        seen.push(`${String(minutes)} ${await statusOf(world, singlePath, dated)}`);
      }
      expected.push(`${String(minutes)} ${now - madeAt > 24 * hourMs ? 'RJCT' : 'RCVD'}`);
      seen.push(`${String(minutes)} ${await statusOf(world, singlePath, left)}`);
    }
    expect(seen).toEqual(expected);
    for (const status of ['ACSC', 'ACTC', 'RJCT', 'RCVD']) {
      expect(seen.filter((one) => one.endsWith(status))).not.toEqual([]);
    }
    expect(await crossings(test)).toEqual([0, 0]);
  });

  it('give no TPP the payment of another one', async () => {
    const pairs = made.map(({ world }, index) => ({ world, of: made[(index + 1) % made.length] }));
    const answers = await inGroups(pairs, ({ world, of }) =>
      world.tpp.call({ method: 'GET', path: `${singlePath}/${of?.dated ?? ''}/status` }),
    );
    const all = answers.map((answer) => [answer.status, ...codesOf(answer)].join(' '));
    expect([...new Set(all)]).toEqual(['404 RESOURCE_UNKNOWN']);
  });
});
