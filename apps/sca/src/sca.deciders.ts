import type { Timers } from '@nordgate/contracts/profile';
import { on, onMany } from '@nordgate/decider';
import type { DeciderTable } from '@nordgate/decider';
import { completeSession } from './complete-session/complete-session.js';
import { accessStream } from './domain/access.js';
import { authorisationStream } from './domain/authorisation.js';
import type { OwnCommands } from './domain/own-commands.js';
import { passkeysStream } from './domain/passkeys.js';
import { psuStream } from './domain/psu.js';
import { sessionStream } from './domain/session.js';
import { endVisit } from './end-visit/end-visit.js';
import { enrolPasskey } from './enrol-passkey/enrol-passkey.js';
import { failAuthorisation } from './fail-authorisation/fail-authorisation.js';
import { finaliseAuthorisation } from './finalise-authorisation/finalise-authorisation.js';
import type { SealApproval } from './finalise-authorisation/finalise-authorisation.js';
import { grantAccess } from './grant-access/grant-access.js';
import { identifyPsu } from './identify-psu/identify-psu.js';
import {
  authorisationReceipt,
  openAuthorisation,
} from './open-authorisation/open-authorisation.js';
import { psuReceipt, recognisePsu } from './recognise-psu/recognise-psu.js';
import { refuseAuthorisation } from './refuse-authorisation/refuse-authorisation.js';
import { refuseCode } from './refuse-code/refuse-code.js';
import { refuseLogIn } from './refuse-log-in/refuse-log-in.js';
import { removePasskey } from './remove-passkey/remove-passkey.js';
import { revokeAccess } from './revoke-access/revoke-access.js';
import { showChallenge } from './show-challenge/show-challenge.js';
import { startAuthorisation } from './start-authorisation/start-authorisation.js';
import type { FindLinkHolders } from './start-authorisation/start-authorisation.js';
import { usePasskey } from './use-passkey/use-passkey.js';

/** The receipt of the site's commands: the state after them. */
const after = <State>(state: State): State => state;

/** What the deciders of sca need besides their streams. */
export interface ScaNeeds {
  readonly linkHolders: FindLinkHolders;
  /** Seals approvals. */
  readonly seal: SealApproval;
}

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
  };
}
