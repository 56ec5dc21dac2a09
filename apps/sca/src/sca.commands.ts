import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Ctx, Payload } from '@nestjs/microservices';
import type { Command } from '@nordgate/decider';
import { CommandContext, CommandGate, TakesCommands } from '@nordgate/messaging';

/** The way of the other services' commands into this app; its own site gives them directly. */
@Controller()
export class ScaCommands extends CommandGate {
  constructor(commands: CommandBus) {
    super(commands);
  }

  @TakesCommands('sca.commands.v1')
  take(@Payload() command: Command, @Ctx() context: CommandContext): Promise<unknown> {
    return this.run(command, context);
  }
}
