import type { Challenge } from '../../domain/authorisation.js';

/** What a code approves: nothing else than this, in this authorisation. */
export interface Approval {
  readonly authorisationId: string;
  readonly context: Challenge['context'];
  readonly corporateId?: string;
  readonly approves: Challenge['approves'];
  readonly accounts?: Challenge['accounts'];
}

/** How the PSU proves to approve: the port for the bank's methods (RTS on SCA, Articles 4 and 5). */
export interface ScaMethod {
  readonly name: Challenge['method'];
  /** The code to show on the page itself; undefined when it reaches the PSU in another way. */
  codeOnPage(approval: Approval): string | undefined;
  isRight(code: string, approval: Approval): boolean;
}

/** Injection token of the ScaMethod. */
export const SCA_METHOD = 'nordgate.sca.method';
