import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { handles } from '@nordgate/contracts/events';
import type { Handled } from '@nordgate/contracts/events';
import type { ExecutionTerms } from '@nordgate/contracts/profile';
import { noReaction } from '@nordgate/decider';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';
import { ReactsTo } from '@nordgate/messaging';
import { ApprovalCheck } from '@nordgate/service';
import { approvalRows } from './execution/approvals.rows.js';
import { ClaimCheck } from './execution/claim-check.service.js';
import { executeClaim } from './execution/execute-claim.js';
import { ledgerReports, recordLedgerOutcome } from './execution/ledger-outcomes.js';
import type { LedgerReport } from './execution/ledger-outcomes.js';

/** Injection token of how the bank executes payments. */
export const EXECUTION_TERMS = 'nordgate.batch.execution-terms';

const claims = handles('payments.events.v1', ['PaymentClaimed']);
const approvals = handles('sca.events.v1', ['AuthorisationFinalised']);

/** The events of other services that batch reacts to. */
@Controller()
export class BatchConsumers {
  constructor(
    @Inject(EXECUTION_TERMS) private readonly terms: ExecutionTerms,
    private readonly claims: ClaimCheck,
    private readonly approvals: ApprovalCheck,
  ) {}

  @ReactsTo('batch.execute-claim', claims)
  async executeClaim(
    @Payload() received: ReceivedEvent<Handled<typeof claims>>,
  ): Promise<Reaction> {
    const approval = await this.claims.approvalOf(received);
    if (approval === 'known') return noReaction;
    return executeClaim(received, this.terms.executor, approval);
  }

  /** Claims refer to the approvals by hash, and orders for the core carry them. */
  @ReactsTo('batch.approvals', approvals)
  keepApproval(@Payload() received: ReceivedEvent<Handled<typeof approvals>>): Reaction {
    return { rows: approvalRows(received, this.approvals.stateOf) };
  }

  @ReactsTo('batch.record-ledger-outcome', ledgerReports)
  recordLedgerOutcome(@Payload() received: ReceivedEvent<LedgerReport>): Reaction {
    return recordLedgerOutcome(received);
  }
}
