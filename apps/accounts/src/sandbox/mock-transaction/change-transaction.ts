import type { AccountCommands } from '@nordgate/contracts/commands';
import { isRefusal, refuse } from '@nordgate/decider';
import type { CommandOf, FoundStreams, ManyStreams, StreamDecision } from '@nordgate/decider';
import type { Account } from '../../domain/account.js';
import type { CardAccount } from '../../domain/card-account.js';
import { nextSequence } from '../../domain/ledger-account.js';
import { withoutReservation } from '../../domain/standing.js';
import type { Standing } from '../../domain/standing.js';
import {
  correctionIdOf,
  decidedBefore,
  entryOf,
  findExisting,
  refuseUnknown,
  releaseByHand,
  reservationFor,
  reversalOf,
} from './existing-transaction.js';
import { accountFor, bookByHand, onlyOnAccount, reserveByHand } from './post-by-hand.js';

type Change = CommandOf<AccountCommands, 'ChangeSandboxTransaction'>;

/**
 * Gives a transaction another form by hand. A pending one is reserved again or booked, under its own id.
 * A booked one stays as it is: a correction reverses it and books the new form, both in one entry.
 */
export const changeSandboxTransaction: ManyStreams<Change, Account | CardAccount, null> = {
  find: findExisting,
  decide: decideChange,
  receipt: () => null,
};

function decideChange(command: Change, found: FoundStreams): readonly StreamDecision[] {
  const { entryId, transaction } = command.data;
  const before = decidedBefore(command, found);
  if (before !== undefined) return onlyOnAccount(command, before);
  const standing = accountFor(command, transaction, entryId, found);
  if (isRefusal(standing)) return onlyOnAccount(command, standing);
  const entry = entryOf(command, found);
  if (entry.is === 'booked') return correct(command, standing);
  const reservation = reservationFor(command, entry, standing);
  if (reservation === undefined) return refuseUnknown(command);
  if (transaction.status === 'booked') {
    const postings = [transaction.posting];
    return bookByHand(command, { entryId, postings, reservation }, standing);
  }
  const sequence = nextSequence(standing);
  const { at } = command.meta;
  const released = withoutReservation(standing, { entryId, sequence, reservation, at });
  const reserved = reserveByHand(command, entryId, transaction.posting, released);
  return [releaseByHand(command, reservation, standing), ...reserved];
}

/** Refuses with FORMAT_ERROR a booked transaction that would become pending. */
function correct(command: Change, standing: Standing): readonly StreamDecision[] {
  const { transaction, booked } = command.data;
  if (booked === undefined) return refuseUnknown(command);
  if (transaction.status === 'pending') {
    return onlyOnAccount(command, refuse('FORMAT_ERROR', { path: '/status' }));
  }
  const postings = [reversalOf(booked, command), transaction.posting];
  return bookByHand(command, { entryId: correctionIdOf(command), postings }, standing);
}
