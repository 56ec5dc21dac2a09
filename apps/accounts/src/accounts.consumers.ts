import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type {
  BatchEvent,
  RunStarted,
  Transfer,
  TransferInstructed,
  TransferStarted,
} from '@nordgate/contracts/events';
import { generationOf, streams } from '@nordgate/contracts/rules';
import { commandFrom, noReaction } from '@nordgate/decider';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';
import type { Database } from '@nordgate/event-store';
import { ReactsTo } from '@nordgate/messaging';
import { DATABASE } from '@nordgate/service';
import { lateTransfers } from './confirm-transfer/late-transfers.queries.js';

/** Transfers whose executor is another one are none of the ledger's business. */
@Controller()
export class AccountsConsumers {
  constructor(@Inject(DATABASE) private readonly database: Pick<Database, 'pool'>) {}

  @ReactsTo<BatchEvent>('batch.events.v1', 'accounts.reserve-transfer', ['TransferInstructed'])
  reserve(@Payload() received: ReceivedEvent<TransferInstructed>): Reaction {
    if (received.event.data.executor !== 'ledger') return noReaction;
    const data = transferOf(received.event.data);
    const stream = streams.entry.id(data.executionId);
    return { commands: [commandFrom(received, { type: 'ReserveTransfer', stream, data })] };
  }

  @ReactsTo<BatchEvent>('batch.events.v1', 'accounts.book-transfer', ['TransferStarted'])
  book(@Payload() received: ReceivedEvent<TransferStarted>): Reaction {
    const { executor, executionId: entryId, day } = received.event.data;
    if (executor !== 'ledger') return noReaction;
    const stream = streams.entry.id(entryId);
    const data = { entryId, day };
    return { commands: [commandFrom(received, { type: 'BookTransfer', stream, data })] };
  }

  /** A run at a time of the day, or on demand, brings the late confirmations of the runs before it. */
  @ReactsTo<BatchEvent>('batch.events.v1', 'accounts.confirm-transfers', ['RunStarted'])
  async confirm(@Payload() received: ReceivedEvent<RunStarted>): Promise<Reaction> {
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
}: TransferInstructed['data']): Transfer {
  return transfer;
}
