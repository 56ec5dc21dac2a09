import { openAuthorisationsMax } from '@nordgate/contracts/commands';
import type { AuthorisedResource } from '@nordgate/contracts/events';
import type { Claim } from '@nordgate/decider';

/**
 * A link that a TPP asked for holds one of the places of its resource while it is open. The claims on the
 * places bound the open links over all processes.
 */
export const openLink = 'open-link';

/** The claim on a place of a resource, from 1; undefined for a resource without other links. */
export function openLinkClaim(resource: AuthorisedResource, place: number): Claim | undefined {
  const id = resourceIdOf(resource);
  if (id === undefined) return undefined;
  return { scope: openLink, key: `${resource.kind}/${id}/${String(place)}` };
}

/** The claims on all places of a resource, in order. */
export function openLinkClaims(resource: AuthorisedResource): readonly Claim[] {
  return Array.from({ length: openAuthorisationsMax }, (_, at) =>
    openLinkClaim(resource, at + 1),
  ).filter((claim) => claim !== undefined);
}

function resourceIdOf(resource: AuthorisedResource): string | undefined {
  switch (resource.kind) {
    case 'payment':
    case 'cancellation':
      return resource.paymentId;
    case 'basket':
      return resource.basketId;
    case 'access':
      return resource.consentId;
  }
}
