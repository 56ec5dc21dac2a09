import type { Command } from '@nordgate/decider';
import type { UnitOfWork } from '@nordgate/event-store';

/** What the CommandBus dispatches: any command, with the unit of work that its decision goes to. */
export class CommandEnvelope {
  constructor(
    readonly command: Command,
    readonly work: UnitOfWork,
  ) {}
}
