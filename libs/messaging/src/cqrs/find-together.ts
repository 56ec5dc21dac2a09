import { rowOf } from '@nordgate/decider';
import type {
  AnyDeciderTable,
  AnyStreamType,
  Command,
  DomainEvent,
  EarlierEvent,
  ManyStreamsRow,
  StreamType,
} from '@nordgate/decider';
import { InfrastructureError, isInfrastructureFailure } from '@nordgate/event-store';
import type { Root, UnitOfWork } from '@nordgate/event-store';

/** A row over many streams, of any service. */
export type ManyRow = ManyStreamsRow<never, string, unknown>;

/** What was found for a command. */
export interface Found {
  readonly ids: readonly string[];
  /** The event that has done what the command asks for. */
  readonly earlier: DomainEvent | undefined;
}

/** The same before the slice was decided, and the version of the stream that was asked. */
interface FoundAt extends Found {
  readonly version: number;
}

/** What was found for the commands of a slice. It ends with their unit of work. */
const foundTogether = new WeakMap<UnitOfWork, ReadonlyMap<Command, FoundAt>>();

/**
 * Finds the other streams of all commands of a slice and loads them in one round trip, where each command
 * alone would take two. A command that cannot be asked now is left to its own decision, which parks it if it
 * fails again. Rejects only when the database or the network fails.
 */
export async function findTogether(
  deciders: AnyDeciderTable,
  commands: readonly Command[],
  work: UnitOfWork,
): Promise<void> {
  const found = new Map<Command, FoundAt>();
  await Promise.all(
    commands.map(async (command) => {
      const row = rowOf(deciders, command.type);
      if (row?.over !== 'many streams' || work.isKnown(command.id)) return;
      try {
        const { version, state } = ownRoot(row, command, work);
        const [ids, earlier] = await Promise.all([
          row.find(command as never, state as never),
          earlierOf(row, command),
        ]);
        found.set(command, { version, ids, earlier });
      } catch (error) {
        if (isInfrastructureFailure(error)) throw infrastructure(error);
      }
    }),
  );
  await work.load([...new Set([...found.values()].flatMap(({ ids }) => ids))]);
  foundTogether.set(work, found);
}

/**
 * The other streams of a command, loaded, and its earlier event. The streams are found again where its own stream has changed
 * since: by this slice, so what is stored is as it was.
 */
export async function findAndLoad(
  row: ManyRow,
  command: Command,
  work: UnitOfWork,
): Promise<Found> {
  const own = ownRoot(row, command, work);
  const before = foundTogether.get(work)?.get(command);
  if (before?.version === own.version) return before;
  const ids = await row.find(command as never, own.state as never);
  await work.load(ids);
  const stored = before === undefined ? await earlierOf(row, command) : before.earlier;
  return { ids, earlier: stored ?? earlierInSlice(row, command, own) };
}

function earlierOf({ earlier }: ManyRow, command: Command): Promise<DomainEvent | undefined> {
  const { read } = (earlier ?? noEarlier) as EarlierEvent<Command>;
  return read(command);
}

/** The event of an earlier command of the slice that has done what this one asks for. */
function earlierInSlice({ earlier }: ManyRow, command: Command, own: Root) {
  const { isIt } = (earlier ?? noEarlier) as EarlierEvent<Command>;
  return own.pending().find(({ event }) => isIt(command, event))?.event;
}

const noEarlier: EarlierEvent<Command> = {
  isIt: () => false,
  read: () => Promise.resolve(undefined),
};

/** The root of the command's own stream. Throws for a stream of a category that the row does not have. */
export function ownRoot(
  { streams }: ManyRow,
  { type, stream }: Command,
  work: UnitOfWork,
): Root<unknown, DomainEvent> {
  const own = streams.find(({ name }) => stream.startsWith(`${name}-`));
  if (own === undefined) throw new Error(`${type} is not decided on ${stream}`);
  return rootOf(work, own, stream);
}

/** The state and the events of a row fit its stream: the compiler has checked that. */
export function rootOf(
  work: UnitOfWork,
  type: AnyStreamType,
  stream: string,
): Root<unknown, DomainEvent> {
  return work.root(type as unknown as StreamType<unknown, DomainEvent>, stream);
}

function infrastructure(cause: unknown): InfrastructureError {
  if (cause instanceof InfrastructureError) return cause;
  return new InfrastructureError('the streams of commands cannot be found', { cause });
}
