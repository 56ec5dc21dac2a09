import type { PreparedVerification } from '@nordgate/signature';
import { signatureHolds } from '@nordgate/signature';

interface Waiting {
  readonly prepared: PreparedVerification;
  readonly settle: (holds: boolean) => void;
}

/**
 * Checks the signatures of all requests that arrived in one turn of the event loop together, then
 * lets all of them go on. One after the other they would cost nearly twice as much processor time
 * (docs/adr), and an idle gateway waits for nothing: there is no timer.
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
