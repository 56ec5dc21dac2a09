import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Ctx, Payload } from '@nestjs/microservices';
import type { Command } from '@nordgate/decider';
import { CommandContext, CommandGate, TakesCommands } from '@nordgate/messaging';

/** The one way of commands into this app. */
@Controller()
export class BasketsCommands extends CommandGate {
  constructor(commands: CommandBus) {
    super(commands);
  }

  @TakesCommands('baskets.commands.v1')
  take(@Payload() command: Command, @Ctx() context: CommandContext): Promise<unknown> {
    return this.run(command, context);
  }
}
