import type { AuthorisedResource } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import type { Facts } from '@nordgate/decider';
import { decidedConsent } from './authorisation.js';
import { asksForAccounts } from './same-challenge.js';

/**
 * The consent that an authorisation asks for: the id of its first authorisation. Undefined for an
 * authorisation of anything else.
 */
export function consentIdOf(resource: AuthorisedResource, stream: string): string | undefined {
  if (resource.kind !== 'access' || !asksForAccounts(resource)) return undefined;
  return resource.consentId ?? streams.authorisation.idOf(stream);
}

/** Whether another authorisation has decided the consent that this one (`stream`) asks for. */
export function isDecidedElsewhere(
  resource: AuthorisedResource,
  stream: string,
  facts: Facts,
): boolean {
  if (resource.kind !== 'access' || resource.consentId === undefined) return false;
  const holder = facts.holderOf({ scope: decidedConsent, key: resource.consentId });
  return holder !== undefined && holder !== stream;
}
