import { Inject, Injectable } from '@nestjs/common';
import type { PaymentClaimed } from '@nordgate/contracts/events';
import type { BankProfile } from '@nordgate/contracts/profile';
import { streams } from '@nordgate/contracts/rules';
import type { ReceivedEvent } from '@nordgate/decider';
import { InfrastructureError } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { ApprovalCheck, DATABASE } from '@nordgate/service';
import { ApprovalArrivals } from './approval-arrivals.service.js';
import { findingApprovals } from './approvals.rows.js';
import type { FindApprovals } from './approvals.rows.js';
import { executionsOf } from './execute-claim.js';
import type { ClaimApproval } from './execute-claim.js';
import { proofOfClaim } from './check-claim.js';
import type { ClaimProof, KeptApproval } from './check-claim.js';

/** Injection token of what the bank's profile exempts from SCA. */
export const EXEMPTIONS = 'nordgate.batch.exemptions';

const instructedStatement = {
  name: 'batch.instructed-transfers',
  text: 'select count(*)::int as instructed from es.stream where stream_id = any($1)',
};

/** Checks claims of payments before they are instructed (ADR 29). */
@Injectable()
export class ClaimCheck {
  private readonly findApprovals: FindApprovals;
  constructor(
    @Inject(DATABASE) private readonly database: Pick<Database, 'pool'>,
    @Inject(EXEMPTIONS) private readonly exemptions: BankProfile['exemptions'] | null,
    private readonly approvals: ApprovalCheck,
    private readonly arrivals: ApprovalArrivals,
  ) {
    this.findApprovals = findingApprovals(database);
  }

  /**
   * The approval of a claim: undefined for an exemption, and for one without a seal during an upgrade. `known` is
   * a claim whose transfers are instructed already. Throws UntrustedEventError for a claim that nothing proves, and
   * InfrastructureError while its approvals may be on their way.
   */
  async approvalOf(
    claim: ReceivedEvent<PaymentClaimed>,
  ): Promise<ClaimApproval | 'known' | undefined> {
    const { stream } = claim;
    const seen = `${stream} ${String(claim.version)}`;
    const paymentId = streams.payment.idOf(stream);
    const proof = await this.proofOf(paymentId, claim);
    if (proof.is === 'valid') {
      this.arrivals.forget(seen);
      return proof.approval;
    }
    // After a restore claims are read again, maybe before their approvals.
    if (await this.isInstructed(executionsOf(paymentId, claim.event.data))) return 'known';
    if (proof.mayCome !== true) return this.settled(stream, proof);
    if (!(await this.arrivals.areAllHere(seen))) {
      throw new InfrastructureError(`the approvals of ${stream} have not arrived`);
    }
    // They may have come since the look above.
    return this.settled(stream, await this.proofOf(paymentId, claim));
  }

  private settled(stream: string, proof: ClaimProof): ClaimApproval | undefined {
    if (proof.is === 'valid') return proof.approval;
    this.approvals.settleClaim(stream, proof.is);
    return undefined;
  }

  private async proofOf(
    paymentId: string,
    { event: { data } }: ReceivedEvent<PaymentClaimed>,
  ): Promise<ClaimProof> {
    const stateOf = (kept: KeptApproval) => this.approvals.stateOf(kept, kept.wasValid);
    const terms = { stateOf, exemptions: this.exemptions ?? undefined };
    return proofOfClaim({ paymentId, data }, await this.findApprovals(paymentId), terms);
  }

  private async isInstructed(executions: readonly string[]): Promise<boolean> {
    const { rows } = await this.database.pool.query<{ instructed: number }>({
      ...instructedStatement,
      values: [executions],
    });
    return rows[0]?.instructed === executions.length;
  }
}
