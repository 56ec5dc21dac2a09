import { generationOf, streams } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import { startLeadingWork, worldNow } from '@nordgate/service';
import type { RunningWork, StartWork } from '@nordgate/service';
import { lateTransfers } from '../../transfer/late-transfers.rows.js';
import type { LateTransfer } from '../../transfer/late-transfers.rows.js';
import { slowMs } from '../../transfer/book-transfer.js';
import type { BookTransfer } from '../../transfer/book-transfer.js';
import { entryStream } from '../../domain/entry.js';
import { worldsAhead } from '../worlds/world.queries.js';

type Service = Parameters<StartWork>[0];

/** Between two looks for slow transfers, and while there is none. */
const rest = { restMs: 1_000, restMaxMs: 8_000 };

/** Books the transfers of the sandbox's slow bank when their time has come: one replica leads. */
export function startSlowTransfers(service: Service): RunningWork {
  const { database, log } = service;
  const work = (leading: AbortSignal) => bookSlowTransfers(service, leading);
  const onWork = (wake: () => void) =>
    database.appended.onAppend(wake, Object.keys(entryStream.events));
  return startLeadingWork({ database, log, name: 'slow-transfers', onWork, ...rest, work });
}

/** Answers whether transfers wait. */
async function bookSlowTransfers(
  { database, commands }: Service,
  leading: AbortSignal,
): Promise<boolean> {
  const waiting = await lateTransfers(database, 'booking');
  if (waiting.length === 0) return false;
  const ahead = new Map(
    (await worldsAhead(database)).map(({ generation, aheadMs }) => [generation, aheadMs]),
  );
  for (const late of waiting) {
    if (leading.aborted) break;
    const aheadMs = ahead.get(generationOf(late.entryId));
    const now = worldNow(defined({ aheadMs }));
    const isDue = now.getTime() - Date.parse(late.since) >= slowMs;
    if (isDue) await commands.execute(booking(late, { at: now.toISOString(), aheadMs }));
  }
  return true;
}

/** The time in the world of a transfer, and how far it is ahead. */
interface Moment {
  readonly at: string;
  readonly aheadMs: number | undefined;
}

function booking({ entryId, day = '' }: LateTransfer, { at, aheadMs }: Moment): BookTransfer {
  const stream = streams.entry.id(entryId);
  const meta = { at, ...defined({ aheadMs }), actor: 'system:accounts' };
  return { type: 'BookTransfer', id: `${stream}/slow`, stream, data: { entryId, day }, meta };
}
