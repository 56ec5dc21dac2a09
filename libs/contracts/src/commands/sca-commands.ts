import type { AuthorisedResource, AuthorisationOpened } from '../events/sca-events.v1.js';

/** Data of the commands on `sca.commands.v1`, by type. Every stream is `authorisation-<id>`. */
export interface ScaCommandData {
  /** Opened by the gateway for first contact; for resources by their events. */
  readonly OpenAuthorisation: Omit<AuthorisationOpened['data'], 'expiresAt' | 'resource'> & {
    readonly resource: AuthorisedResource;
  };
}
