import { proofStateOf, sealStateOf } from '@nordgate/contracts/rules';
import type {
  ApprovalDoubt,
  ApprovalProof,
  CheckApproval,
  SealKeys,
  SealState,
} from '@nordgate/contracts/rules';
import { UntrustedEventError } from '@nordgate/decider';
import { attributeNames, instrumentsOf } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import type { Provider } from '@nestjs/common';
import { LOG } from '../host/platform.js';

/** How a service recognises the approvals of sca. */
export interface ApprovalTrust {
  /** Public keys of sca: the current one, and older ones for approvals that are late. */
  readonly keys: SealKeys;
  /** Until then (ISO 8601) an approval without a seal is accepted, for an upgrade. Default: never. */
  readonly unsealedUntil?: string | undefined;
}

/** Checks approvals when they take effect. A replay of stored events never does (ADR 29). */
export class ApprovalCheck {
  constructor(
    private readonly trust: ApprovalTrust,
    private readonly log: Log,
    private readonly now: () => number = Date.now,
  ) {}

  /** See CheckApproval. The log and a metric tell each refusal. */
  readonly check: CheckApproval = (stream, approval) => {
    this.settle(`the approval ${stream}`, stream, sealStateOf(this.trust.keys, stream, approval));
  };

  /**
   * Whether sca has sealed an approval that is kept as evidence.
   *
   * @param wasValid the seal was valid when it was checked before, by a key of this id: it is, as long as that key is known
   */
  readonly stateOf = (proof: ApprovalProof, wasValid = false): SealState => {
    const { keys } = this.trust;
    const { seal } = proof;
    if (wasValid && seal !== undefined && keys.get(seal.keyId) !== undefined) return 'valid';
    return proofStateOf(keys, proof);
  };

  /**
   * Does nothing for a claim of a payment that approvals prove. Throws UntrustedEventError otherwise: without a seal
   * once the time of an upgrade is over, else at once.
   */
  settleClaim(stream: string, state: 'valid' | ApprovalDoubt): void {
    this.settle(`the claim of ${stream}`, stream, state);
  }

  private settle(what: string, stream: string, state: 'valid' | ApprovalDoubt): void {
    if (state === 'valid') return;
    if (state === 'missing' && this.acceptsUnsealed()) {
      this.log.warn({ stream }, 'an approval without a seal was accepted');
      return;
    }
    instrumentsOf().untrustedApprovals.add(1, { [attributeNames.reason]: state });
    this.log.error({ stream, reason: state }, 'an approval was not accepted');
    throw new UntrustedEventError(messages[state](what));
  }

  /** By the own clock: a message could carry any time. */
  private acceptsUnsealed(): boolean {
    const { unsealedUntil } = this.trust;
    return unsealedUntil !== undefined && this.now() < Date.parse(unsealedUntil);
  }
}

const messages: { readonly [Doubt in ApprovalDoubt]: (what: string) => string } = {
  missing: (what) => `${what} has no seal (APPROVALS_UNSEALED_UNTIL)`,
  'unknown-key': (what) => `no key in approvals.pub.pem is that of ${what}`,
  wrong: (what) => `the seal of ${what} does not fit its content`,
  'other-payment': (what) => `the seal of ${what} is for another payment or another instruction`,
  'other-occurrence': (what) => `${what} is for a day that its order does not have`,
  'one-signature': (what) => `${what} has one signature of two`,
  'not-exempt': (what) => `${what} has no approval, and the profile exempts no such payment`,
};

/** Provides ApprovalCheck to the consumers of a service. */
export function checkingApprovals(trust: ApprovalTrust): Provider {
  return {
    provide: ApprovalCheck,
    inject: [LOG],
    useFactory: (log: Log) => {
      // A counter that appears with its first count shows Prometheus no increase: the alarm would not sound.
      for (const state of Object.keys(messages)) {
        instrumentsOf().untrustedApprovals.add(0, { [attributeNames.reason]: state });
      }
      return new ApprovalCheck(trust, log);
    },
  };
}
