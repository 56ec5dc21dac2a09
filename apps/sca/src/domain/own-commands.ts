import type { CommandContract, ScaCommands } from '@nordgate/contracts/commands';
import type {
  AccessGranted,
  AuthorisationRefused,
  Debtor,
  PasskeyEnrolled,
  PasskeyUsed,
  SessionCompleted,
  Signers,
} from '@nordgate/contracts/events';
import type { Authorisation, Challenge, Psu } from './authorisation.js';
import type { Passkeys } from './passkeys.js';

/**
 * Every command that sca decides: those of its topic, and those that only its own site and its own
 * reactions send. Contracts leave the receipts of the site open; here they are the state afterwards.
 */
export interface OwnCommands extends ScaCommands {
  readonly FailAuthorisation: OnAuthorisation<ScaCommands['FailAuthorisation']['data']>;
  readonly IdentifyPsu: OnAuthorisation<Psu>;
  readonly RefuseLogIn: OnAuthorisation<Record<string, never>>;
  readonly ShowChallenge: OnAuthorisation<Challenge>;
  readonly RefuseCode: OnAuthorisation<Record<string, never>>;
  readonly FinaliseAuthorisation: OnAuthorisation<{
    /** The challenge whose answer was proved, as it was then: with its nonce. */
    readonly proved: Challenge;
    /** Payments whose account this PSU may not debit. */
    readonly declined: readonly string[];
    /** How many signatures the payments need; default one. */
    readonly signers?: Signers;
    /** Who owns the accounts of the context; payments may have to name their debtor. */
    readonly debtor?: Debtor;
  }>;
  readonly RefuseAuthorisation: OnAuthorisation<Pick<AuthorisationRefused['data'], 'reason'>>;
  readonly EndVisit: OnAuthorisation<Record<string, never>>;
  /** The receipt is the customer's PSU-ID, no matter which request asked first. */
  readonly RecognisePsu: CommandContract<
    'psu',
    {
      readonly tpp: string;
      readonly customerId: string;
      /** A random UUID: becomes the PSU-ID if the customer is new to this TPP. */
      readonly psuId: string;
    },
    string | null
  >;
  /** `at` is when the SCA was completed. */
  readonly CompleteSession: CommandContract<'session', Omit<SessionCompleted['data'], 'endsAt'>>;
  /** `at` is when the PSU decided. */
  readonly GrantAccess: CommandContract<'access', Omit<AccessGranted['data'], 'validUntil'>>;
  readonly EnrolPasskey: OnPasskeys<Omit<PasskeyEnrolled['data'], 'at'>>;
  readonly UsePasskey: OnPasskeys<Omit<PasskeyUsed['data'], 'at'>>;
  readonly RemovePasskey: OnPasskeys<{ readonly credentialId: string }>;
}

type OnAuthorisation<Data> = CommandContract<'authorisation', Data, Authorisation>;
type OnPasskeys<Data> = CommandContract<'passkeys', Data, Passkeys>;
