import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import type { Command } from '@nordgate/decider';
import { CommandContext } from '../nest/command-context.js';
import { commandsPattern } from '../nest/patterns.js';
import { CommandEnvelope } from './command-envelope.js';

/** The one method that takes a service's commands, from its topic and from its reactions, in order. */
@Controller()
export class CommandsController {
  constructor(private readonly commands: CommandBus) {}

  @MessagePattern(commandsPattern)
  take(@Payload() command: Command, @Ctx() { work }: CommandContext): Promise<unknown> {
    return this.commands.execute(new CommandEnvelope(command, work));
  }
}
