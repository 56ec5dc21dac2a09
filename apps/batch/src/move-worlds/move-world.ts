import type { BatchCommands } from '@nordgate/contracts/commands';
import type { WorldMoveEvent, WorldMoveName } from '@nordgate/contracts/events';
import { nothing } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import type { WorldMove } from '../domain/world-move.js';

type MoveWorldOn = CommandOf<BatchCommands, 'MoveWorldOn'>;
type ArriveWorld = CommandOf<BatchCommands, 'ArriveWorld'>;

/** Lets a world go on to a later time. A repeat, and a time before the last one of the same move, change nothing. */
export function moveWorldOn(
  { data, meta }: MoveWorldOn,
  move: WorldMove,
): Decision<WorldMoveEvent> {
  if (isOf(data, move) && (move.is === 'arrived' || data.to <= move.to)) return nothing;
  return [{ type: 'WorldMovedOn', data: { ...data, at: meta.at } }];
}

/** Ends a move, once. */
export function arriveWorld(
  { data, meta }: ArriveWorld,
  move: WorldMove,
): Decision<WorldMoveEvent> {
  if (isOf(data, move) && move.is === 'arrived') return nothing;
  return [{ type: 'WorldArrived', data: { ...data, at: meta.at } }];
}

/** Whether a state is that of this move, and not of one before it. */
export function isOf(
  { generation, request }: Pick<WorldMoveName, 'generation' | 'request'>,
  move: WorldMove,
): move is Exclude<WorldMove, { is: 'none' }> {
  return move.is !== 'none' && move.generation === generation && move.request === request;
}
