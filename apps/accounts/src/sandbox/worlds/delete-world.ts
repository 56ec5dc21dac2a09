import type { AccountCommands } from '@nordgate/contracts/commands';
import type { WorldEvent } from '@nordgate/contracts/events';
import { nothing } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import type { World } from '../../domain/world.js';

export type DeleteWorld = CommandOf<AccountCommands, 'DeleteWorld'>;

/** Deletes a world, once. A generation that a reset has ended meanwhile changes nothing. */
export function deleteWorld({ data, meta }: DeleteWorld, world: World): Decision<WorldEvent> {
  if (world.is === 'none' || world.generation !== data.generation) return nothing;
  const { tpp, generation } = world;
  return [{ type: 'WorldDeleted', data: { generation, tpp, at: meta.at } }];
}
