import type {
  AuthorisationFailure,
  AuthorisationOpened,
  AuthorisedResource,
} from '../events/sca-events.v1.js';

/** Data of the commands on `sca.commands.v1`, by type. */
export interface ScaCommandData {
  /** Stream `authorisation-<id>`. Opened by the gateway for first contact; for resources by their events. */
  readonly OpenAuthorisation: Omit<AuthorisationOpened['data'], 'expiresAt' | 'resource'> & {
    readonly resource: AuthorisedResource;
  };
  /** Stream `authorisation-<id>`. */
  readonly FailAuthorisation: { readonly reason: AuthorisationFailure };
  /** Stream `access-<tpp>-<customer>-<context>`. */
  readonly RevokeAccess: {
    readonly by: 'psu' | 'tpp';
    /** Only this consent ends; without it whichever is in force. */
    readonly consentId?: string;
  };
}
