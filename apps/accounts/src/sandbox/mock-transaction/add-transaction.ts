import type { AccountCommands, ByHand } from '@nordgate/contracts/commands';
import { streams } from '@nordgate/contracts/rules';
import { isRefusal } from '@nordgate/decider';
import type {
  Command,
  CommandOf,
  FoundStreams,
  ManyStreams,
  Refusal,
  StreamDecision,
} from '@nordgate/decider';
import type { Account } from '../../domain/account.js';
import type { CardAccount } from '../../domain/card-account.js';
import { refusalOfLate, repeatOfCreation } from '../domain/by-hand.js';
import { DecidedStreams } from '../domain/decided-streams.js';
import { entryStream } from '../../domain/entry.js';
import { accountFor, bookByHand, onlyOnAccount, reserveByHand, streamsOf } from './post-by-hand.js';

type AddOne = CommandOf<AccountCommands, 'AddSandboxTransaction'>;
type AddAll = CommandOf<AccountCommands, 'AddSandboxTransactions'>;
type Added = AddAll['data']['transactions'][number];
type AddingByHand = Command<string, ByHand>;

/** Makes a transaction of an account by hand, as an older gateway asks for it. */
export const addSandboxTransaction: ManyStreams<AddOne, Account | CardAccount, null> = {
  find: (command) => streamsOfAdded(command, [command.data]),
  decide: (command, found) => decideAddition(command, command.data, found),
  receipt: () => null,
};

/**
 * Makes transactions of an account by hand, all or none: each a separate entry, booked or reserved, in the
 * order of the request.
 */
export const addSandboxTransactions: ManyStreams<AddAll, Account | CardAccount, null> = {
  find: (command) => streamsOfAdded(command, command.data.transactions),
  decide: decideAdditions,
  receipt: () => null,
};

function streamsOfAdded(command: AddingByHand, added: readonly Added[]): readonly string[] {
  return streamsOf(
    command,
    added.map(({ entryId }) => entryId),
  );
}

function decideAdditions(command: AddAll, found: FoundStreams): readonly StreamDecision[] {
  const decided = new DecidedStreams(found);
  for (const [at, added] of command.data.transactions.entries()) {
    const decisions = decideAddition(command, added, decided);
    const refusal = decisions.map(({ decision }) => decision).find(isRefusal);
    if (refusal !== undefined) return onlyOnAccount(command, refusalAt(at, refusal));
    decided.take(decisions);
  }
  return decided.decisions;
}

/** The refusal with the place of the transaction before its path. */
function refusalAt(at: number, refusal: Refusal): Refusal {
  const { path } = refusal;
  return path === undefined ? refusal : { ...refusal, path: `/${String(at)}${path}` };
}

function decideAddition(
  command: AddingByHand,
  { entryId, transaction }: Added,
  found: FoundStreams,
): readonly StreamDecision[] {
  const { by } = command.data;
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
