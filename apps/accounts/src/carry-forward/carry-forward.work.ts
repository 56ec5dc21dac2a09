import { isRefusal } from '@nordgate/decider';
import { dropHistories, isInfrastructureFailure } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import type { LocalCommands } from '@nordgate/messaging';
import { startLeadingWork } from '@nordgate/service';
import type { RunningWork } from '@nordgate/service';
import type { Log } from '@nordgate/telemetry';
import { owners } from '../domain/ledger-account.js';
import { accountsPage, carryDays, dropTransactions } from './carried-accounts.rows.js';
import type { CarryDays, PagedAccount } from './carried-accounts.rows.js';

export interface CarryingOptions {
  readonly database: Pick<Database, 'pool' | 'leaders'>;
  readonly commands: Pick<LocalCommands, 'execute'>;
  readonly log: Log;
  /** Calendar months for which entries are held, by the clock of the database. */
  readonly months: number;
  /** Between two looks. Default six hours. */
  readonly restMs?: number;
}

/** What one look did. */
export interface CarriedCount {
  /** Accounts that were carried forward. */
  readonly carried: number;
  /** Accounts whose earlier events were dropped. */
  readonly dropped: number;
}

const restDefaultMs = 6 * 3600 * 1000;

/**
 * Carries every open account forward once a month, and drops what lies before a state that has become as old as the months for
 * which entries are held (ADR 80). One replica leads.
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
      log.info({ count: carried, deleted: dropped }, 'accounts were carried forward');
    },
  });
}

/** Streams whose histories are dropped in one transaction: readers wait for its end. */
const batchMax = 50;

/**
 * Looks at all accounts once. It may end anywhere: the next look goes on with the accounts that are not done. An account that
 * cannot be carried forward does not keep the others from it. Rejects with failures of the database.
 */
export async function carryAll(
  options: Omit<CarryingOptions, 'restMs'>,
  leading: AbortSignal,
): Promise<CarriedCount> {
  const { database, months } = options;
  const days = await carryDays(database, months);
  let [carried, dropped] = [0, 0];
  for (const streamType of owners) {
    const place = { database, streamType, dropRows: dropTransactions };
    for (let after: string | undefined = ''; after !== undefined && !leading.aborted;) {
      const page = await accountsPage(database, streamType.name, after, days.monthStart);
      const due = page.filter(({ isDue }) => isDue);
      for (let at = 0; at < due.length && !leading.aborted; at += batchMax) {
        const batch = due.slice(at, at + batchMax);
        // First: the readers have passed what was appended a month ago.
        const old = batch.flatMap(({ stream: streamId, heldFrom: before }) =>
          before === null ? [] : [{ streamId, before }],
        );
        dropped += (await dropHistories(place, old)).size;
        for (const one of batch) carried += await carriedAte(one, options, days);
      }
      after = page.at(-1)?.stream;
    }
  }
  return { carried, dropped };
}

async function carriedAte(
  { stream, version }: PagedAccount,
  { commands, log }: Pick<CarryingOptions, 'commands' | 'log'>,
  { at, heldFrom }: CarryDays,
): Promise<0 | 1> {
  const id = `${stream}/carried-forward/${String(version)}`;
  const meta = { at, actor: 'carry-forward' };
  try {
    const command = { id, type: 'CarryForward', stream, data: { heldFrom }, meta };
    return isRefusal(await commands.execute(command)) ? 0 : 1;
  } catch (error) {
    if (isInfrastructureFailure(error)) throw error;
    log.error({ err: error }, 'an account could not be carried forward');
    return 0;
  }
}
