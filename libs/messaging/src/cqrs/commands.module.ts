import type { DynamicModule } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { AnyDeciderTable } from '@nordgate/decider';
import { EventStore } from '@nordgate/event-store';
import { LocalCommands } from '../local-commands.js';
import { DecideHandler, DECIDERS } from './decide.handler.js';

/** The way of an app's own commands to its streams: its table of deciders behind the CommandBus. */
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
      providers: [{ provide: DECIDERS, useValue: deciders }, DecideHandler, local],
      exports: [LocalCommands],
    };
  }
}
