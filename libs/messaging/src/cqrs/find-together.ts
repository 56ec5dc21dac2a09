import { rowOf } from '@nordgate/decider';
import type {
  AnyDeciderTable,
  AnyStreamType,
  Command,
  DomainEvent,
  ManyStreamsRow,
  StreamType,
} from '@nordgate/decider';
import { InfrastructureError, isInfrastructureFailure } from '@nordgate/event-store';
import type { Root, UnitOfWork } from '@nordgate/event-store';

/** A row over many streams, of any service. */
export type ManyRow = ManyStreamsRow<never, string, unknown>;

/** What was found for a command, and the version of the stream that was asked. */
interface Found {
  readonly ids: readonly string[];
  readonly version: number;
}

/** What was found for the commands of a slice. It ends with their unit of work. */
const foundTogether = new WeakMap<UnitOfWork, ReadonlyMap<Command, Found>>();

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
  const found = new Map<Command, Found>();
  await Promise.all(
    commands.map(async (command) => {
      const row = rowOf(deciders, command.type);
      if (row?.over !== 'many streams' || work.isKnown(command.id)) return;
      try {
        const { version, state } = ownRoot(row, command, work);
        found.set(command, { version, ids: await row.find(command as never, state as never) });
      } catch (error) {
        if (isInfrastructureFailure(error)) throw infrastructure(error);
      }
    }),
  );
  await work.load([...new Set([...found.values()].flatMap(({ ids }) => ids))]);
  foundTogether.set(work, found);
}

/** The other streams of a command, loaded. They are found again where its own stream has changed since. */
export async function findAndLoad(
  row: ManyRow,
  command: Command,
  work: UnitOfWork,
): Promise<readonly string[]> {
  const own = ownRoot(row, command, work);
  const before = foundTogether.get(work)?.get(command);
  if (before?.version === own.version) return before.ids;
  const ids = await row.find(command as never, own.state as never);
  await work.load(ids);
  return ids;
}

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
