import type { AccountCommands } from '@nordgate/contracts/commands';
import type { PendingPosting } from '@nordgate/contracts/events';
import type { CommandOf } from '@nordgate/decider';
import { withoutAccount } from '../domain/journal.js';
import { anAccount, cardOpened, day, pending } from '../testing/ledger-commands.js';
import { LedgerInMemory } from '../testing/ledger-in-memory.js';

const [stream, card] = ['account-a', 'card-account-card-1'];
const meta = { at: '2026-11-20T12:00:00.000Z', actor: 'system:test' };
const conflict = { refused: 'CONFLICT' };
let sequence = 0;

/** The core reports a booked entry, each report with a later place. */
function books(
  entryId: string,
  amount: string,
  more: { readonly of?: string; readonly balanceAfter?: string; readonly details?: object } = {},
) {
  const { of = stream, balanceAfter, details = {} } = more;
  sequence += 1;
  const posting = { amount, currency: 'NOK', bookingDate: day, valueDate: day, details };
  const report = { entryId, postings: [posting], balanceAfter };
  const id = `report-${String(sequence)}`;
  const command = { type: 'FollowEntry', id, stream: of, data: { report, sequence }, meta };
  return command as unknown as CommandOf<AccountCommands, 'FollowEntry'>;
}

/** The same report as it comes from the topic: members in another order. */
function reordered(command: ReturnType<typeof books>): ReturnType<typeof books> {
  const [posting] = command.data.report.postings;
  const postings = [Object.fromEntries(Object.entries(posting ?? {}).toReversed())];
  const report = { ...command.data.report, postings };
  return { ...command, id: `${command.id}-again`, data: { ...command.data, report } } as never;
}

/** An account with 100.00, and a card with a limit of 1,000.00. */
const aLedger = () =>
  new LedgerInMemory()
    .happened(stream, anAccount('a', { openingBalance: '100.00' }))
    .happened(card, { ...cardOpened, data: { ...cardOpened.data, generation: 0 } });

describe('an entry that the core reports', () => {
  it.each([
    [stream, 'PostingsBooked', 'core-a-e1', '75.00'],
    [card, 'CardPostingsBooked', 'core-card-card-1-e1', '-25.00'],
  ])('is one event of %s', async (of, type, entryId, balance) => {
    const ledger = aLedger();
    const events = await ledger.decide(books('e1', '-25.00', { of }));
    expect(events).toMatchObject([{ stream: of, event: { type, data: { entryId, balance } } }]);
    expect(ledger.streams()).toEqual([stream, card]);
    expect(ledger.stateOf(of)).toMatchObject({ balance });
  });

  it('changes nothing when it is reported again, after other entries and in another form of JSON', async () => {
    const ledger = aLedger();
    const first = books('e1', '-25.00', {
      balanceAfter: '75.00',
      details: { creditorName: 'Ola' },
    });
    await ledger.decide(first);
    await ledger.decide(books('e2', '-5.00'));
    expect(await ledger.decide(first)).toEqual([]);
    expect(await ledger.decide(reordered(first))).toEqual([]);
    expect(ledger.stateOf(stream)).toMatchObject({ balance: '70.00' });
  });

  it('is refused with CONFLICT when it is reported again with other postings', async () => {
    const ledger = aLedger();
    await ledger.decide(books('e1', '-25.00'));
    expect(await ledger.decide(books('e1', '-25.01'))).toEqual(conflict);
    expect(
      await ledger.decide(books('e1', '-25.00', { details: { creditorName: 'Ola' } })),
    ).toEqual(conflict);
    expect(ledger.stateOf(stream)).toMatchObject({ balance: '75.00' });
  });

  it('is another one on another account, under the same id', async () => {
    const ledger = aLedger();
    await ledger.decide(books('e1', '-25.00'));
    expect(await ledger.decide(books('e1', '-25.00', { of: card }))).toHaveLength(1);
  });

  it('is not booked again where the release before has booked it with three events', async () => {
    const ledger = aLedger().happened('entry-core-a-e1', {
      type: 'EntryBooked',
      data: { entryId: 'core-a-e1', lines: [], content: 'before', isForced: true, at: meta.at },
    });
    const { report } = books('e1', '-25.00').data;
    const booked = { sequence: 1, entryId: 'core-a-e1', postings: report.postings, at: meta.at };
    ledger.happened(stream, { type: 'PostingsBooked', data: booked });
    expect(await ledger.decide(books('e1', '-25.00'))).toEqual([]);
    expect(await ledger.decide(books('e1', '-25.01'))).toEqual(conflict);
  });

  it('leaves no place for a reservation that is reported after it', async () => {
    const ledger = aLedger();
    await ledger.decide(books('e1', '-25.00'));
    const posting = withoutAccount<PendingPosting>(pending(stream, '-25.00'));
    const data = { report: { entryId: 'e1', posting }, sequence: 9 };
    const late = { type: 'FollowPending', id: 'late', stream, data, meta };
    expect(await ledger.decide(late)).toEqual([]);
    const end = {
      ...late,
      type: 'FollowPendingEnd',
      id: 'end',
      data: { report: { entryId: 'e1' } },
    };
    expect(await ledger.decide(end)).toEqual([]);
    expect(ledger.streams()).toEqual([stream, card]);
  });

  it('is refused with CONFLICT when the balance after it is not the sum of what is known', async () => {
    const refused = await aLedger().decide(books('e1', '-25.00', { balanceAfter: '74.99' }));
    expect(refused).toEqual({ ...conflict, path: '/balanceAfter' });
  });
});
