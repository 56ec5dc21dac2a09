import type { AccountCommands } from '@nordgate/contracts/commands';
import type { EndedReservation, Posting } from '@nordgate/contracts/events';
import { correctionOf, dayInOslo, isSandboxEntry, streams } from '@nordgate/contracts/rules';
import { nothing, refuse } from '@nordgate/decider';
import type { CommandOf, FoundStreams, Refusal, StreamDecision } from '@nordgate/decider';
import { reservationOn } from '../../domain/journal.js';
import { refusalOfLate, repeatOfChange } from '../domain/by-hand.js';
import { entryStream } from '../../domain/entry.js';
import type { Entry } from '../../domain/entry.js';
import { nextSequence, releaseOn } from '../../domain/ledger-account.js';
import { negated } from '../../domain/money.js';
import type { Standing } from '../../domain/standing.js';
import { onlyOnAccount, streamsOf } from './post-by-hand.js';

/** A command about a transaction that the account has. */
export type OnExisting = CommandOf<
  AccountCommands,
  'ChangeSandboxTransaction' | 'RemoveSandboxTransaction'
>;

/** The streams that the end of a transaction needs. */
export function findExisting(command: OnExisting): readonly string[] {
  return streamsOf(command, [command.data.entryId, correctionIdOf(command)]);
}

/** The entry that corrects the transaction of a command. */
export function correctionIdOf({ data: { transactionId, generation } }: OnExisting): string {
  return correctionOf(transactionId, generation);
}

/** The entry of the transaction. */
export function entryOf({ data: { entryId } }: OnExisting, found: FoundStreams): Entry {
  return found.stateOf(entryStream, streams.entry.id(entryId));
}

/**
 * The decision that needs no look at the account: a repeat changes nothing. Refuses with RESOURCE_UNKNOWN
 * a transaction that was released or corrected, with CONFLICT a pending one that a payment depends on,
 * and with SYSTEM_ERROR one that was booked after the gateway had read it. Undefined for all others.
 */
export function decidedBefore(
  command: OnExisting,
  found: FoundStreams,
): Refusal | typeof nothing | undefined {
  const { entryId, booked, by } = command.data;
  const late = refusalOfLate(command, found);
  if (late !== undefined) return late;
  const correction = found.stateOf(entryStream, streams.entry.id(correctionIdOf(command)));
  if (correction.is === 'booked') return repeatOfChange(correction, by) ?? unknown;
  const entry = entryOf(command, found);
  if (entry.is === 'none' || entry.is === 'refused' || entry.is === 'released') return unknown;
  const repeat = repeatOfChange(entry, by);
  if (repeat !== undefined) return repeat;
  if (entry.is === 'booked') return booked === undefined ? refuse('SYSTEM_ERROR') : undefined;
  return isSandboxEntry(entryId) ? undefined : refuse('CONFLICT', { path: '/transactionId' });
}

const unknown = refuse('RESOURCE_UNKNOWN');

/** The reservation of a pending transaction; undefined for one that the account does not have. */
export function reservationFor(
  { stream, data: { entryId } }: OnExisting,
  entry: Entry,
  standing: Standing,
): EndedReservation | undefined {
  if (entry.is !== 'reserved') return undefined;
  return reservationOn(stream, entryId, entry.postings, standing);
}

/** Ends the reservation without a booking. */
export function releaseByHand(
  { stream, data: { entryId }, meta: { at } }: OnExisting,
  reservation: EndedReservation,
  standing: Standing,
): StreamDecision {
  return releaseOn(stream, { sequence: nextSequence(standing), entryId, reservation, at });
}

/** The posting that takes a booked one back: it is booked today, and names the transaction. */
export function reversalOf(booked: Posting, { data, meta: { at } }: OnExisting): Posting {
  const additionalInformation = `Korreksjon av transaksjon ${data.transactionId}`;
  return {
    ...booked,
    amount: negated(booked.amount),
    bookingDate: dayInOslo(new Date(at)),
    details: { ...booked.details, additionalInformation },
  };
}

/** Refuses a command about a transaction that does not exist any more. */
export function refuseUnknown(command: OnExisting): readonly StreamDecision[] {
  return onlyOnAccount(command, unknown);
}
