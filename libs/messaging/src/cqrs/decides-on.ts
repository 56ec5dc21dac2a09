import type { ICommandHandler } from '@nestjs/cqrs';
import { isRefusal } from '@nordgate/decider';
import type { Command, Decide, DomainEvent, StreamType } from '@nordgate/decider';
import type { StreamCommand } from './handles-command.js';

/**
 * A handler that runs one decider on the command's stream and nothing else; the transport commits.
 * `receipt` says what the asker is told of the state afterwards, for a repeat as for the first.
 */
export function DecidesOn<C extends Command, State, Event extends DomainEvent>(
  stream: StreamType<State, Event>,
  decide: Decide<C, State, Event>,
  receipt: (state: State) => unknown = () => null,
): new () => ICommandHandler<StreamCommand> {
  return class {
    execute({ message, work }: StreamCommand): Promise<unknown> {
      const root = work.root(stream, message.stream);
      const decision = root.run(decide, message as C);
      return Promise.resolve(isRefusal(decision) ? decision : receipt(root.state));
    }
  };
}
