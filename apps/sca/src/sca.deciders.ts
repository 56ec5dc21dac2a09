import { accessStream } from './access/access.js';
import { grantAccess, revokeAccess } from './access/grant-access.js';
import type { AccessCommands } from './access/grant-access.js';
import type { AuthorisationCommands } from './authorisation/authorisation-commands.js';
import { authorisationStream } from './authorisation/authorisation.js';
import { refuseCode, showChallenge } from './authorisation/challenge.js';
import {
  failAuthorisation,
  finaliseAuthorisation,
  refuseAuthorisation,
} from './authorisation/finish-authorisation.js';
import type { SealApproval } from './authorisation/finish-authorisation.js';
import { endVisit, identifyPsu, refuseLogIn } from './authorisation/log-in.js';
import { authorisationReceipt, openAuthorisation } from './authorisation/open-authorisation.js';
import { startAuthorisation } from './authorisation/start-authorisation.js';
import type { FindLinkHolders } from './authorisation/start-authorisation.js';
import { touchAuthorisation, touchedRow } from './authorisation/touch-authorisation.js';
import { carryAccess, carryPasskeys, carrySession } from './carry-forward/carry-forward.js';
import type { CarryCommands } from './carry-forward/carry-forward.js';
import {
  forgetAccess,
  forgetPasskeys,
  forgetPsu,
  forgetSession,
} from './forget/forget-customer.js';
import type { ForgetCommands } from './forget/forget-customer.js';
import { enrolPasskey, removePasskey, usePasskey } from './passkeys/keep-passkeys.js';
import type { PasskeyCommands } from './passkeys/keep-passkeys.js';
import { passkeysStream } from './passkeys/passkeys.js';
import { completeSession, psuReceipt, recognisePsu } from './session/complete-session.js';
import { psuStream } from './session/psu.js';
import type { SessionCommands } from './session/complete-session.js';
import { sessionStream } from './session/session.js';
import type { Timers } from '@nordgate/contracts/profile';
import { nothing, on, onMany } from '@nordgate/decider';
import type { DeciderTable } from '@nordgate/decider';

/** Every command that sca decides. */
export interface OwnCommands
  extends
    AuthorisationCommands,
    SessionCommands,
    AccessCommands,
    PasskeyCommands,
    ForgetCommands,
    CarryCommands {}

/** The receipt of the site's commands: the state after them. */
const after = <State>(state: State): State => state;

/** What the deciders of sca need besides their streams. */
export interface ScaNeeds {
  readonly linkHolders: FindLinkHolders;
  /** Seals approvals. */
  readonly seal: SealApproval;
}

/** What is erased of a customer, and what is carried forward. */
const ofCustomers: DeciderTable<ForgetCommands & CarryCommands> = {
  ForgetAccess: on(accessStream, forgetAccess, { isInternal: true }),
  ForgetPasskeys: on(passkeysStream, forgetPasskeys, { isInternal: true }),
  ForgetSession: on(sessionStream, forgetSession, { isInternal: true }),
  ForgetPsu: on(psuStream, forgetPsu, { isInternal: true }),
  CarryAccess: on(accessStream, carryAccess, { isInternal: true }),
  CarryPasskeys: on(passkeysStream, carryPasskeys, { isInternal: true }),
  CarrySession: on(sessionStream, carrySession, { isInternal: true }),
};

/**
 * Who decides each command to sca, with the bank's timers: one line per use case. The commands of the site
 * and of own reactions are internal: a message on the topic could claim anything.
 */
export function scaDeciders(
  timers: Pick<Timers, 'linkMinutes' | 'approvalMinutes' | 'sessionMinutes'>,
  { linkHolders, seal }: ScaNeeds,
): DeciderTable<OwnCommands> {
  return {
    OpenAuthorisation: on(authorisationStream, openAuthorisation(timers), {
      receipt: authorisationReceipt,
      createsStream: true,
    }),
    StartAuthorisation: onMany(authorisationStream, startAuthorisation(timers, linkHolders)),
    EnsureDecided: on(authorisationStream, () => nothing),
    TouchAuthorisation: on(authorisationStream, touchAuthorisation, {
      receipt: after,
      isInternal: true,
      createsStream: true,
      rows: (touch) => [touchedRow(touch)],
    }),
    IdentifyPsu: on(authorisationStream, identifyPsu(timers), { receipt: after, isInternal: true }),
    RefuseLogIn: on(authorisationStream, refuseLogIn, { receipt: after, isInternal: true }),
    ShowChallenge: on(authorisationStream, showChallenge, { receipt: after, isInternal: true }),
    RefuseCode: on(authorisationStream, refuseCode, { receipt: after, isInternal: true }),
    FinaliseAuthorisation: on(authorisationStream, finaliseAuthorisation(seal), {
      receipt: after,
      isInternal: true,
    }),
    RefuseAuthorisation: on(authorisationStream, refuseAuthorisation, {
      receipt: after,
      isInternal: true,
    }),
    FailAuthorisation: on(authorisationStream, failAuthorisation, {
      receipt: after,
      // A TPP withdraws its question; everything else is found out here.
      isInternal: ({ data }) => data.reason !== 'withdrawn',
    }),
    EndVisit: on(authorisationStream, endVisit, { receipt: after, isInternal: true }),
    RecognisePsu: on(psuStream, recognisePsu, { receipt: psuReceipt, isInternal: true }),
    CompleteSession: on(sessionStream, completeSession(timers), { isInternal: true }),
    GrantAccess: on(accessStream, grantAccess, { isInternal: true }),
    // A TPP ends the consent that it names; a PSU ends one on the site.
    RevokeAccess: on(accessStream, revokeAccess, {
      isInternal: ({ data }) => data.by !== 'tpp' || data.consentId === undefined,
    }),
    EnrolPasskey: on(passkeysStream, enrolPasskey, { receipt: after, isInternal: true }),
    UsePasskey: on(passkeysStream, usePasskey, { receipt: after, isInternal: true }),
    RemovePasskey: on(passkeysStream, removePasskey, { receipt: after, isInternal: true }),
    ...ofCustomers,
  };
}
