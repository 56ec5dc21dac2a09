import type { CertificateCache } from '@nordgate/signature';
import type { Stops } from './stop-list.js';
import type { TppRegister } from './tpp-register.js';

/** What the mounted files say about TPPs. */
export interface MountedTrust {
  /** Certificates that hold by this state's CAs and revocation lists. */
  readonly certificates: CertificateCache;
  /** `open`: none is configured. `unreadable`: what it said last is too old to go by. */
  readonly register: TppRegister | 'open' | 'unreadable';
}

/** Everything that decides which TPPs may call: a request sees one such state and never two. */
export interface TrustState extends MountedTrust {
  /** Whom the operator keeps out. `unknown`: nobody can tell yet. */
  readonly stops: Stops | 'unknown';
}

/** Gives the state that holds at a time. */
export interface TppTrust {
  current(now: Date): TrustState;
}

const nobody: Stops = new Map();

/**
 * Puts the state together. Before the operator's list has come for the first time, production knows
 * nothing, and the sandbox keeps nobody out.
 */
export function tppTrust(
  environment: 'sandbox' | 'production',
  mounted: { current(now: Date): MountedTrust },
  list: { readonly current: Stops | undefined },
): TppTrust {
  const unanswered = environment === 'production' ? 'unknown' : nobody;
  return { current: (now) => ({ ...mounted.current(now), stops: list.current ?? unanswered }) };
}
