import type { DynamicModule } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { EventStore } from '@nordgate/event-store';
import { LocalCommands } from '@nordgate/messaging';

/** Provides LocalCommands to an app's own edge. */
export class LocalCommandsModule {
  static forService(service: string): DynamicModule {
    const provider = {
      provide: LocalCommands,
      inject: [EventStore, CommandBus],
      useFactory: (store: EventStore, commands: CommandBus) =>
        new LocalCommands(store, commands, service),
    };
    return {
      module: LocalCommandsModule,
      global: true,
      providers: [provider],
      exports: [LocalCommands],
    };
  }
}
