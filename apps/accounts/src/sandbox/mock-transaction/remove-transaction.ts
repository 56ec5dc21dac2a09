import type { AccountCommands } from '@nordgate/contracts/commands';
import type { CommandOf, FoundStreams, ManyStreams, StreamDecision } from '@nordgate/decider';
import type { Account } from '../../domain/account.js';
import type { CardAccount } from '../../domain/card-account.js';
import { entryDecision } from '../../domain/journal.js';
import { standingOf } from '../../domain/ledger-account.js';
import { onlyOnAccount, bookByHand } from './post-by-hand.js';
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

type Remove = CommandOf<AccountCommands, 'RemoveSandboxTransaction'>;

/** Ends a transaction by hand: a pending one is released, and a correction reverses a booked one. */
export const removeSandboxTransaction: ManyStreams<Remove, Account | CardAccount, null> = {
  find: findExisting,
  decide: decideRemoval,
  receipt: () => null,
};

function decideRemoval(command: Remove, found: FoundStreams): readonly StreamDecision[] {
  const { stream, data, meta } = command;
  const { entryId, booked } = data;
  const { at } = meta;
  const before = decidedBefore(command, found);
  if (before !== undefined) return onlyOnAccount(command, before);
  const standing = standingOf(found, stream);
  if (standing === undefined) return refuseUnknown(command);
  const entry = entryOf(command, found);
  if (entry.is === 'booked' && booked !== undefined) {
    const postings = [reversalOf(booked, command)];
    return bookByHand(command, { entryId: correctionIdOf(command), postings }, standing);
  }
  const reservation = reservationFor(command, entry, standing);
  if (reservation === undefined) return refuseUnknown(command);
  const released = { type: 'EntryReleased', data: { entryId, at } } as const;
  return [entryDecision(entryId, [released]), releaseByHand(command, reservation, standing)];
}
