import type {
  ProjectionEntry,
  RebuildOutcome,
  RebuildProjectionRequest,
} from '@nordgate/contracts/commands';
import type { AnyStreamType } from '@nordgate/decider';
import { projectionStatus, rebuild, requestRebuild } from '@nordgate/event-store';
import type { Database, Projection } from '@nordgate/event-store';
import { OperationError } from './operation-errors.js';

/** What an operator does about the projections and the inline views of one service. */
export class ProjectionOperations {
  constructor(
    private readonly database: Database,
    private readonly streams: readonly AnyStreamType[],
    private readonly projections: readonly Projection[],
  ) {}

  async list(): Promise<readonly ProjectionEntry[]> {
    const { pool } = this.database;
    const followed = this.projections.map(async (projection): Promise<ProjectionEntry> => {
      const { fault, ...status } = await projectionStatus(pool, projection);
      return { ...status, kind: 'projection', ...(fault !== null && { fault }) };
    });
    const inline = this.streams.map(({ name, stateVersion: version }): ProjectionEntry => ({
      name,
      kind: 'inline view',
      version,
      tableVersion: version,
      state: 'following',
    }));
    return [...(await Promise.all(followed)), ...inline];
  }

  /**
   * Asks the leader of a projection to rebuild its table, or folds every stream of a type again and
   * repairs the views that differ. A dry run of a projection only checks that it could be asked for.
   */
  async rebuild({ projection: name, dryRun }: RebuildProjectionRequest): Promise<RebuildOutcome> {
    const { database } = this;
    const streamType = this.streams.find((one) => one.name === name);
    if (streamType !== undefined) {
      const mode = dryRun ? 'compare' : 'rewrite';
      return { kind: 'inline view', ...(await rebuild({ database, streamType, mode })) };
    }
    const projection = this.projections.find((one) => one.name === name);
    if (projection === undefined) throw new OperationError(`there is no projection ${name}`);
    const { state } = await projectionStatus(database.pool, projection);
    const isPossible = dryRun
      ? state === 'following' || state === 'stopped'
      : await requestRebuild(database.pool, name);
    if (!isPossible) {
      throw new OperationError(
        `${name} is ${state}: it is being rebuilt already or has not started`,
      );
    }
    return { kind: 'projection' };
  }
}
