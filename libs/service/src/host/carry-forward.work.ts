import { isRefusal } from '@nordgate/decider';
import type { AnyStreamType, Command } from '@nordgate/decider';
import {
  carriedPage,
  carryDays,
  dropHistories,
  isInfrastructureFailure,
} from '@nordgate/event-store';
import type { CarriedStream, CarryDays, Database, DroppingPlace } from '@nordgate/event-store';
import type { LocalCommands } from '@nordgate/messaging';
import type { Log } from '@nordgate/telemetry';
import { startLeadingWork } from './leading-work.js';
import type { RunningWork } from './leading-work.js';

/** A category of streams that go on, and lose their earlier events. */
export interface CarriedCategory extends Pick<DroppingPlace, 'dropRows'> {
  readonly streamType: AnyStreamType;
  /** A page of its streams behind a stream id, in the order of their ids. */
  readonly page: (after: string, days: CarryDays) => Promise<readonly CarriedStream[]>;
  /** The command that records the whole state of a stream. */
  readonly carry: (days: CarryDays) => Pick<Command, 'type' | 'data'>;
}

/** Categories of streams of few events. A command without data records the whole state of each. */
export function carriedCategories(
  database: Pick<Database, 'pool'>,
  carriedBy: readonly (readonly [AnyStreamType, string])[],
): readonly CarriedCategory[] {
  return carriedBy.map(([streamType, type]) => ({
    streamType,
    page: (after, days) => carriedPage(database, streamType, after, days),
    carry: () => ({ type, data: {} }),
  }));
}

export interface CarryingOptions {
  readonly database: Pick<Database, 'pool' | 'leaders'>;
  readonly commands: Pick<LocalCommands, 'execute'>;
  readonly log: Log;
  readonly categories: readonly CarriedCategory[];
  /** Calendar months for which events are held, by the clock of the database. */
  readonly months: number;
  /** Between two looks. Default six hours. */
  readonly restMs?: number;
}

/** What one look did. */
export interface CarriedCount {
  /** Streams that were carried forward. */
  readonly carried: number;
  /** Streams whose earlier events were dropped. */
  readonly dropped: number;
}

const restDefaultMs = 6 * 3600 * 1000;

/**
 * Carries streams forward once a month, and drops what lies before a state that has become as old as the months for which their
 * events are held (ADR 80, ADR 87). One replica leads.
 */
export function startCarrying(options: CarryingOptions): RunningWork {
  const { database, log, restMs = restDefaultMs } = options;
  return startLeadingWork({
    database,
    log,
    name: 'carry-forward',
    restMs,
    work: async (leading) => {
      const { carried, dropped } = await carryAll(options, leading);
      if (carried + dropped === 0) return;
      log.info({ count: carried, deleted: dropped }, 'streams were carried forward');
    },
  });
}

/** Streams whose histories are dropped in one transaction: readers wait for its end. */
const batchMax = 50;

/**
 * Looks at all streams once. It may end anywhere: the next look goes on with the streams that are not done. A stream that
 * cannot be carried forward does not keep the others from it. Rejects with failures of the database.
 */
export async function carryAll(
  options: Omit<CarryingOptions, 'restMs'>,
  leading: AbortSignal,
): Promise<CarriedCount> {
  const days = await carryDays(options.database, options.months);
  let [carried, dropped] = [0, 0];
  for (const category of options.categories) {
    for (let after: string | undefined = ''; after !== undefined && !leading.aborted;) {
      const page = await category.page(after, days);
      const chosen = page.filter(({ isDue, before }) => isDue || before !== null);
      for (let at = 0; at < chosen.length && !leading.aborted; at += batchMax) {
        const batch = chosen.slice(at, at + batchMax);
        // First: the readers have passed what was appended a month ago.
        dropped += await droppedOf(batch, options, category);
        for (const one of batch)
          if (one.isDue) carried += await carriedBy(one, options, category, days);
      }
      after = page.at(-1)?.stream;
    }
  }
  return { carried, dropped };
}

async function droppedOf(
  batch: readonly CarriedStream[],
  { database }: Pick<CarryingOptions, 'database'>,
  { streamType, dropRows }: CarriedCategory,
): Promise<number> {
  const old = batch.flatMap(({ stream: streamId, before }) =>
    before === null ? [] : [{ streamId, before }],
  );
  return (await dropHistories({ database, streamType, dropRows }, old)).size;
}

async function carriedBy(
  { stream, version }: CarriedStream,
  { commands, log }: Pick<CarryingOptions, 'commands' | 'log'>,
  { carry }: CarriedCategory,
  days: CarryDays,
): Promise<0 | 1> {
  const id = `${stream}/carried-forward/${String(version)}`;
  const meta = { at: days.at, actor: 'carry-forward' };
  try {
    return isRefusal(await commands.execute({ ...carry(days), id, stream, meta })) ? 0 : 1;
  } catch (error) {
    if (isInfrastructureFailure(error)) throw error;
    log.error({ err: error }, 'a stream could not be carried forward');
    return 0;
  }
}
