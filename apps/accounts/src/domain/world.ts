import type { WorldEvent, WorldMoveBegun } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { defined, streamType, unreachable } from '@nordgate/decider';

/** A move of the clock of a world: who asked for it, and the time in the world at its begin and its end. */
export type WorldMove = Pick<WorldMoveBegun['data'], 'by' | 'from' | 'to'>;

/** Moves of which a repeat can still come: a repeat is sent within minutes. */
const movesMax = 20;

/** The world of a TPP; also the inline view that queries read. */
export type World =
  | { readonly is: 'none' }
  | {
      readonly is: 'initialised';
      readonly tpp: string;
      readonly generation: number;
      /** It began with a request, and was never reset. */
      readonly isFirst?: true;
      /** When it was asked for last, ISO 8601. */
      readonly at: string;
      /** How far its clock is ahead of the clocks, in milliseconds. Absent: it was never moved. */
      readonly aheadMs?: number;
      /** Where its clock is on its way to. */
      readonly move?: WorldMove;
      /** The last moves, the newest last: a repeat of a request gets the answer of the first. */
      readonly moves?: readonly WorldMove[];
    };

function evolve(world: World, event: WorldEvent): World {
  if (event.type === 'WorldInitialised') {
    const { generation, tpp, isFirst, at } = event.data;
    return { is: 'initialised', generation, tpp, ...defined({ isFirst }), at };
  }
  if (world.is === 'none') return world;
  switch (event.type) {
    case 'WorldMoveBegun': {
      const { by, from, to } = event.data;
      const move = { by, from, to };
      return { ...world, move, moves: [...(world.moves ?? []), move].slice(-movesMax) };
    }
    case 'WorldTimeSet':
      return { ...world, aheadMs: event.data.aheadMs };
    case 'WorldMoveEnded':
      return atRest(world);
    case 'WorldDeleted':
      return { is: 'none' };
    default:
      return unreachable(event);
  }
}

function atRest(world: Extract<World, { is: 'initialised' }>): World {
  const { is, tpp, generation, isFirst, at, aheadMs, moves } = world;
  return { is, tpp, generation, at, ...defined({ isFirst, aheadMs, moves }) };
}

/** Streams `world-<tpp>` (ADR 56). */
export const worldStream = streamType<World, WorldEvent, 'world'>({
  name: streams.world.category,
  stateVersion: 1,
  initial: { is: 'none' },
  evolve,
  events: {
    WorldInitialised: { version: 1 },
    WorldMoveBegun: { version: 1 },
    WorldTimeSet: { version: 1 },
    WorldMoveEnded: { version: 1 },
    WorldDeleted: { version: 1 },
  },
});
