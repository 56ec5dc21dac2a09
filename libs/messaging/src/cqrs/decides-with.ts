import { Inject } from '@nestjs/common';
import type { InjectionToken } from '@nestjs/common';
import type { ICommandHandler } from '@nestjs/cqrs';
import type { Command, Decide, DomainEvent, StreamType } from '@nordgate/decider';
import { DecidesOn } from './decides-on.js';
import type { StreamCommand } from './handles-command.js';

/**
 * A handler like those of {@link DecidesOn}, whose decider is made of what stands under a token of
 * Nest's, such as settings: so deciders stay pure.
 */
export function DecidesWith<Given, C extends Command, State, Event extends DomainEvent>(
  token: InjectionToken,
  stream: StreamType<State, Event>,
  deciderWith: (given: Given) => Decide<C, State, Event>,
  receipt?: (state: State) => unknown,
): new (given: Given) => ICommandHandler<StreamCommand> {
  class Handler {
    private readonly inner: ICommandHandler<StreamCommand>;

    constructor(given: Given) {
      this.inner = new (DecidesOn(stream, deciderWith(given), receipt))();
    }

    execute(command: StreamCommand): Promise<unknown> {
      return this.inner.execute(command);
    }
  }
  Inject(token)(Handler, undefined, 0);
  return Handler;
}
