import type { WorldMoveEvent } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { streamType, unreachable } from '@nordgate/decider';

/** How far the last move of the clock of a TPP's world is. */
export type WorldMove =
  | { readonly is: 'none' }
  | {
      readonly is: 'under-way' | 'arrived';
      readonly generation: number;
      readonly request: string;
      /** The time in the world that it went to last, ISO 8601 in UTC. */
      readonly to: string;
    };

function evolve(move: WorldMove, event: WorldMoveEvent): WorldMove {
  const { generation, request } = event.data;
  switch (event.type) {
    case 'WorldMovedOn':
      return { is: 'under-way', generation, request, to: event.data.to };
    case 'WorldArrived':
      return { is: 'arrived', generation, request, to: move.is === 'none' ? '' : move.to };
    default:
      return unreachable(event);
  }
}

/** Streams `world-move-<tpp>` of a sandbox (ADR 56). */
export const worldMoveStream = streamType<WorldMove, WorldMoveEvent, 'world-move'>({
  name: streams.worldMove.category,
  stateVersion: 1,
  initial: { is: 'none' },
  evolve,
  events: { WorldMovedOn: { version: 1 }, WorldArrived: { version: 1 } },
});
