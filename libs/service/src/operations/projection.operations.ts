import type {
  ProjectionEntry,
  RebuildOutcome,
  RebuildProjectionRequest,
} from '@nordgate/contracts/commands';
import type { AnyStreamType } from '@nordgate/decider';
import {
  projectionStatus,
  rebuild,
  requestRebuild,
  ViewProgress,
  viewProgress,
} from '@nordgate/event-store';
import type { Database, Projection, RebuildProgress, RebuildReport } from '@nordgate/event-store';
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
    const leaving = new Set(
      this.projections.flatMap(({ name, isLeaving }) => (isLeaving ? [name] : [])),
    );
    const followed = this.projections.map(async (projection): Promise<ProjectionEntry> => {
      const { fault, progress, ...status } = await projectionStatus(pool, projection);
      const shown = { ...status, kind: 'projection', ...shownProgress(progress) } as const;
      return { ...shown, ...(fault !== null && { fault }) };
    });
    const inline = this.streams.map(async (streamType): Promise<ProjectionEntry> => {
      const { name, stateVersion: version } = streamType;
      const progress = await viewProgress(pool, name);
      const state = progress === undefined ? 'following' : 'rebuilding';
      const entry = { name, kind: 'inline view', version, tableVersion: version, state } as const;
      return { ...entry, ...shownProgress(progress) };
    });
    const isListed = ({ name, tableVersion }: ProjectionEntry) =>
      tableVersion !== null || !leaving.has(name);
    return [...(await Promise.all(followed)).filter(isListed), ...(await Promise.all(inline))];
  }

  /**
   * Asks the leader of a projection to rebuild its table, or folds every stream of a type again and
   * repairs the views that differ. A dry run of a projection only checks that it could be asked for.
   */
  async rebuild({ projection: name, dryRun }: RebuildProjectionRequest): Promise<RebuildOutcome> {
    const { database } = this;
    const streamType = this.streams.find((one) => one.name === name);
    if (streamType !== undefined) {
      return { kind: 'inline view', ...(await this.#rebuildViews(streamType, dryRun)) };
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

  /** Keeps the progress in the database: another process may be the one that lists it. */
  async #rebuildViews(streamType: AnyStreamType, dryRun: boolean): Promise<RebuildReport> {
    const { database } = this;
    const mode = dryRun ? 'compare' : 'rewrite';
    const kept = new ViewProgress(database.pool, streamType.name);
    try {
      const onProgress = (streams: number, expected: number) => kept.save(streams, expected);
      return await rebuild({ database, streamType, mode, onProgress });
    } finally {
      await kept.end();
    }
  }
}

function shownProgress(
  progress: RebuildProgress | undefined,
): Pick<ProjectionEntry, 'percent' | 'secondsLeft'> {
  if (progress === undefined) return {};
  const { percent, secondsLeft } = progress;
  return { percent, ...(secondsLeft !== null && { secondsLeft }) };
}
