import { GetTransactions } from '@nordgate/contracts/queries';
import { inGeneration } from '@nordgate/contracts/rules';
import { sumIn } from '../../domain/money.js';
import { knownState, knownStreams } from '../known-state/known-state.js';
import {
  accountsWithHistory,
  anyTransaction,
  balancesOf,
  reset,
  untilProjected,
} from '../../testing/accounts-on-a-bus.fixture.js';
import type { AccountsOnABus } from '../../testing/accounts-on-a-bus.fixture.js';

const known = knownStreams(knownState);
const [current = '', savings = ''] = [...known.accounts.keys()];
const [card = ''] = known.cardAccounts.keys();

let accounts: AccountsOnABus;
let generation: number;
beforeAll(async () => {
  accounts = await accountsWithHistory();
  generation = await reset(accounts);
  await untilProjected(accounts);
});
afterEach(async () => expect(await accounts.parked()).toBe(0));
afterAll(() => accounts.stop());

/** A stream of the known state as it is in the world. */
const inWorld = (stream: string) => inGeneration(stream, generation);

const listed = async (account: string, status: 'both' | 'booked' | 'pending') => {
  const filter = { ...anyTransaction, status };
  const query = new GetTransactions(inWorld(account), generation, filter, 2000, null, { skip: 0 });
  return (await accounts.ask(query)).transactions;
};
const ids = async (account: string) =>
  (await listed(account, 'both')).map(({ transactionId, amount }) => `${transactionId} ${amount}`);

describe('a reset of the sandbox', () => {
  it('ends at the known balance of every account after a year of transactions', async () => {
    for (const [stream, { balance }] of known.accounts) {
      expect((await balancesOf(accounts, inWorld(stream))).interimBooked).toBe(balance);
    }
    expect((await listed(current, 'booked')).length).toBeGreaterThan(200);
    expect((await listed(savings, 'booked')).length).toBeGreaterThan(3);
    expect((await listed(card, 'booked')).length).toBeGreaterThan(30);
  });

  it.each([...known.accounts.keys(), card])(
    'has a balance after each transaction of %s that is the one before with its amount',
    async (account) => {
      const booked = (await listed(account, 'booked')).toReversed();
      const after = booked.map(({ balanceAfter = '' }) => balanceAfter);
      const sums = booked.slice(1).map(({ amount }, at) => sumIn('NOK', [after[at] ?? '', amount]));
      expect(after.slice(1)).toEqual(sums);
    },
  );

  it('leaves pending transactions, which are reserved', async () => {
    for (const account of [current, card]) {
      const pending = await listed(account, 'pending');
      expect([2, 3]).toContain(pending.length);
      const {
        interimBooked,
        interimAvailable,
        creditLimit = '0',
      } = await balancesOf(accounts, inWorld(account));
      const reserved = pending.map(({ amount }) => amount);
      expect(sumIn('NOK', [interimBooked, creditLimit, ...reserved])).toBe(interimAvailable);
    }
  });

  it('keeps the books of the bank balanced', async () => {
    const { rows } = await accounts.database().pool.query<{ amount: string }>(
      `select line->>'amount' as amount
         from es.event, json_array_elements(data->'lines') line where type = 'EntryBooked'`,
    );
    expect(rows.length).toBeGreaterThan(100);
    expect(
      sumIn(
        'NOK',
        rows.map(({ amount }) => amount),
      ),
    ).toBe('0.00');
  });

  it('has the same transactions with the same ids again on the same day', async () => {
    const before = await ids(current);
    generation = await reset(accounts);
    await untilProjected(accounts);
    expect(await ids(current)).toEqual(before);
    expect((await balancesOf(accounts, inWorld(current))).interimBooked).toBe(
      known.accounts.get(current)?.balance,
    );
  });
});
