import { deepStrictEqual, fail } from 'node:assert/strict';
import { claimText, fold, isRefusal } from '../decider.js';
import type { Claim, Command, Decide, Decision, DomainEvent, Facts } from '../decider.js';
import type { StreamType } from '../stream-type.js';
import { notedFacts, publishTested } from './tested-decisions.js';

/** The history before the command. */
export interface Given<C extends Command, Event extends DomainEvent> {
  /** Another stream holds a claim. */
  readonly claimedBy: (holder: string, claim: Claim) => Given<C, Event>;
  readonly when: (command: C) => When<C, Event>;
}

/** The expected decision. Each of these throws an AssertionError when the decision differs. */
export interface When<C extends Command, Event extends DomainEvent> {
  readonly then: (...events: Event[]) => Then<C, Event>;
  readonly thenRejected: (code: string, path?: string) => Then<C, Event>;
  readonly thenNothing: () => Then<C, Event>;
}

/** What may follow the expected decision. */
export interface Then<C extends Command, Event extends DomainEvent> {
  /** The same command again, on the state after its events. */
  readonly again: () => When<C, Event>;
}

/**
 * A test of one decision as a sentence: `spec(payment, cancel).given(…).when(…).then(…)`. The decision
 * is also made on a state that went through JSON, as a load from a view does, and must be the same.
 */
export function spec<C extends Command, State, Event extends DomainEvent>(
  streamType: StreamType<State, Event>,
  decide: Decide<C, State, Event>,
): { readonly given: (...events: Event[]) => Given<C, Event> } {
  const given = (history: readonly Event[], claims: ReadonlyMap<string, string>) => ({
    claimedBy: (holder: string, claim: Claim) =>
      given(history, new Map([...claims, [claimText(claim), holder]])),
    when: (command: C) => when(history, claims, command),
  });
  const when = (
    history: readonly Event[],
    claims: ReadonlyMap<string, string>,
    command: C,
  ): When<C, Event> => {
    const decision = decideTwice(streamType, decide, { history, claims, command });
    const after = (events: readonly Event[]): Then<C, Event> => ({
      again: () => when([...history, ...events], claims, command),
    });
    const thenEvents = (...expected: Event[]): Then<C, Event> => {
      if (isRefusal(decision)) fail(`refused with ${JSON.stringify(decision)}, expected events`);
      equalData(decision, expected);
      return after(expected);
    };
    return {
      then: thenEvents,
      thenNothing: () => thenEvents(),
      thenRejected: (code, path) => {
        if (!isRefusal(decision)) fail(`decided ${JSON.stringify(decision)}, expected ${code}`);
        deepStrictEqual(decision.refused, code);
        if (path !== undefined) deepStrictEqual(decision.path, path);
        return after([]);
      },
    };
  };
  return { given: (...events: Event[]) => given(events, new Map()) };
}

interface Situation<C, Event> {
  readonly history: readonly Event[];
  readonly claims: ReadonlyMap<string, string>;
  readonly command: C;
}

function decideTwice<C extends Command, State, Event extends DomainEvent>(
  streamType: StreamType<State, Event>,
  decide: Decide<C, State, Event>,
  { history, claims, command }: Situation<C, Event>,
): Decision<Event> {
  const facts: Facts = { holderOf: (claim) => claims.get(claimText(claim)) };
  const noted = notedFacts(facts);
  const state = fold(streamType, history);
  const decision = decide(command, state, noted.facts);
  const { stream } = command;
  publishTested({
    command,
    given: [{ stream, events: history }],
    found: undefined,
    claims: noted.claims,
    decisions: [{ stream, decision }],
  });
  const restored = JSON.parse(JSON.stringify(state)) as State;
  equalData(decide(command, restored, facts), decision, 'the state does not survive JSON');
  return decision;
}

/** Compares as data: a decision and its expectation may come from different contexts of a test run. */
function equalData(received: unknown, expected: unknown, message?: string): void {
  deepStrictEqual(structuredClone(received), structuredClone(expected), message);
}
