import type { AccountCommands } from '@nordgate/contracts/commands';
import type { Posting } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { decisionOn, nothing } from '@nordgate/decider';
import type { CommandOf, FoundStreams, ManyStreams, StreamDecision } from '@nordgate/decider';
import { accountStream } from '../domain/account.js';
import type { Account } from '../domain/account.js';
import { cardAccountStream } from '../domain/card-account.js';
import type { CardAccount } from '../domain/card-account.js';
import type { Standing } from '../domain/standing.js';

type CarryForward = CommandOf<AccountCommands, 'CarryForward'>;

/**
 * Records the whole state of an open account, and the day before which its bookings may leave the books (ADR 80). An account
 * that is not open keeps its history: nothing changes. Never refused.
 */
export const carryForward: ManyStreams<CarryForward, Account | CardAccount, null> = {
  find: () => [],
  decide: decideCarry,
  receipt: () => null,
};

function decideCarry(
  { stream, data: { heldFrom }, meta: { at } }: CarryForward,
  found: FoundStreams,
): readonly StreamDecision[] {
  if (streams.cardAccount.has(stream)) {
    const card = found.stateOf(cardAccountStream, stream);
    if (card.is !== 'open') return [decisionOn(cardAccountStream, stream, nothing)];
    const data = { ...knownOf(card), heldFrom, at };
    return [decisionOn(cardAccountStream, stream, [{ type: 'CardAccountCarriedForward', data }])];
  }
  const account = found.stateOf(accountStream, stream);
  if (account.is !== 'open') return [decisionOn(accountStream, stream, nothing)];
  const data = { ...knownOf(account), heldFrom, at };
  return [decisionOn(accountStream, stream, [{ type: 'AccountCarriedForward', data }])];
}

function knownOf<Open extends Standing & { readonly is: 'open' }>({
  is: _is,
  heldFrom: _heldFrom,
  carriedAt: _carriedAt,
  ...known
}: Open): Omit<Open, 'is' | 'heldFrom' | 'carriedAt'> {
  return known;
}

/**
 * Whether a report of the core is about days that the books no longer have to hold: the bank cannot tell it from a repeat of
 * what it has dropped.
 *
 * @param standing undefined for an account that is not open
 * @param days of all parts of the report, YYYY-MM-DD
 */
export function isNoLongerHeld(
  standing: Pick<Standing, 'heldFrom'> | undefined,
  days: readonly string[],
): boolean {
  const heldFrom = standing?.heldFrom ?? '';
  return days.every((day) => day < heldFrom);
}

/** The booking days of postings. */
export function bookingDaysOf(postings: readonly Posting[]): readonly string[] {
  return postings.map(({ bookingDate }) => bookingDate);
}
