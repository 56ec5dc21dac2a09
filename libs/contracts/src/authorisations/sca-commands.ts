import type { ScaStatus } from '../base/codes/statuses.js';
import type {
  AuthorisationFailure,
  AuthorisationOpened,
  AuthorisedResource,
} from './sca-events.v1.js';
import type { CommandContract } from '../base/message/command-contract.js';

/**
 * The largest number of open authorisations of one payment, cancellation, basket or consent. A ruling of this
 * bank: the specification fixes none, and without a bound a TPP could keep any number of links open.
 */
export const openAuthorisationsMax = 20;

/** The commands on `sca.commands.v1`, by type. */
export interface ScaCommands {
  /** Opened by the gateway for access. A payment or basket brings its first authorisation with its event. */
  readonly OpenAuthorisation: CommandContract<'authorisation', Opening, AuthorisationReceipt>;
  /** One more link of an existing resource; at most 20 are open at a time. */
  readonly StartAuthorisation: CommandContract<
    'authorisation',
    Opening & {
      /** Id of the authorisation that the creation of the resource brings. Absent once that is over. */
      readonly first?: string;
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
  /** Decides nothing: its outcome says that every command to the authorisation before it is decided (ADR 89). */
  readonly EnsureDecided: CommandContract<'authorisation', Record<string, never>, null>;
}

/** What the link carries. */
type Opening = Omit<AuthorisationOpened['data'], 'expiresAt' | 'place' | 'resource'> & {
  readonly resource: AuthorisedResource;
};

/** The receipt of an opening: how the authorisation stands. */
export interface AuthorisationReceipt {
  readonly scaStatus: ScaStatus;
}
