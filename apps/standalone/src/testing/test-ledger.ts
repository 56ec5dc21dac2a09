import { sandboxAccountsApp } from '@nordgate/accounts/accounts.sandbox';
import { idKeyOf } from '@nordgate/accounts/transaction-place.projection';
import type { AccountCommands } from '@nordgate/contracts/commands';
import type { PostingDetails } from '@nordgate/contracts/events';
import {
  dayInOslo,
  daysLater,
  inGeneration,
  streams,
  transactionIdOf,
} from '@nordgate/contracts/rules';
import { openDatabase } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { serviceOnABus } from '@nordgate/service/testing';
import { firstThat } from '@nordgate/testing';
import type { ListedCustomer } from '@nordgate/testing';
import type { TestBank } from './test-bank.js';

/** What a test books or reserves. */
export interface TestEntry {
  /** A decimal with a minus sign for a debit. */
  readonly amount: string;
  /** How many days ago; today by default. */
  readonly daysAgo?: number;
  readonly details?: PostingDetails;
}

/** The ledger of a test bank: another instance of accounts beside the bank's own. It books alike in the world of each TPP. */
export interface TestLedger {
  /** Books entries, one after another. `account`: the stream without a generation. */
  book(account: string, entries: readonly TestEntry[]): Promise<void>;
  /** Reserves one debit, which stays pending. */
  reserve(account: string, entry: TestEntry): Promise<void>;
  /** Books what was booked before in the worlds that have begun since, and waits until each of them lists it. */
  catchUp(): Promise<void>;
  stop(): Promise<void>;
}

type Postings = AccountCommands['BookEntry']['data']['postings'];
type Entered = readonly ['BookEntry' | 'ReserveEntry', account: string, posting: object];

/** Opens the ledger of a bank. */
export async function openTestLedger(test: TestBank): Promise<TestLedger> {
  const accounts = await serviceOnABus(
    sandboxAccountsApp,
    ['batch.events.v1'],
    test.databaseUrl('accounts'),
  );
  const journal: Entered[] = [];
  const entered = new Map<number, number>();
  const send = async (at: number, generation: number): Promise<void> => {
    const [type, bare, posting] = journal[at] ?? [];
    if (type === undefined || bare === undefined) throw new Error('there is no such entry');
    const account = inGeneration(bare, generation);
    const entryId = inGeneration(`test-${String(at + 1)}`, generation);
    const postings = [{ ...posting, account }] as unknown as Postings;
    const meta = { at: new Date().toISOString(), actor: 'system:test' };
    const data = { entryId, postings };
    const command = { type, id: `${entryId}/${type}`, stream: account, data };
    const result = await accounts.send({ ...command, meta });
    if (result.is !== 'decided') throw new Error(`${type}: ${JSON.stringify(result)}`);
  };
  const catchUp = async (): Promise<void> => {
    for (const generation of await generationsOf(accounts.database())) {
      for (let at = entered.get(generation) ?? 0; at < journal.length; at += 1) {
        await send(at, generation);
        entered.set(generation, at + 1);
      }
    }
    await untilListed(accounts.database(), journal, entered);
  };
  return {
    async book(account, booked) {
      for (const { amount, daysAgo = 0, details = {} } of booked) {
        const day = daysLater(dayInOslo(new Date()), -daysAgo);
        const dates = { bookingDate: day, valueDate: day };
        journal.push(['BookEntry', account, { currency: 'NOK', amount, ...dates, details }]);
      }
      await catchUp();
    },
    reserve(account, { amount, daysAgo = 0, details = {} }) {
      const date = daysLater(dayInOslo(new Date()), -daysAgo);
      journal.push(['ReserveEntry', account, { currency: 'NOK', amount, date, details }]);
      return catchUp();
    },
    catchUp,
    stop: () => accounts.stop(),
  };
}

/**
 * Resolves when every entry is listed. A test that compares lists cannot tell an entry that arrives late from one that a page shows twice.
 *
 * @param entered how many entries each generation has
 */
async function untilListed(
  { pool }: Pick<Database, 'pool'>,
  journal: readonly Entered[],
  entered: ReadonlyMap<number, number>,
): Promise<void> {
  const ids = [...entered].flatMap(([generation, count]) =>
    journal.slice(0, count).map(([, bare], at) => {
      const account = inGeneration(bare, generation);
      const entryId = inGeneration(`test-${String(at + 1)}`, generation);
      return idKeyOf({ account, generation }, transactionIdOf({ account, entryId }, 0));
    }),
  );
  const listed = async () => {
    const { rows } = await pool.query<{ count: number }>(
      `select count(distinct id)::float8 as count from transaction_place where id = any ($1::bigint[])`,
      [ids],
    );
    return rows[0]?.count;
  };
  await firstThat('every entry is listed', listed, (count) => count === ids.length);
}

/** The generations that the worlds of all TPPs are in now. */
async function generationsOf({ pool }: Pick<Database, 'pool'>): Promise<readonly number[]> {
  const { rows } = await pool.query<{ generation: number }>(
    `select (state->>'generation')::float8 as generation from es.view where stream_type = 'world'`,
  );
  return rows.map(({ generation }) => generation);
}

/** The streams of a customer's accounts, in their order, and of the customer's cards, without a generation. */
export async function ledgerAccountsOf(
  test: TestBank,
  customer: ListedCustomer,
): Promise<{ readonly accounts: readonly string[]; readonly cards: readonly string[] }> {
  const plain = { applicationName: 'test', migrations: [], poolMax: 1 };
  const database = await openDatabase({ url: test.databaseUrl('accounts'), ...plain });
  try {
    const pans = customer.cardAccounts.map(({ maskedPan }) => maskedPan);
    const { rows } = await database.pool.query<{ stream: string }>(
      `select distinct regexp_replace(stream_id, '[.][0-9]+$', '') as stream
         from es.view where state->>'maskedPan' = any ($1)`,
      [pans],
    );
    const accounts = customer.accounts.map(({ accountId }) => streams.account.id(accountId));
    return { accounts, cards: rows.map(({ stream }) => stream) };
  } finally {
    await database.close();
  }
}
