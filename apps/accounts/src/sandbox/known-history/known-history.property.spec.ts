import type { PendingPosting, Posting, PostingTo } from '@nordgate/contracts/events';
import { daysLater, isKid } from '@nordgate/contracts/rules';
import fc from 'fast-check';
import { isValidBBAN } from 'ibantools';
import { postingsMax } from '../../domain/journal.js';
import { isAmountIn } from '../../domain/money.js';
import { knownState, knownStreams } from '../known-state/known-state.js';
import { historyDays } from './calendar.js';
import { knownHolders } from './known-holders.js';
import { historyUntil } from './known-history.js';
import type { KnownHistory } from './known-history.js';
import { oreOf } from './movement.js';

const holders = knownHolders(knownState);
const known = knownStreams(knownState);
const makeHistory = (day: string) => historyUntil(day, holders);
const histories = new Map(
  fc
    .sample(fc.integer({ min: 0, max: 10 * 365 }), 20)
    .map((later) => daysLater('2026-01-01', later))
    .map((day) => [day, makeHistory(day)]),
);
/** A claim about the history on each of some random days. */
function onAnyDay(claim: (history: KnownHistory, day: string) => void): void {
  for (const [day, history] of histories) claim(history, day);
}

const bookedIn = ({ entries }: KnownHistory): readonly PostingTo<Posting>[] =>
  entries.flatMap((entry) => (entry.is === 'booked' ? entry.postings : []));
const pendingIn = ({ entries }: KnownHistory): readonly PostingTo<PendingPosting>[] =>
  entries.flatMap((entry) => (entry.is === 'pending' ? entry.postings : []));

/** The lowest balance at the end of a day, and the balance at the end. */
function pathOf(account: string, opening: string, history: KnownHistory) {
  const own = bookedIn(history).filter((posting) => posting.account === account);
  const byDay = Map.groupBy(own, ({ bookingDate }) => bookingDate);
  let balance = oreOf(opening);
  let lowest = balance;
  for (const [, ofDay] of [...byDay].sort(([a], [b]) => (a < b ? -1 : 1))) {
    balance += ofDay.reduce((sum, { amount }) => sum + oreOf(amount), 0);
    lowest = Math.min(lowest, balance);
  }
  return { lowest, end: balance };
}

describe('the history of the known state', () => {
  it('is the same for the same day', () => {
    for (const [day, history] of [...histories].slice(0, 5)) {
      expect(makeHistory(day)).toEqual(history);
    }
  });

  it('is booked day after day on every account', () => {
    onAnyDay((history) => {
      for (const [, own] of Map.groupBy(bookedIn(history), ({ account }) => account)) {
        const days = own.map(({ bookingDate }) => bookingDate);
        expect(days).toEqual(days.toSorted());
      }
    });
  });

  it('ends at the known balance of every account, and no account is below zero on any day', () => {
    onAnyDay((history) => {
      for (const [stream, { balance }] of known.accounts) {
        const { lowest, end } = pathOf(stream, history.openings.get(stream) ?? '', history);
        expect(lowest).toBeGreaterThan(0);
        expect(end).toBe(oreOf(balance));
      }
    });
  });

  it('names the other side of each transfer between two accounts of a customer', () => {
    onAnyDay((history) => {
      const transfers = bookedIn(history).filter(({ details }) =>
        details.bankTransactionCode?.endsWith('-BOOK'),
      );
      expect(transfers.length).toBeGreaterThan(0);
      for (const { amount, details } of transfers) {
        const { creditorName, creditorAccount, debtorName, debtorAccount } = details;
        const [name, account] = amount.startsWith('-')
          ? [creditorName, creditorAccount]
          : [debtorName, debtorAccount];
        expect([typeof name, Object.keys(account ?? {}).length > 0]).toEqual(['string', true]);
      }
    });
  });

  it('has a transaction with a further reference of the bank', () => {
    onAnyDay((history) => {
      const all = bookedIn(history).map(({ details }) => details.additionalInformationProprietary);
      expect(all.filter((references) => references !== undefined)).not.toEqual([]);
    });
  });

  it('leaves every card within its limit on any day, with what is pending', () => {
    onAnyDay((history) => {
      for (const [stream, { creditLimit }] of known.cardAccounts) {
        const reserved = pendingIn(history)
          .filter(({ account }) => account === stream)
          .reduce((sum, { amount }) => sum + oreOf(amount), 0);
        const { lowest } = pathOf(stream, '0.00', history);
        expect(lowest + reserved).toBeGreaterThan(-0.9 * oreOf(creditLimit));
      }
    });
  });

  it('is on days of the last year, and on none to come', () => {
    onAnyDay((history, day) => {
      const first = daysLater(day, 1 - historyDays);
      const dates = bookedIn(history).map(({ bookingDate }) => bookingDate);
      expect(dates.every((date) => first <= date && date <= day)).toBe(true);
      const reserved = pendingIn(history).map(({ date }) => date);
      expect(reserved.every((date) => daysLater(day, -1) <= date && date <= day)).toBe(true);
    });
  });

  it('has transfers between own accounts that balance, and other entries that the ledger accepts', () => {
    onAnyDay((history) => {
      for (const { postings } of history.entries) {
        expect(postings.length).toBeLessThanOrEqual(postingsMax);
        expect(postings.every(({ amount }) => isAmountIn('NOK', amount))).toBe(true);
        const transfers = postings.filter(({ details }) =>
          details.bankTransactionCode?.endsWith('-BOOK'),
        );
        expect(transfers.reduce((sum, { amount }) => sum + oreOf(amount), 0)).toBe(0);
      }
      const ids = history.entries.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    });
  });

  it('has two or three pending purchases per current account and card', () => {
    onAnyDay((history) => {
      const byAccount = Map.groupBy(pendingIn(history), ({ account }) => account);
      const current = holders.map((holder) =>
        holder.is === 'person' ? holder.person.current.account : holder.company.running,
      );
      expect([...byAccount.keys()].sort()).toEqual(
        [...current, ...known.cardAccounts.keys()].sort(),
      );
      for (const [, own] of byAccount) expect([2, 3]).toContain(own.length);
    });
  });

  it('has a wage per month for each person and references that are valid', () => {
    onAnyDay((history) => {
      const booked = bookedIn(history);
      const wages = booked.filter(
        ({ details }) => details.bankTransactionCode === 'PMNT-RCDT-SALA',
      );
      expect(wages.length).toBeGreaterThanOrEqual(11 * 5);
      for (const { details } of booked) {
        const references = details.remittanceInformationStructuredArray ?? [];
        expect(references.every(({ reference }) => isKid(reference))).toBe(true);
      }
      const accounts = booked.flatMap(({ details }) => [
        details.creditorAccount?.bban ?? [],
        details.debtorAccount?.bban ?? [],
      ]);
      for (const bban of new Set(accounts.flat())) expect(isValidBBAN(bban, 'NO')).toBe(true);
    });
  });

  it('has purchases abroad with the original amount and the rate of exchange', () => {
    onAnyDay((history) => {
      const far = bookedIn(history).filter(({ details: { card } }) => {
        return card?.originalAmount !== undefined && card.originalAmount.currency !== 'NOK';
      });
      expect(far.length).toBeGreaterThan(20);
      for (const { amount, details } of far) {
        const [exchange] = details.currencyExchange ?? [];
        const { originalAmount, markupFee } = details.card ?? {};
        const converted = Number(originalAmount?.amount) * Number(exchange?.exchangeRate);
        expect(converted + Number(markupFee?.amount)).toBeCloseTo(Number(amount), 1);
        expect(exchange).toMatchObject({ sourceCurrency: originalAmount?.currency });
      }
    });
  });

  it('has some hundred transactions of every person and organisation', () => {
    const booked = bookedIn(makeHistory('2026-11-22'));
    for (const holder of holders) {
      const accounts = [...holder.balances.keys()];
      const own = booked.filter(({ account }) => accounts.includes(account));
      expect(own.length).toBeGreaterThan(200);
      expect(own.length).toBeLessThan(900);
    }
  });
});
