import { CommandBus } from '@nestjs/cqrs';
import type { Command } from '@nordgate/decider';
import type { CommandContext } from '../nest/command-context.js';
import { streamCommandOf } from './handles-command.js';

/**
 * The one way of commands into an app: its controller passes each on to the CommandBus, in
 * partition order. A type without a handler throws, and the message is parked.
 */
export abstract class CommandGate {
  constructor(private readonly commands: CommandBus) {}

  protected run(command: Command, context: CommandContext): Promise<unknown> {
    const StreamCommand = streamCommandOf(command.type);
    return this.commands.execute(new StreamCommand(command, context.work));
  }
}
