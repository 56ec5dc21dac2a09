import type { ByHand } from '@nordgate/contracts/commands';
import type { MadeBy } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { decisionOn, isRefusal, nothing, refuse } from '@nordgate/decider';
import type {
  Claim,
  Command,
  Decision,
  DomainEvent,
  FoundStreams,
  ManyStreams,
  Refusal,
  StreamType,
} from '@nordgate/decider';
import { quotasIn, returnTo, takeFrom } from './counted-quota.js';
import type { TakenQuota } from './counted-quota.js';
import { worldStream } from '../../domain/world.js';

type CommandByHand = Command<string, ByHand>;

/** How a command by hand is decided on its own stream. */
interface OwnDecision<C extends CommandByHand, State, Event extends DomainEvent> {
  readonly decide: (command: C, state: State, found: FoundStreams) => Decision<Event>;
  /** Other streams that the decision reads. */
  readonly reads?: (command: C) => readonly string[];
  /** The quota in which the new resource of the command counts. */
  readonly takes?: (command: C) => TakenQuota;
  /** Whether the command removes the resource, which then counts no more. */
  readonly removes?: true;
}

/** A command by hand that changes its own stream only. */
export function byHand<C extends CommandByHand, State, Event extends DomainEvent>(
  type: StreamType<State, Event>,
  { decide, reads = () => [], takes, removes }: OwnDecision<C, State, Event>,
): ManyStreams<C, State, null> {
  return {
    find: (command, state) => [
      worldOf(command),
      ...reads(command),
      ...(takes === undefined ? [] : [takes(command).stream]),
      ...(removes === undefined ? [] : quotasIn(state)),
    ],
    decide: (command, found) => {
      const { stream: by, meta } = command;
      const state = found.stateOf(type, by);
      const decision = refusalOfLate(command, found) ?? decide(command, state, found);
      const own = decisionOn(type, by, decision);
      if (isRefusal(decision) || decision.length === 0) return [own];
      const counter = { by, at: meta.at };
      return [
        own,
        ...(takes === undefined ? [] : [takeFrom(takes(command), counter, found)]),
        ...(removes === undefined ? [] : quotasIn(state).flatMap((one) => returnTo(one, counter))),
      ];
    },
    receipt: () => null,
  };
}

/** The world of a command by hand: that of the TPP that sends it. */
export function worldOf({ meta: { actor } }: CommandByHand): string {
  return streams.world.id(actor);
}

/** Refuses a command from before a reset: nothing made before it has an effect afterwards (ADR 27). */
export function refusalOfLate(command: CommandByHand, found: FoundStreams): Refusal | undefined {
  const world = found.stateOf(worldStream, worldOf(command));
  const now = world.is === 'none' ? 0 : world.generation;
  return now === command.data.generation ? undefined : refuse('SYSTEM_ERROR');
}

interface Made {
  readonly is: string;
  readonly by?: MadeBy;
}

/**
 * The decision on a request that creates a resource whose stream exists: its repeat changes nothing, and
 * another content is refused with CONFLICT. Undefined for a new stream.
 */
export function repeatOfCreation(
  state: Made,
  { content }: MadeBy,
): Refusal | typeof nothing | undefined {
  if (state.is === 'none') return undefined;
  return state.by?.content === content ? nothing : refuse('CONFLICT');
}

/** The same for a request that changes an existing resource; undefined for another request. */
export function repeatOfChange(
  { by: last }: Pick<Made, 'by'>,
  by: MadeBy,
): Refusal | typeof nothing | undefined {
  if (last?.request !== by.request) return undefined;
  return last.content === by.content ? nothing : refuse('CONFLICT');
}

/** The first candidate that no other stream has claimed; refuses with CONFLICT when all are taken. */
export function firstFree(
  candidates: Iterable<string>,
  {
    stream,
    claimOf,
    path,
  }: {
    readonly stream: string;
    readonly claimOf: (candidate: string) => Claim;
    readonly path: string;
  },
  { facts }: FoundStreams,
): string | Refusal {
  for (const candidate of candidates) {
    const holder = facts.holderOf(claimOf(candidate));
    if (holder === undefined || holder === stream) return candidate;
  }
  return refuse('CONFLICT', { path });
}

/** Goes on with a value that is no refusal. */
export function unlessRefused<Value, Result>(
  value: Value | Refusal,
  go: (value: Value) => Result,
): Result | Refusal {
  return isRefusal(value) ? value : go(value);
}
