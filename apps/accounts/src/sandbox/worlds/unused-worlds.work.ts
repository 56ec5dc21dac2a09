import { streams } from '@nordgate/contracts/rules';
import type { Database } from '@nordgate/event-store';
import { startLeadingWork } from '@nordgate/service';
import type { RunningWork, StartWork } from '@nordgate/service';
import type { DeleteWorld } from './initialise-world.js';
import { forgetWorldUse, unusedWorlds } from './world-use.rows.js';

/** Where unused worlds are deleted. */
export interface UnusedWorldsSweep {
  readonly database: Pick<Database, 'pool'>;
  readonly commands: { execute: (command: DeleteWorld) => Promise<unknown> };
  /** Days after which a world that its TPP does not use is deleted. */
  readonly unusedDays: number;
}

/** So many worlds are deleted one after the other before the next look. */
const pageMax = 100;

/**
 * Deletes the worlds that nobody has used for so many days. A kill between a deletion and its last row leaves a world that the next
 * sweep finds deleted.
 *
 * @returns how many
 * @throws errors of the driver and of the store
 */
export async function deleteUnusedWorlds(
  { database, commands, unusedDays }: UnusedWorldsSweep,
  leading: AbortSignal,
): Promise<number> {
  let deleted = 0;
  for (const { tpp, generation } of await unusedWorlds(database, unusedDays, pageMax)) {
    if (leading.aborted) break;
    if (generation !== null) {
      const stream = streams.world.id(tpp);
      const id = `${stream}/delete/${String(generation)}`;
      const meta = { at: new Date().toISOString(), actor: 'system:accounts' };
      await commands.execute({ type: 'DeleteWorld', id, stream, data: { generation }, meta });
      deleted += 1;
    }
    await forgetWorldUse(database, tpp, unusedDays);
  }
  return deleted;
}

const restMs = 3_600_000;

/** Looks once an hour for worlds that are unused for too long, in one of the replicas: one statement by an index. */
export function startDeletingUnused(
  { database, commands, log }: Parameters<StartWork>[0],
  unusedDays: number,
): RunningWork {
  const work = async (leading: AbortSignal) => {
    const deleted = await deleteUnusedWorlds({ database, commands, unusedDays }, leading);
    if (deleted > 0) log.info({ worlds: deleted }, 'worlds that nobody used were deleted');
  };
  return startLeadingWork({ database, log, name: 'unused-worlds', restMs, work });
}
