import { isDeepStrictEqual } from 'node:util';
import { claimText, isRefusal, rowOf } from '@nordgate/decider';
import type { Command, DeciderRow, Decision, DomainEvent, Facts, Refusal } from '@nordgate/decider';
import { decidingServices } from './deciding-services.js';
import type { DecidingService, DecidingServices } from './deciding-services.js';
import type { History, HistoryDecision, HistoryPart } from './history.js';
import { StreamStates } from './stream-states.js';

/** What one command did to one stream. */
export interface Outcome {
  readonly stream: string;
  /** An event, a refusal, or why there is neither. */
  readonly decided: DomainEvent | Refusal | { readonly threw: string };
}

/** A command that this release decides otherwise. */
export interface Difference {
  readonly decision: HistoryDecision;
  readonly expected: readonly Outcome[];
  readonly decided: readonly Outcome[];
}

/** The decisions of a history made again. */
export interface Replayed {
  readonly equal: readonly HistoryDecision[];
  readonly different: readonly Difference[];
}

/**
 * Makes every decision of a history again with the deciders of this release: on the states before it, with the time, the ids
 * and the other facts that were used. Nothing is read and nothing is stored.
 */
export function decideAgain(
  { head, parts }: History,
  services = decidingServices(head.profile),
): Replayed {
  const replayed = parts.map((part) => decidePartAgain(part, services));
  return {
    equal: replayed.flatMap(({ equal }) => equal),
    different: replayed.flatMap(({ different }) => different),
  };
}

/** As `decideAgain`, for one bank. */
export function decidePartAgain(
  { events, decisions }: HistoryPart,
  services: DecidingServices,
): Replayed {
  const statesOf = new Map<string, StreamStates>();
  for (const [name, service] of Object.entries(services)) {
    const own = events.filter(({ stream }) => isOf(service, stream));
    statesOf.set(name, new StreamStates(service, own));
  }
  const equal: HistoryDecision[] = [];
  const different: Difference[] = [];
  for (const decision of decisions) {
    const states = statesOf.get(decision.service) as StreamStates;
    const replay = { decision, states, service: services[decision.service] };
    const [expected, decided] = outcomesOf(replay);
    if (isDeepStrictEqual(expected, decided)) equal.push(decision);
    else different.push({ decision, expected, decided });
  }
  return { equal, different };
}

const isOf = ({ streams }: DecidingService, stream: string) =>
  streams.some(({ name }) => stream.startsWith(`${name}-`));

interface Replay {
  readonly decision: HistoryDecision;
  readonly service: DecidingService;
  readonly states: StreamStates;
}

/** What was decided, and what is decided now. An event that cannot be read any more is a difference. */
function outcomesOf(replay: Replay): readonly [readonly Outcome[], readonly Outcome[]] {
  const { command } = replay.decision;
  try {
    return [comparable(expectedOf(replay)), comparable(decidedOf(replay))];
  } catch (error) {
    const threw = error instanceof Error ? error.message : String(error);
    return [[], [{ stream: command.stream, decided: { threw } }]];
  }
}

function expectedOf({ decision, states }: Replay): readonly Outcome[] {
  const { appended, command, refusal, saw } = decision;
  if (refusal !== undefined) return [{ stream: command.stream, decided: refusal }];
  const versions = new Map(saw.map(({ stream, version }) => [stream, version]));
  return appended.flatMap(({ stream, events }) =>
    Array.from({ length: events }, (_, nth) => {
      const version = (versions.get(stream) ?? 0) + nth + 1;
      return { stream, decided: states.eventAt({ stream, version }) };
    }),
  );
}

function decidedOf({ decision, service, states }: Replay): readonly Outcome[] {
  const command: Command = decision.command;
  const row = rowOf(service.table, command.type);
  if (row === undefined) throw new Error(`nobody decides ${command.type}`);
  const seenOf = (stream: string) => decision.saw.find((one) => one.stream === stream);
  const decisions = decisionsOf(row, decision, {
    stateOf: (stream) => {
      const seen = seenOf(stream);
      if (seen === undefined) throw new Error(`the state of ${stream} was not used before`);
      return states.stateAt(seen);
    },
    eventsOf: (stream) => {
      const seen = seenOf(stream);
      return seen === undefined ? [] : states.eventsUntil(seen);
    },
  });
  const refusal = decisions.map((one) => one.decision).find(isRefusal);
  if (refusal !== undefined) return [{ stream: command.stream, decided: refusal }];
  return decisions.flatMap(({ stream, decision: events }) =>
    (events as readonly DomainEvent[]).map((decided) => ({ stream, decided })),
  );
}

interface DecidedStream {
  readonly stream: string;
  readonly decision: Decision<DomainEvent>;
}

/** What a decider saw of a stream. */
interface SeenStreams {
  readonly stateOf: (stream: string) => unknown;
  /** The events before the decision, also those that its state does not tell. */
  readonly eventsOf: (stream: string) => readonly DomainEvent[];
}

function decisionsOf(
  row: DeciderRow,
  { command, claims, found = [] }: HistoryDecision,
  { stateOf, eventsOf }: SeenStreams,
): readonly DecidedStream[] {
  const { stream } = command;
  const facts = factsOf(claims);
  if (row.over === 'one stream') {
    return [{ stream, decision: row.decide(command as never, stateOf(stream) as never, facts) }];
  }
  const stateIn = ((_type: unknown, id: string) => stateOf(id)) as never;
  const { earlier: told } = row;
  const earlier = told && eventsOf(stream).find((event) => told.isIt(command as never, event));
  return row.decide(command as never, { ids: found, facts, earlier, stateOf: stateIn });
}

/** A claim about which nobody asked before has no holder. */
function factsOf(claims: HistoryDecision['claims']): Facts {
  const holders = new Map(claims.map(({ claim, holder }) => [claimText(claim), holder]));
  return { holderOf: (claim) => holders.get(claimText(claim)) };
}

/** Outcomes as data, in one order of the streams. The value of a seal is left out: its key is not in the history. */
function comparable(outcomes: readonly Outcome[]): readonly Outcome[] {
  const data = JSON.parse(JSON.stringify(outcomes), withoutSeal) as Outcome[];
  const streams = [...new Set(data.map(({ stream }) => stream))].toSorted();
  return streams.flatMap((stream) => data.filter((one) => one.stream === stream));
}

function withoutSeal(_name: string, value: unknown): unknown {
  const isSeal =
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).toSorted().join() === 'keyId,signature';
  return isSeal ? 'a seal' : value;
}
