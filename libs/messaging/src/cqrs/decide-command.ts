import { isRefusal, refusalIn, refuse, rowOf } from '@nordgate/decider';
import type {
  AnyDeciderTable,
  Command,
  Decide,
  DomainEvent,
  FoundStreams,
  OneStreamRow,
} from '@nordgate/decider';
import type { Root, UnitOfWork } from '@nordgate/event-store';
import { DecisionNotes } from './decision-notes.js';
import { findAndLoad, ownRoot, rootOf } from './find-together.js';
import type { Found, ManyRow } from './find-together.js';

/**
 * Decides a command of a service by its row of the table; the transport commits. Answers with the receipt or the refusal.
 * Throws for a command without a row, and what a decider throws.
 */
export function decideCommand(
  deciders: AnyDeciderTable,
  command: Command,
  work: UnitOfWork,
): Promise<unknown> {
  const row = rowOf(deciders, command.type);
  if (row === undefined) throw new Error(`no decider for "${command.type}"`);
  return row.over === 'one stream'
    ? Promise.resolve(decideOne(row, command, work))
    : decideMany(row, command, work);
}

type OneRow = OneStreamRow<never, string, unknown>;

/**
 * A repeat decides nothing and gets the receipt of today. A command with the id of a command of another
 * stream is no repeat: it is refused, because a stream that does not exist has no receipt.
 */
function decideOne(row: OneRow, command: Command, work: UnitOfWork): unknown {
  const root = rootOf(work, row.stream, command.stream);
  if (root.version === 0 && work.isKnown(command.id)) return refuse('CONFLICT');
  const decide = row.decide as Decide<Command, unknown, DomainEvent>;
  const decision = root.run(DecisionNotes.begin()?.noting(root, decide) ?? decide, command);
  if (isRefusal(decision)) return decision;
  for (const { upsert, row: cells } of row.rows?.(command as never) ?? []) {
    work.rows(upsert).push(cells);
  }
  return row.receipt(root.state as never, command as never);
}

/** A repeat finds nothing and decides nothing; a refusal or a deleted stream changes none. */
async function decideMany(row: ManyRow, command: Command, work: UnitOfWork): Promise<unknown> {
  const own = ownRoot(row, command, work);
  const isKnown = work.isKnown(command.id);
  if (isKnown) return own.isDeleted ? refuse('CONFLICT') : row.receipt(own.state as never);
  const found = await findAndLoad(row, command, work);
  const notes = DecisionNotes.begin();
  const decisions = row.decide(command as never, foundIn(work, { row, own, found, notes }));
  const refusal = refusalIn(decisions);
  if (refusal === undefined) {
    for (const { type, stream } of decisions) notes?.see(rootOf(work, type, stream));
  }
  notes?.publish(command, found.ids, decisions);
  if (refusal !== undefined) return refusal;
  if (decisions.some(({ type, stream }) => rootOf(work, type, stream).isDeleted)) {
    return refuse('CONFLICT');
  }
  for (const { type, stream, decision } of decisions) {
    rootOf(work, type, stream).run(() => decision, command);
  }
  return row.receipt(own.state as never);
}

/** What a decision over several streams begins with. */
interface Deciding {
  readonly row: ManyRow;
  readonly own: Root;
  readonly found: Found;
  readonly notes: DecisionNotes | undefined;
}

function foundIn(
  work: UnitOfWork,
  { row, own, found: { ids, earlier }, notes }: Deciding,
): FoundStreams {
  const known = new Set([own.streamId, ...ids]);
  // The replay finds the earlier event among the events of the own stream.
  if (row.earlier !== undefined) notes?.see(own);
  return {
    ids,
    earlier,
    facts: notes?.facts(work.facts) ?? work.facts,
    stateOf: (type, stream) => {
      if (!known.has(stream)) throw new Error(`${stream} was not found for this command`);
      const root = work.root(type, stream);
      notes?.see(root);
      return root.state;
    },
  };
}
