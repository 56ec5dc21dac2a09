import type { AuthorisationEvent } from '@nordgate/contracts/events';
import { nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decision, Facts } from '@nordgate/decider';
import { isDecidingFailure, isOpen } from '../domain/authorisation.js';
import type { Authorisation } from '../domain/authorisation.js';
import { isDecidedElsewhere } from '../domain/consent.js';
import { isOver } from '../domain/deadline.js';
import { failedBecause } from '../domain/failures.js';
import { asksForAccounts } from '../domain/same-challenge.js';
import type { OwnCommands } from '../domain/own-commands.js';

export type FailAuthorisation = CommandOf<OwnCommands, 'FailAuthorisation'>;

/**
 * Ends an authorisation and nothing else: what it was to approve stays as it is. One that is not
 * open yet is void from now on, because the event that opens it may come later than this command.
 * One that is to end because its time is over stays open when a log-in has just extended that time.
 * A TPP that calls off a consent fails its first authorisation, which may have failed before. Refuses with
 * CONFLICT when another authorisation of the consent has decided it.
 */
export function failAuthorisation(
  { data: { reason }, meta, stream }: FailAuthorisation,
  authorisation: Authorisation,
  facts: Facts,
): Decision<AuthorisationEvent> {
  const isEarly =
    reason === 'expired' && isOpen(authorisation) && !isOver(authorisation.expiresAt, meta.at);
  const mayFail = authorisation.is === 'none' || (isOpen(authorisation) && !isEarly);
  if (reason !== 'withdrawn') return mayFail ? [failedBecause(reason, meta.at)] : nothing;
  if (!mayFail && !isUndecidedConsent(authorisation)) return nothing;
  const isDecided =
    'resource' in authorisation && isDecidedElsewhere(authorisation.resource, stream, facts);
  return isDecided ? refuse('CONFLICT') : [failedBecause(reason, meta.at)];
}

/** Whether an authorisation of a consent has failed without a decision about the consent. */
function isUndecidedConsent(authorisation: Authorisation): boolean {
  return (
    authorisation.is === 'failed' &&
    asksForAccounts(authorisation.resource) &&
    !isDecidingFailure(authorisation.failure.reason)
  );
}
