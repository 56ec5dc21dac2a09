import type { AccountCommands, WorldMoveReceipt } from '@nordgate/contracts/commands';
import type { WorldEvent } from '@nordgate/contracts/events';
import { clockMoves, notForward, ofCore, tooFar } from '@nordgate/contracts/rules';
import { defined, nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import type { World } from '../../domain/world.js';

type BeginWorldMove = CommandOf<AccountCommands, 'BeginWorldMove'>;
type SetWorldTime = CommandOf<AccountCommands, 'SetWorldTime'>;
type EndWorldMove = CommandOf<AccountCommands, 'EndWorldMove'>;

/** How far a world may be ahead of the clocks: three years, one of them a leap year. */
export const aheadMaxMs = (3 * 365 + 1) * 24 * 3_600_000;

/**
 * Begins to move the clock of a world, forward only and one move at a time. Refuses SYSTEM_ERROR in another generation,
 * CONFLICT during another move and for a request that moved it otherwise, and FORMAT_ERROR for a time that the world has had, or that is too far ahead.
 */
export function beginWorldMove({ data, meta }: BeginWorldMove, world: World): Decision<WorldEvent> {
  if (world.is === 'none' || world.generation !== data.generation) return refuse('SYSTEM_ERROR');
  const { tpp, generation, move, moves = [], aheadMs = 0 } = world;
  const { by, to, awaits } = data;
  const known = moves.find((one) => one.by.request === by.request);
  if (known !== undefined) return known.by.content === by.content ? nothing : refuse('CONFLICT');
  if (move !== undefined) return refuse('CONFLICT', { text: clockMoves });
  const realMs = Date.parse(meta.at) - (meta.aheadMs ?? 0);
  const from = new Date(realMs + aheadMs).toISOString();
  if (Date.parse(to) <= realMs + aheadMs) return refuse('FORMAT_ERROR', { text: notForward });
  if (Date.parse(to) > realMs + aheadMaxMs) return refuse('FORMAT_ERROR', { text: tooFar });
  const waits = defined({ awaits });
  const begun = { generation, tpp, by, from, to, ...waits, at: meta.at };
  return [{ type: 'WorldMoveBegun', data: begun }];
}

/** The begin and the end of the move that a request got; null for one of long ago. */
export function worldMoveReceipt(
  world: World,
  { data: { by } }: BeginWorldMove,
): WorldMoveReceipt | null {
  const moves = world.is === 'none' ? [] : (world.moves ?? []);
  const known = moves.find((one) => one.by.request === by.request);
  return known === undefined ? null : { from: known.from, to: known.to };
}

/** The world of a core is not ours to move: CONFLICT. */
export function refuseMoveOfCore(): Decision<WorldEvent> {
  return refuse('CONFLICT', { text: ofCore });
}

/** Sets the time during a move. What comes late, from an ended move or from before a reset, changes nothing. */
export function setWorldTime({ data, meta }: SetWorldTime, world: World): Decision<WorldEvent> {
  const { generation, aheadMs } = data;
  if (!isMoving(world, data) || aheadMs <= (world.aheadMs ?? 0)) return nothing;
  const { tpp } = world;
  return [{ type: 'WorldTimeSet', data: { generation, tpp, aheadMs, at: meta.at } }];
}

/** Ends a move, once. */
export function endWorldMove({ data, meta }: EndWorldMove, world: World): Decision<WorldEvent> {
  if (!isMoving(world, data)) return nothing;
  const { generation, tpp } = world;
  return [{ type: 'WorldMoveEnded', data: { generation, tpp, at: meta.at } }];
}

function isMoving(
  world: World,
  { generation, request }: EndWorldMove['data'],
): world is Extract<World, { is: 'initialised' }> {
  return (
    world.is === 'initialised' &&
    world.generation === generation &&
    world.move?.by.request === request
  );
}
