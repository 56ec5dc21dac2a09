import type { BatchCommands } from '@nordgate/contracts/commands';
import { streams } from '@nordgate/contracts/rules';
import type { CommandOf } from '@nordgate/decider';
import { startLeadingWork } from '@nordgate/service';
import type { RunningWork, StartWork } from '@nordgate/service';
import type { KnownExecution } from '../domain/execution.js';
import { silentTransfers } from './overdue-transfers.rows.js';

type Service = Parameters<StartWork>[0];

/** Between two looks for silent transfers. */
const restMs = 30_000;
/** Transfers that are looked up at once; each is reminded in its own transaction. */
const pageMax = 100;

/** Asks executors again about transfers of which nothing was heard for too long: one replica leads. */
export function startReminding(service: Service, minutes: number): RunningWork {
  const { database, log } = service;
  return startLeadingWork({
    database,
    log,
    name: 'remind-executor',
    restMs,
    work: async (leading) => void (await remindSilent(service, minutes, leading)),
  });
}

/**
 * Reminds once, page by page; answers with how many transfers it reminded. The core gets each reminder as a
 * message. The ledger gets none: the bus brings it each event until it has answered.
 */
export async function remindSilent(
  { database, commands }: Pick<Service, 'database' | 'commands'>,
  minutes: number,
  leading: AbortSignal,
): Promise<number> {
  let [reminded, after] = [0, ''];
  while (!leading.aborted) {
    const page = await silentTransfers(database, minutes, { after, max: pageMax });
    for (const silent of page) {
      if (leading.aborted) return reminded;
      await commands.execute(reminderOf(silent));
      reminded += 1;
    }
    const last = page.at(-1);
    if (last === undefined || page.length < pageMax) break;
    after = streams.execution.id(last.executionId);
  }
  return reminded;
}

/** A replica that lost the lead sends the same reminder, which is noted once. */
function reminderOf({
  executionId,
  reminders,
}: KnownExecution): CommandOf<BatchCommands, 'RemindExecutor'> {
  const stream = streams.execution.id(executionId);
  const reminder = reminders + 1;
  const id = `${stream}/reminder-${String(reminder)}`;
  const meta = { at: new Date().toISOString(), actor: 'system:batch' };
  return { type: 'RemindExecutor', id, stream, data: { reminder }, meta };
}
