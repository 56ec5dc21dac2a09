import type { Authorisation, Link, Received } from '../../authorisation/authorisation.js';
import { isOver } from '../../session/deadline.js';
import type { Leaving } from '../leave/outcome-parameters.js';

/** Where a link leads. Looking at a link does not use it up. */
export type LinkState =
  /**
   * The event that opens the authorisation may still be on its way. A wrong token gets the same, so that
   * nobody learns whether an id exists.
   */
  | { readonly is: 'not-open-yet' }
  | { readonly is: 'open'; readonly authorisation: Received }
  /** Expired, used or failed; `why` is for the TPP. */
  | {
      readonly is: 'ended';
      readonly why: Leaving;
      readonly authorisation: Exclude<Authorisation, { readonly is: 'none' | 'void' }>;
    };

/** The state of a link, from the authorisation, a check of its token and the time of the database. */
export function linkState(
  authorisation: Authorisation,
  isToken: (link: Link) => boolean,
  now: string,
): LinkState {
  if (authorisation.is === 'none' || authorisation.is === 'void') return { is: 'not-open-yet' };
  if (!isToken(authorisation)) return { is: 'not-open-yet' };
  switch (authorisation.is) {
    case 'received':
      return isOver(authorisation.expiresAt, now)
        ? { is: 'ended', why: 'expired', authorisation }
        : { is: 'open', authorisation };
    case 'failed':
      return { is: 'ended', why: authorisation.failure.reason, authorisation };
    case 'psuIdentified':
    case 'scaMethodSelected':
    case 'finalised':
      return { is: 'ended', why: 'used', authorisation };
  }
}
