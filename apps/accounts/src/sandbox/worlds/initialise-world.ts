import type { AccountCommands } from '@nordgate/contracts/commands';
import type { WorldEvent } from '@nordgate/contracts/events';
import { dayInOslo, generationLeaseMs, ofCore, streams } from '@nordgate/contracts/rules';
import { decisionOn, isRefusal, nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decide, ManyStreams, Decision } from '@nordgate/decider';
import { sandboxStream } from '../../domain/sandbox.js';
import { worldStream } from '../../domain/world.js';
import type { Sandbox } from '../../domain/sandbox.js';
import type { World } from '../../domain/world.js';
import type { KnownDays } from './known-days.js';

export type InitialiseWorld = CommandOf<AccountCommands, 'InitialiseWorld'>;

/** Whether a TPP has a world now. */
export type HasWorld = (tpp: string) => Promise<boolean>;

/**
 * Begins the world of a TPP with the known state, or brings it back to it: one command over the sandbox, which gives the
 * generation, the world, and every stream of the known state, all appended together or none. A first request whose world
 * is there loads that world only.
 */
export function worldInKnownState(
  days: KnownDays,
  hasWorld: HasWorld,
): ManyStreams<InitialiseWorld, Sandbox, null> {
  const knownOf = ({ meta }: InitialiseWorld) => days.of(dayInOslo(new Date(meta.at)));
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
    const ended = world.is === 'initialised' ? { ends: world.generation } : {};
    return [{ type: 'WorldInitialised', data: { generation, tpp, ...first, ...ended, at } }];
  };

export type DeleteWorld = CommandOf<AccountCommands, 'DeleteWorld'>;

/** Deletes a world, once. A generation that a reset has ended meanwhile changes nothing. */
export function deleteWorld({ data, meta }: DeleteWorld, world: World): Decision<WorldEvent> {
  if (world.is === 'none' || world.generation !== data.generation) return nothing;
  const { tpp, generation } = world;
  return [{ type: 'WorldDeleted', data: { generation, tpp, at: meta.at } }];
}
