import { Inject, Injectable } from '@nestjs/common';
import type { PaymentClaimed } from '@nordgate/contracts/events';
import type { BankProfile } from '@nordgate/contracts/profile';
import { streams } from '@nordgate/contracts/rules';
import type { ReceivedEvent } from '@nordgate/decider';
import { InfrastructureError } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { ApprovalCheck, DATABASE } from '@nordgate/service';
import { findingApprovals } from './approvals.rows.js';
import type { FindApprovals } from './approvals.rows.js';
import { executionsOf } from './execute-claim.js';
import type { ClaimApproval } from './execute-claim.js';
import { proofOfClaim } from './check-claim.js';

/** Injection token of what the bank's profile exempts from SCA. */
export const EXEMPTIONS = 'nordgate.batch.exemptions';

/**
 * So long a claim waits for its approvals, which come over another topic. Then an operator looks at it. The time begins when
 * this process first sees the claim: after a pause of batch every claim is old, and the approvals are read beside them.
 */
const approvalWaitMs = 5_000;
/** A claim that another process takes over would stay: the oldest ones are forgotten. */
const awaitedMax = 10_000;

const instructedStatement = {
  name: 'batch.instructed-transfers',
  text: 'select count(*)::int as instructed from es.stream where stream_id = any($1)',
};

/** Checks claims of payments before they are instructed (ADR 29). */
@Injectable()
export class ClaimCheck {
  private readonly findApprovals: FindApprovals;
  /**
   * When each claim without its approvals was first seen, in milliseconds of a clock that never jumps. A claim whose wait has
   * ended stays here: another one of its slice may still wait, and the slice comes again as a whole.
   */
  private readonly awaited = new Map<string, number>();

  constructor(
    @Inject(DATABASE) private readonly database: Pick<Database, 'pool'>,
    @Inject(EXEMPTIONS) private readonly exemptions: BankProfile['exemptions'] | null,
    private readonly approvals: ApprovalCheck,
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
    const { data } = claim.event;
    const seen = `${stream} ${String(claim.version)}`;
    const paymentId = streams.payment.idOf(stream);
    const { stateOf } = this.approvals;
    const terms = { stateOf, exemptions: this.exemptions ?? undefined };
    const proof = proofOfClaim({ paymentId, data }, await this.findApprovals(paymentId), terms);
    if (proof.is === 'valid') {
      this.awaited.delete(seen);
      return proof.approval;
    }
    // After a restore claims are read again, maybe before their approvals.
    if (await this.isInstructed(executionsOf(paymentId, data))) return 'known';
    if (proof.mayCome === true && this.isAwaited(seen)) {
      throw new InfrastructureError(`the approvals of ${stream} have not arrived`);
    }
    this.approvals.settleClaim(stream, proof.is);
    return undefined;
  }

  private async isInstructed(executions: readonly string[]): Promise<boolean> {
    const { rows } = await this.database.pool.query<{ instructed: number }>({
      ...instructedStatement,
      values: [executions],
    });
    return rows[0]?.instructed === executions.length;
  }

  private isAwaited(claim: string): boolean {
    const nowMs = performance.now();
    const sinceMs = this.awaited.get(claim);
    if (sinceMs !== undefined) return nowMs - sinceMs < approvalWaitMs;
    this.awaited.set(claim, nowMs);
    const [oldest] = this.awaited.keys();
    if (this.awaited.size > awaitedMax && oldest !== undefined) this.awaited.delete(oldest);
    return true;
  }
}
