import type { CommandContract, ScaCommands } from '@nordgate/contracts/commands';
import type {
  AuthorisationOpened,
  AuthorisationRefused,
  Debtor,
  Signers,
} from '@nordgate/contracts/events';
import type { Authorisation, Challenge, Psu } from './authorisation.js';

/**
 * The commands of an authorisation: those of the topic, and those that only the site and the reactions of sca send.
 * Contracts leave the receipts of the site open; here they are the state afterwards.
 */
export interface AuthorisationCommands extends Pick<
  ScaCommands,
  'OpenAuthorisation' | 'StartAuthorisation' | 'EnsureDecided'
> {
  readonly TouchAuthorisation: OnAuthorisation<AuthorisationOpened['data']>;
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
}

type OnAuthorisation<Data> = CommandContract<'authorisation', Data, Authorisation>;
