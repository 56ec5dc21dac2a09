import type { AccountCommands } from '@nordgate/contracts/commands';
import { streams } from '@nordgate/contracts/rules';
import { isRefusal } from '@nordgate/decider';
import type { CommandOf, FoundStreams, ManyStreams, StreamDecision } from '@nordgate/decider';
import type { Account } from '../domain/account.js';
import { refusalOfLate, repeatOfCreation } from '../domain/by-hand.js';
import { entryStream } from '../domain/entry.js';
import { accountFor, bookByHand, onlyOnAccount, reserveByHand, streamsOf } from './post-by-hand.js';

type Add = CommandOf<AccountCommands, 'AddSandboxTransaction'>;

/** Makes a transaction of an account by hand: a separate entry, booked or reserved. */
export const addSandboxTransaction: ManyStreams<Add, Account, null> = {
  find: (command) => {
    const { entryId, transaction } = command.data;
    return streamsOf(command, [entryId], [transaction.posting.currency]);
  },
  decide: decideAddition,
  receipt: () => null,
};

function decideAddition(command: Add, found: FoundStreams): readonly StreamDecision[] {
  const { entryId, transaction, by } = command.data;
  const late = refusalOfLate(command, found);
  const entry = found.stateOf(entryStream, streams.entry.id(entryId));
  const before = late ?? repeatOfCreation(entry, by);
  if (before !== undefined) return onlyOnAccount(command, before);
  const standing = accountFor(command, transaction, entryId, found);
  if (isRefusal(standing)) return onlyOnAccount(command, standing);
  if (transaction.status === 'booked') {
    return bookByHand(command, { entryId, postings: [transaction.posting] }, standing);
  }
  return reserveByHand(command, entryId, transaction.posting, standing);
}
