import type { AccountCommands } from '@nordgate/contracts/commands';
import type { WorldEvent } from '@nordgate/contracts/events';
import { dayInOslo, generationLeaseMs, ofCore, streams } from '@nordgate/contracts/rules';
import { decisionOn, isRefusal, nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decide, ManyStreams } from '@nordgate/decider';
import { sandboxStream } from '../../domain/sandbox.js';
import { worldStream } from '../../domain/world.js';
import type { Sandbox } from '../../domain/sandbox.js';
import type { World } from '../../domain/world.js';
import { knownHolders } from '../known-history/known-holders.js';
import { historyUntil } from '../known-history/known-history.js';
import type { KnownHistory } from '../known-history/known-history.js';
import { knownState } from '../known-state/known-state.js';
import { knownWorld } from './known-world.js';
import type { KnownWorld } from './known-world.js';

export type InitialiseWorld = CommandOf<AccountCommands, 'InitialiseWorld'>;

/** The transactions of the known state until a day in Oslo, YYYY-MM-DD. */
export type HistoryUntil = (day: string) => KnownHistory;

/** Whether a TPP has a world now. */
export type HasWorld = (tpp: string) => Promise<boolean>;

const holders = knownHolders(knownState);

/** A year of transactions on the accounts of the known state. */
export const knownHistory: HistoryUntil = (day) => historyUntil(day, holders);

/**
 * Begins the world of a TPP with the known state, or brings it back to it: one command over the sandbox, which gives the
 * generation, the world, and every stream of the known state, all appended together or none. A first request whose world
 * is there loads that world only.
 */
export function worldInKnownState(
  historyUntilDay: HistoryUntil,
  hasWorld: HasWorld,
): ManyStreams<InitialiseWorld, Sandbox, null> {
  const knownOf = knownOfOneDay(historyUntilDay);
  return {
    find: async (command, { generation }) => {
      const { tpp, isFirst = false } = command.data;
      const own = worldOf(command);
      if (isFirst && (await hasWorld(tpp))) return [own];
      return [own, ...knownOf(command).streamsIn(generation + 1)];
    },
    decide: (command, found) => {
      const { stream, data, meta } = command;
      const { tpp } = data;
      const world = worldOf(command);
      const generation = found.stateOf(sandboxStream, stream).generation + 1;
      const decision = initialiseWorld(generation)(
        command,
        found.stateOf(worldStream, world),
        found.facts,
      );
      const own = decisionOn(worldStream, world, decision);
      if (isRefusal(decision) || decision.length === 0) return [own];
      // The world was there when the streams were found, and is gone: the next first request begins it.
      if (found.ids.length === 1) return [decisionOn(worldStream, world, nothing)];
      const taken = { type: 'GenerationTaken', data: { generation, tpp, at: meta.at } } as const;
      return [
        decisionOn(sandboxStream, stream, [taken]),
        own,
        ...knownOf(command).decisionsIn(generation, meta.at),
      ];
    },
    receipt: () => null,
  };
}

/** The world of a core is there already, and nobody puts it back: a reset is refused with CONFLICT. */
export const worldOfCore: ManyStreams<InitialiseWorld, Sandbox, null> = {
  find: () => [],
  decide: ({ stream, data: { isFirst = false } }) => [
    decisionOn(sandboxStream, stream, isFirst ? nothing : refuse('CONFLICT', { text: ofCore })),
  ],
  receipt: () => null,
};

const worldOf = ({ data: { tpp } }: InitialiseWorld) => streams.world.id(tpp);

/** Decides the known state of a day once, however many worlds begin with it. */
function knownOfOneDay(historyUntilDay: HistoryUntil) {
  let last: { readonly day: string; readonly world: KnownWorld } | undefined;
  return ({ meta: { at } }: InitialiseWorld): KnownWorld => {
    const day = dayInOslo(new Date(at));
    if (last?.day !== day) last = { day, world: knownWorld(knownState, historyUntilDay(day)) };
    return last.world;
  };
}

/**
 * Notes the generation of a world. Refuses with CONFLICT a reset that was requested within one lease of the last one:
 * gateways still wait until every process knows that one (ADR 27). A repeat of the same command (its id) is not decided
 * again. Times of different gateways may come in any order.
 */
export const initialiseWorld =
  (generation: number): Decide<InitialiseWorld, World, WorldEvent> =>
  ({ data: { tpp, isFirst = false }, meta: { at } }, world) => {
    if (world.is === 'initialised') {
      if (isFirst) return nothing;
      const apartMs = Math.abs(Date.parse(at) - Date.parse(world.at));
      // Nobody waits for a world that has just begun with the first request, which may be this one.
      if (world.isFirst !== true && apartMs < generationLeaseMs) return refuse('CONFLICT');
    }
    const first = isFirst ? ({ isFirst } as const) : {};
    return [{ type: 'WorldInitialised', data: { generation, tpp, ...first, at } }];
  };
