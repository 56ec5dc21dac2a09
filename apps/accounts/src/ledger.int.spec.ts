import type { Command } from '@nordgate/decider';
import { streams } from '@nordgate/contracts/rules';
import { sumIn } from './domain/money.js';
import { knownState } from './sandbox/known-state/known-state.js';
import { findingTransferAccounts } from './transfer/transfer-accounts.rows.js';
import { accountsOnABus, balancesOf, decided, reset } from './testing/accounts-on-a-bus.fixture.js';
import type { AccountsOnABus } from './testing/accounts-on-a-bus.fixture.js';
import {
  pending,
  posting,
  toBook,
  toBookReserved,
  toForce,
  toRelease,
  toReserve,
} from './testing/ledger-commands.js';

const [bareA = '', bareB = ''] = knownState.accounts.map(({ accountId }) => accountId);
const [openingOfA = '', openingOfB = ''] = knownState.accounts.map(({ balance }) => balance);
const bareCard = knownState.cardAccounts[0]?.cardAccountId ?? '';

let one: AccountsOnABus;
let other: AccountsOnABus;
let generation: number;
/** Two accounts and a card account of the world. */
let [a, b, card] = ['', '', ''];

beforeAll(async () => {
  one = await accountsOnABus();
  other = await accountsOnABus(one.url);
});
beforeEach(() => resetWorld());
afterEach(async () => expect(await one.parked()).toBe(0));
afterAll(async () => {
  await other.stop();
  await one.stop();
});

async function resetWorld(): Promise<void> {
  generation = await reset(one);
  [a, b] = [streams.account.id(inGeneration(bareA)), streams.account.id(inGeneration(bareB))];
  card = streams.cardAccount.id(inGeneration(bareCard));
}

const inGeneration = (id: string) => `${id}.${String(generation)}`;
const amountOf = (at: number) => `${String((at % 7) + 1)}.${String((at % 90) + 10)}`;
const both = () => Promise.all([a, b].map((account) => balancesOf(one, account)));

/** All balances of the accounts of the world in one currency, and what has left the bank. */
async function books(): Promise<string> {
  const { rows } = await one.database().pool.query<{ balance: string }>(
    `select coalesce(state->>'balance', '0') as balance from es.view
      where stream_type in ('account', 'card-account') and state->>'is' = 'open'
        and stream_id like '%.' || $1`,
    [generation],
  );
  return sumIn('NOK', [await cleared(), ...rows.map(({ balance }) => balance)]);
}

/** What has left the bank in this world, by the lines of its entries. */
async function cleared(): Promise<string> {
  const { rows } = await one.database().pool.query<{ amount: string }>(
    `select line->>'amount' as amount
       from es.event, json_array_elements(data->'lines') line
      where type = 'EntryBooked' and stream_id like '%.' || $1 and line->>'stream' like 'clearing-%'`,
    [generation],
  );
  return sumIn(
    'NOK',
    rows.map(({ amount }) => amount),
  );
}

/** The same request again, as another command: only its entry tells that it is a repeat. */
const again = <C extends Command>(command: C): C => ({ ...command, id: `again-${command.id}` });

const known = () =>
  sumIn(
    'NOK',
    knownState.accounts.map(({ balance }) => balance),
  );

describe('two instances that post at once', () => {
  it('lose nothing and double nothing when the same accounts pay each other in both directions', async () => {
    const there = Array.from({ length: 40 }, (_, at) => amountOf(at));
    const back = Array.from({ length: 40 }, (_, at) => amountOf(at + 3));
    const commands = [
      ...there.map((amount, at) =>
        toBook(inGeneration(`there-${String(at)}`), posting(a, `-${amount}`), posting(b, amount)),
      ),
      ...back.map((amount, at) =>
        toBook(inGeneration(`back-${String(at)}`), posting(b, `-${amount}`), posting(a, amount)),
      ),
    ];
    await Promise.all(
      commands.flatMap((command, at) => {
        const [first, second] = at % 2 === 0 ? [one, other] : [other, one];
        return [decided(first, command), decided(second, again(command))];
      }),
    );
    const moved = sumIn('NOK', [...back, ...there.map((amount) => `-${amount}`)]);
    const [ofA, ofB] = await both();
    expect(ofA?.interimBooked).toBe(sumIn('NOK', [openingOfA, moved]));
    expect(sumIn('NOK', [ofA?.interimBooked ?? '', ofB?.interimBooked ?? ''])).toBe(
      sumIn('NOK', [openingOfA, openingOfB]),
    );
    expect(await books()).toBe(known());
    for (const { data } of commands) {
      expect(await one.eventsOf(`entry-${data.entryId}`)).toHaveLength(1);
    }
  });

  it('book each reservation once, whichever of a booking and a release comes first', async () => {
    const ids = Array.from({ length: 20 }, (_, at) => inGeneration(`r-${String(at)}`));
    const reservations = ids.map((id) => toReserve(id, pending(a, '-10.00'), pending(b, '10.00')));
    await Promise.all(
      reservations.flatMap((command) => [decided(one, command), decided(other, again(command))]),
    );
    expect((await both())[0]?.interimAvailable).toBe(sumIn('NOK', [openingOfA, '-200.00']));
    const ends = await Promise.all(
      ids.flatMap((id) => [one.send(toBookReserved(id, a)), other.send(toRelease(id, a))]),
    );
    const isDecided = ends.map(({ is }) => is === 'decided');
    const booked = ids.filter((_, at) => isDecided[2 * at]).length;
    const released = ids.filter((_, at) => isDecided[2 * at + 1]).length;
    expect(booked + released).toBe(ids.length);
    const [ofA, ofB] = await both();
    expect(ofA?.interimBooked).toBe(sumIn('NOK', [openingOfA, `-${String(booked * 10)}`]));
    expect(ofA?.interimAvailable).toBe(ofA?.interimBooked);
    expect(ofB?.interimBooked).toBe(sumIn('NOK', [openingOfB, String(booked * 10)]));
  });

  it('never spend the same funds twice', async () => {
    const half = sumIn('NOK', [openingOfA]).replace(/\.\d+$/u, '');
    const each = String(Math.floor(Number(half) / 4));
    const results = await Promise.all(
      Array.from({ length: 16 }, (_, at) =>
        (at % 2 ? one : other).send(
          toBook(inGeneration(`spend-${String(at)}`), posting(a, `-${each}`)),
        ),
      ),
    );
    const refusals = results.filter(({ is }) => is === 'refused');
    expect(refusals).toEqual(
      Array<unknown>(12).fill({ is: 'refused', refusal: { refused: 'FUNDS_NOT_AVAILABLE' } }),
    );
    expect(await books()).toBe(known());
  });
});

describe('a reset of a world', () => {
  it('restores every balance, begins new books and keeps late entries in the generation before', async () => {
    await decided(one, toReserve(inGeneration('kept'), pending(a, '-1.00')));
    await decided(one, toBook(inGeneration('spent'), posting(a, '-2.00')));
    await decided(one, toBook(inGeneration('card'), posting(card, '-3.00')));
    const late = [
      toBookReserved(inGeneration('kept'), a),
      toBook(inGeneration('late'), posting(a, '-4.00')),
    ];
    const before = a;
    await resetWorld();
    for (const command of late) await decided(one, command);
    expect(await balancesOf(one, before)).not.toMatchObject({ interimBooked: openingOfA });
    const [ofA] = await both();
    expect(ofA).toEqual({
      currency: 'NOK',
      interimBooked: openingOfA,
      interimAvailable: openingOfA,
    });
    expect(await balancesOf(one, card)).toEqual({
      currency: 'NOK',
      interimBooked: '0.00',
      interimAvailable: '30000.00',
      creditLimit: '30000.00',
    });
    expect(await cleared()).toBe('0.00');
  });
});

describe('a forced correction', () => {
  it('shows less than nothing as available', async () => {
    await decided(
      one,
      toForce(inGeneration('f'), posting(a, `-${openingOfA}`), posting(a, '-1.00')),
    );
    const [ofA] = await both();
    expect(ofA).toMatchObject({ interimBooked: '-1.00', interimAvailable: '-1.00' });
  });
});

describe('the accounts of transfers that are asked for together', () => {
  it('are those of each transfer by number, with the owner of its debtor', async () => {
    const find = findingTransferAccounts(one.database());
    const [first, second] = knownState.accounts;
    if (first === undefined || second === undefined) throw new Error('no accounts');
    const owner = streams.customer.id(inGeneration(first.ownerId));
    const found = await Promise.all([
      find({ debtor: first.bban, creditors: [second.bban, first.bban, '15030088880'], generation }),
      find({ debtor: '15030088880', creditors: [], generation }),
      find({ debtor: '15030088880', creditors: [second.bban], generation }),
    ]);
    expect(found.map((ids) => [...ids].sort())).toEqual([[a, b, owner].sort(), [], [b]]);
  });
});
