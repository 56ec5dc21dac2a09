import type { DynamicModule } from '@nestjs/common';
import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { AnyDeciderTable, Command } from '@nordgate/decider';
import { EventStore } from '@nordgate/event-store';
import { LocalCommands } from '../local-commands.js';
import { DecideHandler, DECIDERS, CommandEnvelope } from './decide.handler.js';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { commandsPattern, CommandContext } from '../nest/patterns.js';

/** The one method that takes a service's commands, from its topic and from its reactions, in order. */
@Controller()
export class CommandsController {
  constructor(private readonly commands: CommandBus) {}

  @MessagePattern(commandsPattern)
  take(@Payload() command: Command, @Ctx() { work }: CommandContext): Promise<unknown> {
    return this.commands.execute(new CommandEnvelope(command, work));
  }
}

/** The way of commands into a service: its table of deciders behind the CommandBus. */
export class CommandsModule {
  static forService(service: string, deciders: AnyDeciderTable): DynamicModule {
    const local = {
      provide: LocalCommands,
      inject: [EventStore, CommandBus],
      useFactory: (store: EventStore, commands: CommandBus) =>
        new LocalCommands(store, commands, service),
    };
    return {
      module: CommandsModule,
      global: true,
      controllers: [CommandsController],
      providers: [{ provide: DECIDERS, useValue: deciders }, DecideHandler, local],
      exports: [LocalCommands],
    };
  }
}
