import type { WorldEvent } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { streamType, unreachable } from '@nordgate/decider';

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
    };

function evolve(_world: World, event: WorldEvent): World {
  switch (event.type) {
    case 'WorldInitialised':
      return { is: 'initialised', ...event.data };
    default:
      return unreachable(event.type);
  }
}

/** Streams `world-<tpp>` (ADR 56). */
export const worldStream = streamType<World, WorldEvent, 'world'>({
  name: streams.world.category,
  stateVersion: 1,
  initial: { is: 'none' },
  evolve,
  events: { WorldInitialised: { version: 1 } },
});
