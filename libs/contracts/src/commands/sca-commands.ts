import type { ScaStatus } from '../codes/statuses.js';
import type {
  AuthorisationFailure,
  AuthorisationOpened,
  AuthorisedResource,
} from '../events/sca-events.v1.js';
import type { CommandContract } from './command-contract.js';

/** The commands on `sca.commands.v1`, by type. */
export interface ScaCommands {
  /** Opened by the gateway for first contact; for resources by their events. */
  readonly OpenAuthorisation: CommandContract<
    'authorisation',
    Omit<AuthorisationOpened['data'], 'expiresAt' | 'resource'> & {
      readonly resource: AuthorisedResource;
    },
    AuthorisationReceipt
  >;
  /** The receipt is for sca's own site only. */
  readonly FailAuthorisation: CommandContract<
    'authorisation',
    { readonly reason: AuthorisationFailure },
    unknown
  >;
  readonly RevokeAccess: CommandContract<
    'access',
    {
      readonly by: 'psu' | 'tpp';
      /** Only this consent ends; without it whichever is in force. */
      readonly consentId?: string;
    }
  >;
}

/** The receipt of an opening: how the authorisation stands. */
export interface AuthorisationReceipt {
  readonly scaStatus: ScaStatus;
}
