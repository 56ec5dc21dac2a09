import type { AccountCommands } from '@nordgate/contracts/commands';
import type { Posting, PostingsBooked } from '@nordgate/contracts/events';
import {
  correctionOf,
  entryByHand,
  replacementPlace,
  transactionIdOf,
} from '@nordgate/contracts/rules';
import { isRefusal } from '@nordgate/decider';
import type { Command } from '@nordgate/decider';
import { anAccount, pending, toReserve } from '../../testing/ledger-commands.js';
import { LedgerInMemory } from '../../testing/ledger-in-memory.js';

const at = '2026-11-22T10:00:00.000Z';
const day = '2026-11-22';
const account = 'account-a1';
const clearing = 'clearing-NOK-account-a1.1';
const entryId = entryByHand('one', 1);
const transactionId = transactionIdOf({ account, entryId }, 0);
const correction = correctionOf(transactionId, 1);
const by = { request: 'request-1', content: 'content-1' };
const later = { by: { request: 'request-2', content: 'content-2' } };

type Data = AccountCommands['ChangeSandboxTransaction']['data'];

function to(type: string, data: Partial<Data>): Command {
  const byHand = { generation: 1, by };
  const meta = { at, actor: 'PSDNO-FSA-1' };
  return { type, id: 'any', stream: account, data: { ...byHand, ...data }, meta };
}
const details = { creditorName: 'Kraftverket AS' };
const bookedOf = (amount: string, change: Partial<Posting> = {}): Data['transaction'] => ({
  status: 'booked',
  posting: { currency: 'NOK', amount, bookingDate: day, valueDate: day, details, ...change },
});
const pendingOf = (amount: string, currency = 'NOK'): Data['transaction'] => ({
  status: 'pending',
  posting: { currency, amount, date: day, details },
});
const toAdd = (transaction: Data['transaction'], change: Partial<Data> = {}) =>
  to('AddSandboxTransaction', { entryId, transaction, ...change });
const toChange = (transaction: Data['transaction'], change: Partial<Data> = {}) =>
  to('ChangeSandboxTransaction', { transactionId, entryId, transaction, ...later, ...change });
const toRemove = (change: Partial<Data> = {}) =>
  to('RemoveSandboxTransaction', { transactionId, entryId, ...later, ...change });

function aLedger(): LedgerInMemory {
  return new LedgerInMemory()
    .happened('world-PSDNO-FSA-1', {
      type: 'WorldInitialised',
      data: { generation: 1, tpp: 'PSDNO-FSA-1', at },
    })
    .happened(account, anAccount('a1', { openingBalance: '100.00', generation: 1 }));
}
async function outcome(ledger: LedgerInMemory, command: Command): Promise<readonly unknown[]> {
  const written = await ledger.decide(command);
  if (isRefusal(written)) return [written.refused, ...(written.path ? [written.path] : [])];
  return written.map(({ stream, event }) => `${stream} ${event.type}`);
}
async function ledgerWith(transaction: Data['transaction']): Promise<LedgerInMemory> {
  const ledger = aLedger();
  expect(isRefusal(await ledger.decide(toAdd(transaction)))).toBe(false);
  return ledger;
}
const stateOf = (ledger: LedgerInMemory) =>
  ledger.stateOf(account) as {
    balance: string;
    reservations?: Record<string, { amount: string }>;
  };
const clearingOf = (ledger: LedgerInMemory) => ledger.clearedOn(clearing);
const reservedOf = (ledger: LedgerInMemory) => stateOf(ledger).reservations?.[entryId]?.amount;
const postingsOf = (ledger: LedgerInMemory): readonly Posting[] =>
  ledger
    .eventsOf(account)
    .filter((event): event is PostingsBooked => event.type === 'PostingsBooked')
    .flatMap(({ data }) => data.postings);
/** The posting of the booked transaction, as the gateway reads it. */
const booked = bookedOf('-40.00').posting as Posting;

describe('a transaction by hand', () => {
  it('is booked once against the clearing account of its account', async () => {
    const ledger = await ledgerWith(bookedOf('-40'));
    expect(stateOf(ledger).balance).toBe('60.00');
    expect(clearingOf(ledger)).toBe('40.00');
    expect(postingsOf(ledger)).toEqual([booked]);
    expect(await outcome(ledger, toAdd(bookedOf('-40')))).toEqual([]);
    const other = toAdd(bookedOf('-41'), { by: { ...by, content: 'content-2' } });
    expect(await outcome(ledger, other)).toEqual(['CONFLICT']);
  });

  it('is booked without funds for it', async () => {
    const ledger = await ledgerWith(bookedOf('-100.01'));
    expect(stateOf(ledger).balance).toBe('-0.01');
  });

  it('is pending up to all of the funds, and refused above them', async () => {
    const tooMuch = toAdd(pendingOf('-100.01'));
    expect(await outcome(aLedger(), tooMuch)).toEqual([
      'FUNDS_NOT_AVAILABLE',
      '/transactionAmount/amount',
    ]);
    const ledger = await ledgerWith(pendingOf('-100'));
    expect(stateOf(ledger)).toMatchObject({ balance: '100.00' });
    expect(reservedOf(ledger)).toBe('100.00');
    expect(clearingOf(ledger)).toBeUndefined();
  });

  it.each<[string, Data['transaction'], readonly string[]]>([
    [
      'in another currency',
      bookedOf('-1', { currency: 'EUR' }),
      ['FORMAT_ERROR', '/transactionAmount/currency'],
    ],
    ['of a credit that is pending', pendingOf('1'), ['FORMAT_ERROR', '/transactionAmount/amount']],
    ['of a part of an øre', bookedOf('-0.001'), ['FORMAT_ERROR', '/transactionAmount/amount']],
  ])('is refused %s, with the path in the body', async (_what, transaction, refusal) => {
    expect(await outcome(aLedger(), toAdd(transaction))).toEqual(refusal);
  });

  it('is refused for an account that is not there, and after a reset', async () => {
    const without = new LedgerInMemory().happened('world-PSDNO-FSA-1', {
      type: 'WorldInitialised',
      data: { generation: 1, tpp: 'PSDNO-FSA-1', at },
    });
    expect(await outcome(without, toAdd(bookedOf('-1')))).toEqual(['RESOURCE_UNKNOWN']);
    expect(await outcome(without, toRemove({ booked }))).toEqual(['RESOURCE_UNKNOWN']);
    for (const command of [
      toAdd(bookedOf('-1'), { generation: 0 }),
      toChange(bookedOf('-1'), { generation: 0 }),
      toRemove({ generation: 0 }),
    ]) {
      expect(await outcome(aLedger(), command)).toEqual(['SYSTEM_ERROR']);
    }
  });
});

describe('a booked transaction that is changed by hand', () => {
  it('is reversed and booked in its new form by one entry, which balances', async () => {
    const ledger = await ledgerWith(bookedOf('-40'));
    const change = toChange(bookedOf('-15.5', { details: {} }), { booked });
    expect(await outcome(ledger, change)).toEqual([
      `entry-${correction} EntryBooked`,
      `${account} PostingsBooked`,
    ]);
    expect(stateOf(ledger).balance).toBe('84.50');
    expect(clearingOf(ledger)).toBe('15.50');
    const [, reversal, replacement] = postingsOf(ledger);
    expect(reversal).toEqual({
      ...booked,
      amount: '40.00',
      details: { ...details, additionalInformation: `Korreksjon av transaksjon ${transactionId}` },
    });
    expect(replacement).toEqual({ ...booked, amount: '-15.50', details: {} });
  });

  it('keeps its value date in the reversal, which is booked today', async () => {
    const old = { bookingDate: '2026-01-30', valueDate: '2026-02-01' };
    const ledger = await ledgerWith(bookedOf('-40', old));
    await ledger.decide(toRemove({ booked: { ...booked, ...old } }));
    const [, reversal] = postingsOf(ledger);
    expect(reversal).toMatchObject({ bookingDate: day, valueDate: '2026-02-01' });
  });

  it('is changed once: a repeat changes nothing, and another request does not find it', async () => {
    const ledger = await ledgerWith(bookedOf('-40'));
    await ledger.decide(toChange(bookedOf('-15'), { booked }));
    expect(await outcome(ledger, toChange(bookedOf('-15'), { booked }))).toEqual([]);
    const reused = { booked, by: { ...later.by, content: 'content-3' } };
    expect(await outcome(ledger, toChange(bookedOf('-16'), reused))).toEqual(['CONFLICT']);
    const third = { booked, by: { request: 'request-3', content: 'content-3' } };
    expect(await outcome(ledger, toChange(bookedOf('-15'), third))).toEqual(['RESOURCE_UNKNOWN']);
    expect(await outcome(ledger, toRemove(third))).toEqual(['RESOURCE_UNKNOWN']);
    expect(stateOf(ledger).balance).toBe('85.00');
  });

  it('has a replacement that can be changed in its turn', async () => {
    const ledger = await ledgerWith(bookedOf('-40'));
    await ledger.decide(toChange(bookedOf('-15'), { booked }));
    const replacing = transactionIdOf({ account, entryId: correction }, replacementPlace);
    const third = {
      transactionId: replacing,
      entryId: correction,
      booked: { ...booked, amount: '-15.00' },
      by: { request: 'request-3', content: 'content-3' },
    };
    await ledger.decide(toRemove(third));
    expect(stateOf(ledger).balance).toBe('100.00');
    expect(clearingOf(ledger)).toBe('0.00');
  });

  it('is reversed when it is removed, once', async () => {
    const ledger = await ledgerWith(bookedOf('-40'));
    await ledger.decide(toRemove({ booked }));
    expect(stateOf(ledger).balance).toBe('100.00');
    expect(clearingOf(ledger)).toBe('0.00');
    const again = { booked, by: { request: 'request-3', content: 'content-3' } };
    expect(await outcome(ledger, toRemove(again))).toEqual(['RESOURCE_UNKNOWN']);
  });

  it('cannot become pending', async () => {
    const ledger = await ledgerWith(bookedOf('-40'));
    const change = toChange(pendingOf('-40'), { booked });
    expect(await outcome(ledger, change)).toEqual(['FORMAT_ERROR', '/status']);
  });

  it('is refused with SYSTEM_ERROR if the gateway has read it before its booking', async () => {
    const ledger = await ledgerWith(bookedOf('-40'));
    expect(await outcome(ledger, toChange(bookedOf('-1')))).toEqual(['SYSTEM_ERROR']);
    expect(await outcome(ledger, toRemove())).toEqual(['SYSTEM_ERROR']);
  });
});

describe('a pending transaction that is changed by hand', () => {
  it('is reserved again in its new form, also with the funds that it had reserved', async () => {
    const ledger = await ledgerWith(pendingOf('-60'));
    expect(await outcome(ledger, toChange(pendingOf('-100')))).toEqual([
      `${account} ReservationReleased`,
      `entry-${entryId} EntryReserved`,
      `${account} AmountReserved`,
    ]);
    expect(reservedOf(ledger)).toBe('100.00');
    const third = { by: { request: 'request-3', content: 'content-3' } };
    const tooMuch = toChange(pendingOf('-100.01'), third);
    expect(await outcome(ledger, tooMuch)).toEqual([
      'FUNDS_NOT_AVAILABLE',
      '/transactionAmount/amount',
    ]);
    expect(reservedOf(ledger)).toBe('100.00');
  });

  it('is booked under its own entry, also with another amount and without funds for it', async () => {
    const ledger = await ledgerWith(pendingOf('-60'));
    await ledger.decide(toChange(bookedOf('-150')));
    expect(stateOf(ledger).balance).toBe('-50.00');
    expect(stateOf(ledger).reservations).toBeUndefined();
    expect(clearingOf(ledger)).toBe('150.00');
    expect(await outcome(ledger, toChange(bookedOf('-150')))).toEqual([]);
    const last = ledger.eventsOf(account).at(-1)?.data;
    expect(last).toMatchObject({ entryId, reservation: { sequence: 1 } });
  });

  it('is released when it is removed, and unknown afterwards', async () => {
    const ledger = await ledgerWith(pendingOf('-60'));
    await ledger.decide(toRemove());
    expect(stateOf(ledger).reservations).toBeUndefined();
    expect(stateOf(ledger).balance).toBe('100.00');
    expect(await outcome(ledger, toRemove())).toEqual(['RESOURCE_UNKNOWN']);
    expect(await outcome(ledger, toChange(bookedOf('-1')))).toEqual(['RESOURCE_UNKNOWN']);
    expect(await outcome(ledger, toAdd(pendingOf('-60')))).toEqual(['CONFLICT']);
  });

  it('changes once for a repeated request, and refuses another content under it', async () => {
    const ledger = await ledgerWith(pendingOf('-60'));
    await ledger.decide(toChange(pendingOf('-61')));
    expect(await outcome(ledger, toChange(pendingOf('-61')))).toEqual([]);
    const reused = toChange(pendingOf('-62'), { by: { ...later.by, content: 'content-3' } });
    expect(await outcome(ledger, reused)).toEqual(['CONFLICT']);
  });

  it('is refused if a payment depends on it', async () => {
    const ledger = aLedger();
    await ledger.decide(toReserve('payment-1.1', pending(account, '-60.00')));
    const ofPayment = { entryId: 'payment-1.1' };
    const refusal = ['CONFLICT', '/transactionId'];
    expect(await outcome(ledger, toChange(bookedOf('-1'), ofPayment))).toEqual(refusal);
    expect(await outcome(ledger, toRemove(ofPayment))).toEqual(refusal);
  });

  it('is unknown if nobody made it', async () => {
    expect(await outcome(aLedger(), toRemove())).toEqual(['RESOURCE_UNKNOWN']);
    expect(await outcome(aLedger(), toChange(bookedOf('-1')))).toEqual(['RESOURCE_UNKNOWN']);
  });
});

describe('several transactions by hand', () => {
  const entries = ['one', 'two'].map((name) => entryByHand(name, 1));
  const toAddAll = (amounts: readonly string[], currency = 'NOK'): Command => {
    const transactions = amounts.map((amount, at) => ({
      entryId: entries[at] ?? '',
      transaction: bookedOf(amount, { currency: at === 0 ? 'NOK' : currency }),
    }));
    return to('AddSandboxTransactions', { transactions } as never);
  };

  it('are booked in their order, once', async () => {
    const ledger = aLedger();
    expect(await outcome(ledger, toAddAll(['5', '7']))).toHaveLength(4);
    expect(ledger.stateOf(account)).toMatchObject({ balance: '112.00', sequence: 2 });
    expect(await outcome(ledger, toAddAll(['5', '7']))).toEqual([]);
  });

  it('are not made at all when one cannot be made, and the path has its place', async () => {
    const ledger = aLedger();
    expect(await outcome(ledger, toAddAll(['5', '7'], 'EUR'))).toEqual([
      'FORMAT_ERROR',
      '/1/transactionAmount/currency',
    ]);
    expect(ledger.stateOf(account)).toMatchObject({ balance: '100.00' });
  });
});
