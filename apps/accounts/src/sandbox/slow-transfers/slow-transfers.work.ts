import { streams } from '@nordgate/contracts/rules';
import { startLeadingWork } from '@nordgate/service';
import type { RunningWork, StartWork } from '@nordgate/service';
import { lateTransfers } from '../../confirm-transfer/late-transfers.queries.js';
import type { LateTransfer } from '../../confirm-transfer/late-transfers.queries.js';
import { slowMs } from '../../book-transfer/book-transfer.js';
import type { BookTransfer } from '../../book-transfer/book-transfer.js';

type Service = Parameters<StartWork>[0];

/** Between two looks for slow transfers. */
const restMs = 1000;

/** Books the transfers of the sandbox's slow bank when their time has come: one replica leads. */
export function startSlowTransfers(service: Service): RunningWork {
  const { database, log } = service;
  const work = (leading: AbortSignal) => bookSlowTransfers(service, leading);
  return startLeadingWork({ database, log, name: 'slow-transfers', restMs, work });
}

async function bookSlowTransfers(
  { database, commands }: Service,
  leading: AbortSignal,
): Promise<void> {
  const now = new Date();
  for (const late of await lateTransfers(database, 'booking')) {
    if (leading.aborted) return;
    const isDue = now.getTime() - Date.parse(late.since) >= slowMs;
    if (isDue) await commands.execute(booking(late, now.toISOString()));
  }
}

function booking({ entryId, day = '' }: LateTransfer, at: string): BookTransfer {
  const stream = streams.entry.id(entryId);
  const meta = { at, actor: 'system:accounts' };
  return { type: 'BookTransfer', id: `${stream}/slow`, stream, data: { entryId, day }, meta };
}
