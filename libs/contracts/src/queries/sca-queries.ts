import type { PsuContext } from '../events/initiation.v1.js';
import type { ScaStatus } from '../codes/sca-statuses.js';
import type { AuthorisedResource } from '../events/sca-events.v1.js';
import { ServiceQuery } from './query.js';

/** What the bank knows of a PSU's session with a TPP (specification 5.13). */
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

/** Whether this TPP-Session-ID is a live SCA session of the PSU with this TPP. */
export class GetSession extends ServiceQuery<SessionAnswer> {
  static readonly service = 'sca';
  constructor(
    readonly tpp: string,
    readonly psuId: string,
    readonly tppSessionId: string,
  ) {
    super();
  }
}

/** The customer whom a TPP knows by this PSU-ID; null where it is not one that we gave to that TPP. */
export class GetCustomerOfPsu extends ServiceQuery<{ readonly customerId: string } | null> {
  static readonly service = 'sca';
  constructor(
    readonly tpp: string,
    readonly psuId: string,
  ) {
    super();
  }
}

/** Whether an authorisation exists yet (its event may still be on its way). */
export class GetAuthorisation extends ServiceQuery<{ readonly scaStatus: string } | null> {
  static readonly service = 'sca';
  constructor(
    readonly tpp: string,
    readonly authorisationId: string,
  ) {
    super();
  }
}

/** An authorisation of a resource, with where it stands. */
export interface AuthorisationView {
  readonly authorisationId: string;
  readonly scaStatus: ScaStatus;
}

/** What a TPP can ask the authorisations of. */
export type AuthorisableKind = Exclude<AuthorisedResource['kind'], 'access'>;

/** The authorisations of one payment, cancellation or basket of a TPP, the oldest first. */
export class GetAuthorisations extends ServiceQuery<readonly AuthorisationView[]> {
  static readonly service = 'sca';
  constructor(
    readonly tpp: string,
    readonly kind: AuthorisableKind,
    /** Id of the payment or basket. */
    readonly resourceId: string,
  ) {
    super();
  }
}
