import type { ScaStatus } from '../base/codes/statuses.js';
import type { Initiator, PsuContext } from '../base/values/initiation.v1.js';
import type { AuthorisedResource } from './sca-events.v1.js';
import { ServiceQuery } from '../base/message/query.js';

/** The session of a PSU with a TPP (specification 5.13). */
export type SessionAnswer =
  | { readonly session: 'none' }
  | { readonly session: 'unknown-psu' }
  | { readonly session: 'expired' }
  | {
      readonly session: 'live';
      readonly psuId: string;
      readonly context: PsuContext;
      readonly corporateId?: string;
      /** ISO 8601. */
      readonly endsAt: string;
    };

/**
 * Whether this TPP-Session-ID is a live SCA session of the PSU with this TPP. A PSU-ID of another
 * generation is unknown.
 */
export class GetSession extends ServiceQuery<SessionAnswer> {
  static readonly service = 'sca';
  constructor(
    readonly tpp: string,
    readonly psuId: string,
    readonly tppSessionId: string,
    readonly generation: number,
  ) {
    super();
  }
}

/**
 * The customer behind the PSU-ID of a TPP; null for a PSU-ID that this TPP never got from us, or got in
 * another generation.
 */
export class GetCustomerOfPsu extends ServiceQuery<{ readonly customerId: string } | null> {
  static readonly service = 'sca';
  constructor(
    readonly tpp: string,
    readonly psuId: string,
    readonly generation: number,
  ) {
    super();
  }
}

/**
 * The contexts in which a PSU has completed SCA for a TPP, whatever has ended since (specification
 * 5.14); null for a PSU-ID that this TPP never got from us, or got in another generation.
 */
export class GetCompletedContexts extends ServiceQuery<readonly PsuContext[] | null> {
  static readonly service = 'sca';
  constructor(
    readonly tpp: string,
    readonly psuId: string,
    readonly generation: number,
  ) {
    super();
  }
}

/** Which of these authorisations were deleted, as their retention is over. Their ids answer as unknown ones. */
export class GetDeletedAuthorisations extends ServiceQuery<readonly string[]> {
  static readonly service = 'sca';
  constructor(readonly authorisationIds: readonly string[]) {
    super();
  }
}

/** How an authorisation stands; null while its event is still on its way, and for another TPP's. */
export class GetAuthorisation extends ServiceQuery<{
  readonly scaStatus: string;
  /** Absent in an answer of an older release. */
  readonly initiator?: Initiator;
} | null> {
  static readonly service = 'sca';
  constructor(
    readonly tpp: string,
    readonly authorisationId: string,
  ) {
    super();
  }
}

/** An authorisation of a resource, with its status. */
export interface AuthorisationView {
  readonly authorisationId: string;
  readonly scaStatus: ScaStatus;
}

/** The kinds of resources whose authorisations a TPP can read; `access` is that of a consent. */
export type AuthorisableKind = AuthorisedResource['kind'];

/**
 * The authorisations of one payment, cancellation, basket or consent of a TPP that have been opened, the oldest first. The one that a
 * payment or basket brings is opened when somebody first uses it.
 */
export class GetAuthorisations extends ServiceQuery<readonly AuthorisationView[]> {
  static readonly service = 'sca';
  constructor(
    readonly tpp: string,
    readonly kind: AuthorisableKind,
    /** Id of the payment, basket or consent. */
    readonly resourceId: string,
  ) {
    super();
  }
}
