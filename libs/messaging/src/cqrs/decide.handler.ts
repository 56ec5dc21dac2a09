import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import type { ICommandHandler } from '@nestjs/cqrs';
import type { AnyDeciderTable, Command } from '@nordgate/decider';
import type { UnitOfWork } from '@nordgate/event-store';
import { decideCommand } from './decide-command.js';

/** What the CommandBus dispatches: any command, with the unit of work that its decision goes to. */
export class CommandEnvelope {
  constructor(
    readonly command: Command,
    readonly work: UnitOfWork,
  ) {}
}

/** Injection token of the service's table of deciders. */
export const DECIDERS = 'nordgate.deciders';

/** The commands that an app gives to its own streams. Those of the bus are decided without the CommandBus. */
@CommandHandler(CommandEnvelope)
export class DecideHandler implements ICommandHandler<CommandEnvelope> {
  constructor(@Inject(DECIDERS) private readonly deciders: AnyDeciderTable) {}

  /** As `decideCommand`. */
  execute({ command, work }: CommandEnvelope): Promise<unknown> {
    return decideCommand(this.deciders, command, work);
  }
}
