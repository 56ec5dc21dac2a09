import type { Authorisation, Received } from '../../domain/authorisation.js';
import { isOver } from '../../domain/deadline.js';
import type { Leaving } from '../redirect/outcome-parameters.js';
import { isLinkToken } from '../security/tokens.js';

/** What a link leads to; looking never uses it up. */
export type LinkState =
  /** Its event may still be on its way. */
  | { readonly is: 'not-open-yet' }
  | { readonly is: 'unknown' }
  | { readonly is: 'open'; readonly authorisation: Received }
  /** Too late, used or failed, and what the TPP is told. */
  | {
      readonly is: 'ended';
      readonly why: Leaving;
      readonly authorisation: Exclude<Authorisation, { readonly is: 'none' | 'void' }>;
    };

/** Decides it by the token, the state and the database's time. */
export function linkState(authorisation: Authorisation, token: string, now: string): LinkState {
  if (authorisation.is === 'none' || authorisation.is === 'void') return { is: 'not-open-yet' };
  if (!isLinkToken(token, authorisation.tokenHash)) return { is: 'unknown' };
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
