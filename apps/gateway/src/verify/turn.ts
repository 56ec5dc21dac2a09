import type { PreparedVerification } from '@nordgate/signature';
import { signatureHolds } from '@nordgate/signature';

interface Waiting {
  readonly prepared: PreparedVerification;
  readonly settle: (holds: boolean) => void;
}

/**
 * Checks the signatures of all requests that arrived in one event-loop turn together. Checked one by
 * one they would cost nearly twice the processor time (docs/adr). There is no timer, so an idle gateway
 * does not delay a request.
 */
export class VerificationTurn {
  private waiting: Waiting[] = [];

  /** Whether the signature holds. */
  check(prepared: PreparedVerification): Promise<boolean> {
    return new Promise((settle) => {
      if (this.waiting.push({ prepared, settle }) === 1) setImmediate(() => this.run());
    });
  }

  private run(): void {
    const turn = this.waiting;
    this.waiting = [];
    const results = turn.map(({ prepared }) => signatureHolds(prepared));
    for (const [i, { settle }] of turn.entries()) settle(results[i] === true);
  }
}
