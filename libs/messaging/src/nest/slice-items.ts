import { newestVersionOf } from '@nordgate/contracts/events';
import { InfrastructureError, isInfrastructureFailure } from '@nordgate/event-store';
import type { MessageSource, SliceItem } from '@nordgate/event-store';
import type { ReceivedMessage } from '../bus.js';
import {
  header,
  MalformedMessageError,
  UnhandledTypeError,
  UnknownVersionError,
} from '../cloud-events.js';
import { commandOf, localTopic } from '../command-message.js';
import { eventOf } from '../event-message.js';
import { isInternal, rowOf, UntrustedEventError } from '@nordgate/decider';
import type { AnyDeciderTable, Command, ReceivedEvent, Reaction } from '@nordgate/decider';

/** Where a message came from: a slice, or the topic that a parked message remembers. */
interface OfTopic {
  readonly topic: string;
}

/**
 * A command message as work for the store. An unreadable one carries its fault and is parked, and so does
 * an internal command that was not sent by the service itself.
 */
export function commandItem(
  slice: OfTopic,
  message: ReceivedMessage,
  deciders: AnyDeciderTable,
): SliceItem {
  const base = { key: message.key, source: sourceOf(slice, message) };
  try {
    const command = commandOf(message);
    if (slice.topic !== localTopic && isInternal(deciders, command)) {
      throw new MalformedMessageError(`${command.type} is not accepted from ${slice.topic}`);
    }
    return { ...base, commands: [command], createsStream: createsStream(deciders, command) };
  } catch (error) {
    return { ...base, commands: [], fault: reasonOf(error), error };
  }
}

/** How a service reacts, and how to find out whether a failure is the fault of what it stands on. */
export interface Reacting {
  readonly react: (event: ReceivedEvent, source: MessageSource) => Promise<unknown>;
  /** Rejects when the service's database does not answer. */
  readonly ping: () => Promise<void>;
  readonly deciders: AnyDeciderTable;
  /** The types that the reaction handles. Default: all of its topic. */
  readonly eventTypes?: readonly string[];
}

/**
 * An event as work for the store: whatever the reaction asks for, or its fault. Rejects when not the
 * event but the infrastructure is at fault, so that the slice comes again.
 */
export async function reactionItem(
  slice: OfTopic,
  message: ReceivedMessage,
  reacting: Reacting,
): Promise<SliceItem> {
  const base = { key: message.key, source: sourceOf(slice, message) };
  try {
    const event = eventOf(message);
    requireHandled(reacting, event);
    requireKnownVersion(message, event);
    const { commands = [], rows = [] } = await reactionTo(event, base.source, reacting);
    const areCreations =
      commands.length > 0 && commands.every((command) => createsStream(reacting.deciders, command));
    return { ...base, commands, rows, createsStream: areCreations };
  } catch (error) {
    if (isInfrastructureFailure(error)) throw error;
    return { ...base, commands: [], fault: reasonOf(error), error };
  }
}

/** A bus delivers no other type; a message that was parked under an older declaration may have one. */
function requireHandled({ eventTypes }: Reacting, { event: { type } }: ReceivedEvent): void {
  if (eventTypes?.includes(type) ?? true) return;
  throw new UnhandledTypeError(`${type} is not handled by this consumer in this release`);
}

/**
 * An event of a newer release may mean what this release does not know: it stops here, and its stream with it, until
 * an operator retries it in a release that reads it. Releases before 0.3.0 did not publish the version.
 */
function requireKnownVersion(
  { headers }: ReceivedMessage,
  { event: { type } }: ReceivedEvent,
): void {
  const version = Number(headers[header.schemaVersion] ?? 1);
  const newest = newestVersionOf(type);
  if (Number.isSafeInteger(version) && version >= 1 && version <= newest) return;
  throw new UnknownVersionError(
    `${type} is in version ${headers[header.schemaVersion]}; this release reads 1 to ${newest}`,
  );
}

/** Whether streams normally begin with this command, by the service's table. */
function createsStream(deciders: AnyDeciderTable, { type }: Command): boolean {
  return rowOf(deciders, type)?.createsStream ?? false;
}

/**
 * A reaction may read: it fails for good only when it fails twice and the database answers. A second
 * attempt cannot make an event trusted.
 */
async function reactionTo(
  event: ReceivedEvent,
  source: MessageSource,
  { react, ping }: Reacting,
): Promise<Reaction> {
  try {
    return (await react(event, source)) as Reaction;
  } catch (error) {
    if (isInfrastructureFailure(error) || error instanceof UntrustedEventError) throw error;
    await ping().catch((cause: unknown) => {
      throw new InfrastructureError('the database does not answer', { cause });
    });
    return (await react(event, source)) as Reaction;
  }
}

function sourceOf({ topic }: OfTopic, message: ReceivedMessage): MessageSource {
  return {
    topic: message.generation ?? topic,
    partition: message.partition,
    offset: message.offset,
    payload: message.value,
    headers: message.headers,
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
