/** Whom passkeys are made for (WebAuthn level 3, section 5.1.3). */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** An IP address as the host of a URL: URLs write version 4 in four decimals, version 6 in brackets. */
const address = /^(\[.*\]|\d+\.\d+\.\d+\.\d+)$/;

/**
 * The site as a relying party; undefined where browsers offer no passkeys: an IP address is no
 * domain.
 */
export function relyingPartyAt({ hostname, origin }: URL): RelyingParty | undefined {
  return address.test(hostname) ? undefined : { id: hostname, origin };
}
