import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { handles } from '@nordgate/contracts/events';
import type { Handled, LedgerTransfer } from '@nordgate/contracts/events';
import { generationOf, streams } from '@nordgate/contracts/rules';
import { commandFrom, noReaction } from '@nordgate/decider';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';
import type { Database } from '@nordgate/event-store';
import { ReactsTo } from '@nordgate/messaging';
import { DATABASE } from '@nordgate/service';
import { lateTransfers } from './transfer/late-transfers.rows.js';

const instructed = handles('batch.events.v1', ['TransferInstructed']);
const started = handles('batch.events.v1', ['TransferStarted']);
const runs = handles('batch.events.v1', ['RunStarted']);

/** Transfers whose executor is another one are none of the ledger's business. */
@Controller()
export class AccountsConsumers {
  constructor(@Inject(DATABASE) private readonly database: Pick<Database, 'pool'>) {}

  @ReactsTo('accounts.reserve-transfer', instructed)
  reserve(@Payload() received: ReceivedEvent<Handled<typeof instructed>>): Reaction {
    if (received.event.data.executor !== 'ledger') return noReaction;
    const data = transferOf(received.event.data);
    const stream = streams.entry.id(data.executionId);
    return { commands: [commandFrom(received, { type: 'ReserveTransfer', stream, data })] };
  }

  @ReactsTo('accounts.book-transfer', started)
  book(@Payload() received: ReceivedEvent<Handled<typeof started>>): Reaction {
    const { executor, executionId: entryId, day, isBooked } = received.event.data;
    if (executor !== 'ledger' || isBooked === true) return noReaction;
    const stream = streams.entry.id(entryId);
    const data = { entryId, day };
    return { commands: [commandFrom(received, { type: 'BookTransfer', stream, data })] };
  }

  /** A run at a time of the day, or on demand, brings the late confirmations of the runs before it. */
  @ReactsTo('accounts.confirm-transfers', runs)
  async confirm(@Payload() received: ReceivedEvent<Handled<typeof runs>>): Promise<Reaction> {
    const { runId, slot } = received.event.data;
    if (slot === 'instant') return noReaction;
    const late = await lateTransfers(this.database, 'confirmation');
    const ofRun = late.filter(({ entryId }) => generationOf(entryId) === generationOf(runId));
    const commands = ofRun.map(({ entryId }) => {
      const stream = streams.entry.id(entryId);
      return commandFrom(received, { type: 'ConfirmTransfer', stream, data: { entryId } });
    });
    return { commands };
  }
}

/** What is to be moved, without who asked for it when, and without its approval. */
function transferOf({
  executor: _executor,
  run: _run,
  at: _at,
  approval: _approval,
  exemption: _exemption,
  ...transfer
}: Handled<typeof instructed>['data']): LedgerTransfer {
  return transfer;
}
