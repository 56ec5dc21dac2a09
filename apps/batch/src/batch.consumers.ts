import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { EntryEvent, PaymentClaimed, PaymentEvent } from '@nordgate/contracts/events';
import type { ExecutionTerms } from '@nordgate/contracts/profile';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';
import { ReactsTo } from '@nordgate/messaging';
import { executeClaim } from './execute-claim/execute-claim.js';
import { ledgerReports, recordLedgerOutcome } from './record-outcome/ledger-outcomes.js';
import type { LedgerReport } from './record-outcome/ledger-outcomes.js';

/** Injection token of how the bank executes payments. */
export const EXECUTION_TERMS = 'nordgate.batch.execution-terms';

/** The events of other services that batch reacts to. */
@Controller()
export class BatchConsumers {
  constructor(@Inject(EXECUTION_TERMS) private readonly terms: ExecutionTerms) {}

  @ReactsTo<PaymentEvent>('payments.events.v1', 'batch.execute-claim', ['PaymentClaimed'])
  executeClaim(@Payload() received: ReceivedEvent<PaymentClaimed>): Reaction {
    return executeClaim(received, this.terms.executor);
  }

  @ReactsTo<EntryEvent>('accounts.events.v1', 'batch.record-ledger-outcome', ledgerReports)
  recordLedgerOutcome(@Payload() received: ReceivedEvent<LedgerReport>): Reaction {
    return recordLedgerOutcome(received);
  }
}
