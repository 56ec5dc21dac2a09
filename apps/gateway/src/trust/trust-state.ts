import type { CertificateCache } from '@nordgate/signature';
import type { TppRegister } from './tpp-register.js';

/** Everything that decides which TPPs may call: a request sees one such state and never two. */
export interface TrustState {
  /** Certificates that hold by this state's CAs and revocation lists. */
  readonly certificates: CertificateCache;
  /** `open`: none is configured. `unreadable`: what it said last is too old to go by. */
  readonly register: TppRegister | 'open' | 'unreadable';
}

/** Gives the state that holds at a time. */
export interface TppTrust {
  current(now: Date): TrustState;
}
