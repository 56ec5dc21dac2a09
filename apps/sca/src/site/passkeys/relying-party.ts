import { isIP } from 'node:net';

/** Whom passkeys are made for (WebAuthn level 3, section 5.1.3). */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/**
 * The site as a relying party; undefined where browsers offer no passkeys: an IP address is no
 * domain.
 */
export function relyingPartyAt({ hostname, origin }: URL): RelyingParty | undefined {
  const isAddress = hostname.startsWith('[') || isIP(hostname) !== 0;
  return isAddress ? undefined : { id: hostname, origin };
}
