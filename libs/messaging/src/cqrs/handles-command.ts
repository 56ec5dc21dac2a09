import { CommandHandler } from '@nestjs/cqrs';
import type { Command, UnitOfWork } from '@nordgate/event-store';

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
  let known = classes.get(type);
  if (known === undefined) {
    known = { [type]: class extends StreamCommand {} }[type] as StreamCommandClass;
    classes.set(type, known);
  }
  return known;
}

/** Registers a class as the handler of a command type. */
export function HandlesCommand(type: string): ClassDecorator {
  return CommandHandler(streamCommandOf(type));
}
