import { sandboxAccountsApp } from '@nordgate/accounts/accounts.sandbox';
import type { AccountCommands } from '@nordgate/contracts/commands';
import type { PostingDetails } from '@nordgate/contracts/events';
import { dayInOslo, daysLater, inGeneration, streams } from '@nordgate/contracts/rules';
import { openDatabase } from '@nordgate/event-store';
import { serviceOnABus } from '@nordgate/service/testing';
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

/** The ledger of a test bank: another instance of accounts beside the bank's own. */
export interface TestLedger {
  /** Books entries, one after another. */
  book(account: string, entries: readonly TestEntry[]): Promise<void>;
  /** Reserves one debit, which stays pending. */
  reserve(account: string, entry: TestEntry): Promise<void>;
  stop(): Promise<void>;
}

/** Opens the ledger of a bank whose sandbox has this generation. */
export async function openTestLedger(test: TestBank, generation: number): Promise<TestLedger> {
  const accounts = await serviceOnABus(
    sandboxAccountsApp,
    ['batch.events.v1'],
    test.databaseUrl('accounts'),
  );
  let entries = 0;
  const send = async (
    type: 'BookEntry' | 'ReserveEntry',
    account: string,
    posting: object,
  ): Promise<void> => {
    entries += 1;
    const entryId = inGeneration(`test-${String(entries)}`, generation);
    const data = { entryId, postings: [posting] } as AccountCommands['BookEntry']['data'];
    const meta = { at: new Date().toISOString(), actor: 'system:test' };
    const result = await accounts.send({
      type,
      id: `${entryId}/${type}`,
      stream: account,
      data,
      meta,
    });
    if (result.is !== 'decided') throw new Error(`${type}: ${JSON.stringify(result)}`);
  };
  return {
    async book(account, booked) {
      for (const { amount, daysAgo = 0, details = {} } of booked) {
        const day = daysLater(dayInOslo(new Date()), -daysAgo);
        const dates = { bookingDate: day, valueDate: day };
        await send('BookEntry', account, { account, currency: 'NOK', amount, ...dates, details });
      }
    },
    reserve(account, { amount, daysAgo = 0, details = {} }) {
      const date = daysLater(dayInOslo(new Date()), -daysAgo);
      return send('ReserveEntry', account, { account, currency: 'NOK', amount, date, details });
    },
    stop: () => accounts.stop(),
  };
}

/** The streams of a customer's accounts, in their order, and of the customer's cards. */
export async function ledgerAccountsOf(
  test: TestBank,
  customer: ListedCustomer,
): Promise<{ readonly accounts: readonly string[]; readonly cards: readonly string[] }> {
  const plain = { applicationName: 'test', migrations: [], poolMax: 1 };
  const database = await openDatabase({ url: test.databaseUrl('accounts'), ...plain });
  try {
    const pans = customer.cardAccounts.map(({ maskedPan }) => maskedPan);
    const { rows } = await database.pool.query<{ stream: string }>(
      `select stream_id as stream from es.view where state->>'maskedPan' = any ($1)`,
      [pans],
    );
    const accounts = customer.accounts.map(({ accountId }) => streams.account.id(accountId));
    return { accounts, cards: rows.map(({ stream }) => stream) };
  } finally {
    await database.close();
  }
}
