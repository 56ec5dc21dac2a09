import type {
  AmountReserved,
  PostingsBooked,
  ReservationReleased,
} from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { decisionOn } from '@nordgate/decider';
import type { FoundStreams, StreamDecision } from '@nordgate/decider';
import { accountStream } from './account.js';
import { cardAccountStream } from './card-account.js';
import { balanceAfter } from './standing.js';
import type { Standing } from './standing.js';

/** An entry is decided with the account whose owner causes it. */
export const owners = [accountStream, cardAccountStream] as const;

/** Whether a stream is that of an account which entries can post to. */
export function isLedgerAccount(stream: string): boolean {
  return streams.account.has(stream) || streams.cardAccount.has(stream);
}

/** What the ledger knows of an account; undefined for one that is not open. Throws for one that was not found. */
export function standingOf(found: FoundStreams, stream: string): Standing | undefined {
  const state = streams.cardAccount.has(stream)
    ? found.stateOf(cardAccountStream, stream)
    : found.stateOf(accountStream, stream);
  return state.is === 'open' ? state : undefined;
}

/** The number that the next change of the account takes. */
export function nextSequence({ sequence = 0 }: Standing): number {
  return sequence + 1;
}

/** Reserves an amount of an account or a card account. */
export function reserveOn(stream: string, data: AmountReserved['data']): StreamDecision {
  return streams.cardAccount.has(stream)
    ? decisionOn(cardAccountStream, stream, [{ type: 'CardAmountReserved', data }])
    : decisionOn(accountStream, stream, [{ type: 'AmountReserved', data }]);
}

/** Ends a reservation without a booking. */
export function releaseOn(stream: string, data: ReservationReleased['data']): StreamDecision {
  return streams.cardAccount.has(stream)
    ? decisionOn(cardAccountStream, stream, [{ type: 'CardReservationReleased', data }])
    : decisionOn(accountStream, stream, [{ type: 'ReservationReleased', data }]);
}

/** Ends a reservation and reserves under the same entry again. */
export function reserveAgainOn(
  stream: string,
  ended: ReservationReleased['data'],
  data: AmountReserved['data'],
): StreamDecision {
  return streams.cardAccount.has(stream)
    ? decisionOn(cardAccountStream, stream, [
        { type: 'CardReservationReleased', data: ended },
        { type: 'CardAmountReserved', data },
      ])
    : decisionOn(accountStream, stream, [
        { type: 'ReservationReleased', data: ended },
        { type: 'AmountReserved', data },
      ]);
}

/** Changes the balance of an account or a card account. `standing`: the account before. */
export function bookOn(
  stream: string,
  standing: Standing,
  booking: Omit<PostingsBooked['data'], 'balance'>,
): StreamDecision {
  const data = { ...booking, balance: balanceAfter(standing, booking.postings) };
  return streams.cardAccount.has(stream)
    ? decisionOn(cardAccountStream, stream, [{ type: 'CardPostingsBooked', data }])
    : decisionOn(accountStream, stream, [{ type: 'PostingsBooked', data }]);
}
