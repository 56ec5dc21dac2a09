import type { AccountCommands } from '@nordgate/contracts/commands';
import type { CommandOf } from '@nordgate/decider';
import { anAccount, cardOpened, day } from '../testing/ledger-commands.js';
import { LedgerInMemory } from '../testing/ledger-in-memory.js';
import { pendingMax } from './follow-pending.js';

const [stream, card] = ['account-a', 'card-account-card-1'];
const meta = { at: '2026-11-20T12:00:00.000Z', actor: 'system:test' };
let sequence = 0;

/** A report of the core as accounts is asked to follow it, each with a later place. */
function follow<Type extends keyof AccountCommands & `Follow${string}`>(
  type: Type,
  report: object,
  of = stream,
) {
  sequence += 1;
  const data = { report, sequence };
  return { type, id: `report-${String(sequence)}`, stream: of, data, meta } as unknown as CommandOf<
    AccountCommands,
    Type
  >;
}

const posting = (amount: string) => ({ amount, currency: 'NOK', date: day, details: {} });
const pends = (entryId: string, amount: string, of = stream) =>
  follow('FollowPending', { entryId, posting: posting(amount) }, of);
const ends = (entryId: string) => follow('FollowPendingEnd', { entryId });
function books(entryId: string, amount: string, balanceAfter?: string, of = stream) {
  const postings = [{ amount, currency: 'NOK', bookingDate: day, valueDate: day, details: {} }];
  return follow('FollowEntry', { entryId, postings, balanceAfter }, of);
}

/** An account with 100.00, and a card with a limit of 1,000.00. */
const aLedger = () =>
  new LedgerInMemory()
    .happened(stream, anAccount('a', { openingBalance: '100.00' }))
    .happened(card, { ...cardOpened, data: { ...cardOpened.data, generation: 0 } });

const typesOf = (ledger: LedgerInMemory, of = stream) =>
  ledger.eventsOf(of).map(({ type }) => type);

describe('a reservation of the core', () => {
  it('is made without a check of funds, and its repeat changes nothing', async () => {
    const ledger = aLedger();
    await ledger.decide(pends('p1', '-150.00'));
    expect(ledger.stateOf(stream)).toMatchObject({
      balance: '100.00',
      reservations: { 'core-a-p1': { amount: '150.00', sequence: 1 } },
    });
    expect(await ledger.decide(pends('p1', '-150.00'))).toEqual([]);
    expect(typesOf(ledger)).toEqual(['AccountOpened', 'AmountReserved']);
  });

  it('has its new form after a report with another amount', async () => {
    const ledger = aLedger();
    await ledger.decide(pends('p1', '-20.00'));
    await ledger.decide(pends('p1', '-35.50'));
    expect(ledger.stateOf(stream)).toMatchObject({
      sequence: 3,
      reservations: { 'core-a-p1': { amount: '35.50', sequence: 3 } },
    });
    expect(ledger.eventsOf(stream)[2]).toMatchObject({
      type: 'ReservationReleased',
      data: { sequence: 2, reservation: { sequence: 1, posting: { amount: '-20.00' } } },
    });
  });

  it('ends with the booking of its id, for the amount that is booked', async () => {
    const ledger = aLedger();
    await ledger.decide(pends('p1', '-50.00'));
    await ledger.decide(books('p1', '-34.72', '65.28'));
    const account = ledger.stateOf(stream);
    expect(account).toMatchObject({ balance: '65.28' });
    expect(account).not.toHaveProperty('reservations');
    expect(ledger.eventsOf(stream).at(-1)).toMatchObject({
      type: 'PostingsBooked',
      data: { reservation: { sequence: 1, posting: { amount: '-50.00' } } },
    });
    expect(await ledger.decide(pends('p1', '-50.00'))).toEqual([]);
    expect(await ledger.decide(ends('p1'))).toEqual([]);
  });

  it('ends without a booking, and is booked under the same id later', async () => {
    const ledger = aLedger();
    await ledger.decide(pends('p1', '-50.00'));
    await ledger.decide(ends('p1'));
    expect(ledger.stateOf(stream)).not.toHaveProperty('reservations');
    expect(await ledger.decide(ends('p1'))).toEqual([]);
    expect(await ledger.decide(pends('p1', '-50.00'))).toEqual([]);
    await ledger.decide(books('p1', '-50.00', '50.00'));
    expect(ledger.stateOf(stream)).toMatchObject({ balance: '50.00' });
  });

  it('is not made after its end, whichever is reported first', async () => {
    const ledger = aLedger();
    await ledger.decide(ends('p1'));
    expect(await ledger.decide(pends('p1', '-50.00'))).toEqual([]);
    expect(typesOf(ledger)).toEqual(['AccountOpened']);
  });

  it('of a card counts against its limit until it is booked', async () => {
    const ledger = aLedger();
    await ledger.decide(pends('p1', '-1200.00', card));
    const reservations = { 'core-card-card-1-p1': { amount: '1200.00' } };
    expect(ledger.stateOf(card)).toMatchObject({ reservations });
    await ledger.decide(books('p1', '-1200.00', '-1200.00', card));
    expect(ledger.stateOf(card)).toMatchObject({ balance: '-1200.00' });
    expect(ledger.stateOf(card)).not.toHaveProperty('reservations');
  });

  it.each([
    ['a credit', pends('p1', '5.00'), { refused: 'FORMAT_ERROR', path: '/posting/amount' }],
    ['a third decimal', pends('p1', '-5.001'), { refused: 'FORMAT_ERROR' }],
    [
      'an account that is not open',
      pends('p1', '-5.00', 'account-b'),
      { refused: 'RESOURCE_UNKNOWN' },
    ],
    ['19 digits less', pends('p1', '-9999999999999999.99'), undefined],
  ])('is refused for %s', async (_what, command, refusal) => {
    const decided = await aLedger().decide(command);
    if (refusal === undefined) expect(decided).toHaveLength(2);
    else expect(decided).toMatchObject(refusal);
  });

  it('is refused with CONFLICT when the account has as many as it can have', async () => {
    const reservations = Object.fromEntries(
      Array.from({ length: pendingMax }, (_, at) => [`r${String(at)}`, at + 1] as const),
    );
    const full = Object.entries(reservations).map(([entryId, at]) => ({
      type: 'AmountReserved',
      data: { entryId, sequence: at, posting: posting('-0.01'), others: [], at: meta.at },
    }));
    const ledger = aLedger().happened(stream, ...full.slice(1));
    await ledger.decide(pends('p1', '-0.01'));
    expect(await ledger.decide(pends('p2', '-0.01'))).toMatchObject({
      ...{ refused: 'CONFLICT', path: '/posting' },
    });
    // Its new form is no further one.
    expect(await ledger.decide(pends('p1', '-0.02'))).toHaveLength(3);
  });
});

describe('the balance that the core names', () => {
  it.each([
    ['65.29', { refused: 'CONFLICT', path: '/balanceAfter' }],
    ['65.28', undefined],
  ])('after a booked reservation: %s', async (balanceAfter, refusal) => {
    const ledger = aLedger();
    await ledger.decide(pends('p1', '-50.00'));
    const decided = await ledger.decide(books('p1', '-34.72', balanceAfter));
    if (refusal !== undefined) expect(decided).toMatchObject(refusal);
    expect(ledger.stateOf(stream)).toMatchObject({ balance: refusal ? '100.00' : '65.28' });
  });
});
