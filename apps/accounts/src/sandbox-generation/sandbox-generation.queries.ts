import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { GetSandboxGeneration } from '@nordgate/contracts/queries';
import { EventStore } from '@nordgate/event-store';
import { generationOf, sandboxStream } from '../domain/sandbox.js';

@QueryHandler(GetSandboxGeneration)
export class GetSandboxGenerationHandler implements IQueryHandler<GetSandboxGeneration> {
  constructor(private readonly store: EventStore) {}

  /** `sandbox` is the environment's name, without the category of the stream. */
  async execute({ sandbox }: GetSandboxGeneration): Promise<number> {
    const { state } = await this.store.state(sandboxStream, `sandbox-${sandbox}`);
    return generationOf(state);
  }
}
