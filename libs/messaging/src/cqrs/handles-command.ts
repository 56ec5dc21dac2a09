import { CommandHandler } from '@nestjs/cqrs';
import type { Command } from '@nordgate/decider';
import type { UnitOfWork } from '@nordgate/event-store';

/** What the CommandBus dispatches on: one class per command type, made on demand. */
export abstract class StreamCommand {
  constructor(
    readonly message: Command,
    readonly work: UnitOfWork,
  ) {}
}

type StreamCommandClass = new (message: Command, work: UnitOfWork) => StreamCommand;

const classes = new Map<string, StreamCommandClass>();

/** The CommandBus class of a command type. */
export function streamCommandOf(type: string): StreamCommandClass {
  const known = classes.get(type);
  if (known !== undefined) return known;
  const made = class extends StreamCommand {};
  // The CommandBus names the class when it has no handler for it.
  Object.defineProperty(made, 'name', { value: type });
  classes.set(type, made);
  return made;
}

/** Registers a class as the handler of a command type. */
export function HandlesCommand(type: string): ClassDecorator {
  return CommandHandler(streamCommandOf(type));
}

const founding = new Set<string>();

/**
 * The same for a command whose stream begins with it: it is decided without looking for the stream
 * first, and again with what is there if it had begun before. Its decider has to know a repeat by
 * that, for the ids of such commands are not kept in the inbox.
 */
export function HandlesFoundingCommand(type: string): ClassDecorator {
  founding.add(type);
  return HandlesCommand(type);
}

/** Whether streams begin with commands of this type. */
export function foundsStream({ type }: Command): boolean {
  return founding.has(type);
}
