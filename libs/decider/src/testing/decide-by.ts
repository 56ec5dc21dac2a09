import { rowOf } from '../decider-table.js';
import type { AnyDeciderTable, CommandContracts, CommandOf } from '../decider-table.js';
import { fold, isRefusal } from '../decider.js';
import type { Command, Decision, DomainEvent, Facts } from '../decider.js';
import type { StreamType } from '../stream-type.js';

/** An event as a decider writes it today, and the events before it. */
export interface Written {
  readonly event: DomainEvent;
  readonly after: readonly DomainEvent[];
}

/** A command, and a history after which its decider writes events. */
export interface Sample<Event extends DomainEvent = DomainEvent, C extends Command = Command> {
  readonly after: readonly Event[];
  readonly command: C;
  readonly facts?: Facts;
}

/** Samples of every command of a service. A command without a sample does not compile. */
export type Samples<Commands extends CommandContracts<Commands>, Event extends DomainEvent> = {
  readonly [Type in keyof Commands & string]: readonly [
    Sample<Event, CommandOf<Commands, Type>>,
    ...Sample<Event, CommandOf<Commands, Type>>[],
  ];
};

const noFacts: Facts = { holderOf: () => undefined };

/**
 * Decides commands with a service's table, for laws about any sequence of commands to one stream. The
 * function throws for a command without a row, of another stream type, or over several streams.
 */
export function decideBy<State, Event extends DomainEvent>(
  table: AnyDeciderTable,
  stream: StreamType<State, Event>,
): (command: Command, state: State, facts?: Facts) => Decision<Event> {
  return (command, state, facts = noFacts) => {
    const row = rowOf(table, command.type);
    if (row?.over !== 'one stream' || row.stream !== stream) {
      throw new Error(`${command.type} is not decided on one ${stream.name} stream`);
    }
    return row.decide(command as never, state as never, facts) as Decision<Event>;
  };
}

/** The events that samples of commands cause. Throws for a sample that is refused or causes none. */
export function writtenBy<State, Event extends DomainEvent>(
  table: AnyDeciderTable,
  stream: StreamType<State, Event>,
  samples: Readonly<Record<string, readonly Sample<Event>[]>>,
): readonly Written[] {
  const decide = decideBy(table, stream);
  return Object.values(samples)
    .flat()
    .flatMap(({ after, command, facts }) => {
      const decision = decide(command, fold(stream, after), facts);
      if (isRefusal(decision) || decision.length === 0) {
        throw new Error(`the sample of ${command.type} causes no event`);
      }
      return decision.map((event) => ({ event, after }));
    });
}
