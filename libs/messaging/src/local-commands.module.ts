import { Inject } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { CommandBus, CommandHandler } from '@nestjs/cqrs';
import type { ICommandHandler } from '@nestjs/cqrs';
import { EventStore, handleSlice } from '@nordgate/event-store';
import type { SliceItem, UnitOfWork } from '@nordgate/event-store';
import type { AnyDeciderTable, Command } from '@nordgate/decider';
import {
  attributeNames,
  correlationOf,
  inSpan,
  spanNames,
  withCurrentTrace,
} from '@nordgate/telemetry';
import type { SpanOptions } from '@nordgate/telemetry';
import { commandMessage, localTopic } from './command-message.js';
import { decideCommand } from './cqrs/decide-command.js';
import { OriginLinks } from './nest/origin-links.js';
import { nextOffset } from './placement.js';

/** What the CommandBus dispatches: any command, with the unit of work that its decision goes to. */
class CommandEnvelope {
  constructor(
    readonly command: Command,
    readonly work: UnitOfWork,
  ) {}
}

/** Injection token of the service's table of deciders. */
const DECIDERS = 'nordgate.deciders';

/** The commands that an app gives to its own streams. Those of the bus are decided without the CommandBus. */
@CommandHandler(CommandEnvelope)
class DecideHandler implements ICommandHandler<CommandEnvelope> {
  constructor(@Inject(DECIDERS) private readonly deciders: AnyDeciderTable) {}

  /** As `decideCommand`. */
  execute({ command, work }: CommandEnvelope): Promise<unknown> {
    return decideCommand(this.deciders, command, work);
  }
}

/**
 * Commands that an app's own edge gives to its own streams, e.g. the SCA site: same deciders, same
 * store, not through the bus. Optimistic concurrency settles races with the consumer.
 */
export class LocalCommands {
  constructor(
    private readonly store: EventStore,
    private readonly commands: CommandBus,
    private readonly service: string,
  ) {}

  /**
   * The receipt or refusal of a command, committed. Throws when it could not be decided.
   *
   * @param before commands that are decided in the same transaction before it. They create its stream, or find it
   *   created: their ids are not kept.
   */
  async execute(command: Command, before: readonly Command[] = []): Promise<unknown> {
    return inSpan(spanNames.decide, await this.span(command, before), () =>
      this.decide(command, before),
    );
  }

  private async span(command: Command, before: readonly Command[]): Promise<SpanOptions> {
    const traced = { ...command, meta: withCurrentTrace(command.meta) };
    const origins = await OriginLinks.read(this.store.database, [traced], before);
    const attributes = () => ({
      [attributeNames.app]: this.service,
      [attributeNames.messageType]: command.type,
      [attributeNames.correlation]: correlationOf(command.stream),
    });
    return {
      attributes,
      links: origins?.of(traced) ?? [],
    };
  }

  private async decide(command: Command, before: readonly Command[]): Promise<unknown> {
    const traced = { ...command, meta: withCurrentTrace(command.meta) };
    const results = await handleSlice({
      store: this.store,
      consumer: this.service,
      items: [
        ...before.map((one) => ({ ...this.item(one), createsStream: true })),
        this.item(traced),
      ],
      execute: (one, work) => this.commands.execute(new CommandEnvelope(one, work)),
    });
    const result = results.at(-1);
    if (result?.status !== 'done') throw new Error(`${command.type} could not be decided`);
    return result.replies[0];
  }

  private item(command: Command): SliceItem {
    const { key, value: payload, headers } = commandMessage(command, `/${this.service}`);
    const source = { topic: localTopic, partition: 0, offset: nextOffset(), payload, headers };
    return { key, commands: [command], source };
  }
}

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
