import type { Link } from './authorisation.js';

/**
 * Whether the bank's own site has opened an authorisation of a payment or basket, for a second
 * signer: no TPP waits for this PSU, so no session of theirs begins and nobody is redirected.
 */
export function isOpenedHere({
  initiator,
  resource,
}: Pick<Link, 'initiator' | 'resource'>): boolean {
  return initiator.redirectUri === '' && resource.kind !== 'access';
}
