import type { AccountCommands } from '@nordgate/contracts/commands';
import { fold } from '@nordgate/decider';
import type { CommandOf, DomainEvent } from '@nordgate/decider';
import fc from 'fast-check';
import { accountStream } from '../domain/account.js';
import { cardAccountStream } from '../domain/card-account.js';
import {
  anAccount,
  cardOpened,
  pending,
  toForce,
  posting,
  toRelease,
  toReserve,
} from '../testing/ledger-commands.js';
import { LedgerInMemory } from '../testing/ledger-in-memory.js';

const [stream, card] = ['account-a', 'card-account-card-1'];
const meta = { at: '2028-02-01T00:30:00.000Z', actor: 'carry-forward' };
const heldFrom = '2026-12-01';

function toCarry(of: string, from = heldFrom) {
  const command = { type: 'CarryForward', id: `${of}/carried`, stream: of, meta };
  return { ...command, data: { heldFrom: from } } as CommandOf<AccountCommands, 'CarryForward'>;
}

let sequence = 0;

/** The core reports an entry of a booking day, or a reservation of a day. */
function reported(type: 'FollowEntry' | 'FollowPending', entryId: string, ...days: string[]) {
  sequence += 1;
  const amount = { amount: '-25.00', currency: 'NOK', details: {} };
  const postings = days.map((day) => ({ ...amount, bookingDate: day, valueDate: day }));
  const report =
    type === 'FollowEntry'
      ? { entryId, postings }
      : { entryId, posting: { ...amount, date: days[0] } };
  const id = `report-${String(sequence)}`;
  return { type, id, stream, data: { report, sequence }, meta } as never;
}

const aLedger = () =>
  new LedgerInMemory()
    .happened(stream, anAccount('a', { openingBalance: '100.00' }))
    .happened(card, { ...cardOpened, data: { ...cardOpened.data, generation: 0 } });

describe('an account that is carried forward', () => {
  it.each([stream, card])('has the state that it had, with the first held day: %s', async (of) => {
    const ledger = aLedger();
    await ledger.decide(toForce('e1', posting(of, '-25.00')));
    await ledger.decide(toReserve('e2', pending(of, '-10.00')));
    const before = ledger.stateOf(of);
    await ledger.decide(toCarry(of));
    expect(ledger.stateOf(of)).toEqual({
      ...(before as object),
      heldFrom,
      carriedAt: meta.at,
    });
  });

  it('is carried forward again from there', async () => {
    const ledger = aLedger();
    await ledger.decide(toCarry(stream));
    await ledger.decide(toCarry(stream, '2027-01-01'));
    expect(ledger.stateOf(stream)).toMatchObject({ balance: '100.00', heldFrom: '2027-01-01' });
  });

  it('keeps its history when it is closed', async () => {
    const ledger = aLedger().happened(stream, { type: 'AccountClosed', data: { at: meta.at } });
    expect(await ledger.decide(toCarry(stream))).toEqual([]);
  });

  it('knows the first held day when it is closed and opened again', async () => {
    const ledger = aLedger();
    await ledger.decide(toCarry(stream));
    ledger.happened(stream, { type: 'AccountClosed', data: { at: meta.at } }, anAccount('a'));
    expect(ledger.stateOf(stream)).toMatchObject({ is: 'open', heldFrom });
  });
});

describe('a report of the core about an account that was carried forward', () => {
  const carried = async () => {
    const ledger = aLedger();
    await ledger.decide(toCarry(stream));
    return ledger;
  };

  it.each(['FollowEntry', 'FollowPending'] as const)(
    'changes nothing when it is unknown and of days that are not held: %s',
    async (type) => {
      const ledger = await carried();
      expect(await ledger.decide(reported(type, 'old', '2026-11-30'))).toEqual([]);
    },
  );

  it.each(['FollowEntry', 'FollowPending'] as const)(
    'counts on the first day that is held: %s',
    async (type) => {
      const ledger = await carried();
      expect(await ledger.decide(reported(type, 'new', heldFrom))).not.toEqual([]);
    },
  );

  it('counts when one of its postings is of a held day', async () => {
    const ledger = await carried();
    expect(
      await ledger.decide(reported('FollowEntry', 'both', '2026-11-30', heldFrom)),
    ).toHaveLength(1);
  });

  it('counts as a booking of what is reserved, whatever its days are', async () => {
    const ledger = await carried();
    await ledger.decide(reported('FollowPending', 'slow', heldFrom));
    await ledger.decide(reported('FollowEntry', 'slow', '2026-11-30'));
    expect(ledger.stateOf(stream)).toMatchObject({ balance: '75.00' });
  });
});

describe('the fold of a carried account', () => {
  const changes = fc.array(fc.constantFrom('book', 'reserve', 'release', 'carry'), {
    maxLength: 20,
  });

  it.each([
    [stream, accountStream],
    [card, cardAccountStream],
  ] as const)(
    'is the same from any event that carries it forward, whatever came before: %s',
    async (of, type) => {
      await fc.assert(
        fc.asyncProperty(changes, async (kinds) => {
          const ledger = aLedger();
          for (const [n, kind] of kinds.entries()) {
            const entry = `e${String(n)}`;
            const last = `e${String(n - 1)}`;
            if (kind === 'book') await ledger.decide(toForce(entry, posting(of, '-1.00')));
            if (kind === 'reserve') await ledger.decide(toReserve(entry, pending(of, '-2.00')));
            if (kind === 'release') await ledger.decide(toRelease(last, of));
            if (kind === 'carry') await ledger.decide(toCarry(of, `2026-12-${String(n + 10)}`));
          }
          const all = ledger.eventsOf(of);
          all.forEach((event, at) => {
            if (event.type !== type.carriedForwardBy) return;
            const rest: readonly DomainEvent[] = all.slice(at);
            expect(fold(type as never, rest)).toEqual(fold(type as never, all));
          });
        }),
      );
    },
  );
});
