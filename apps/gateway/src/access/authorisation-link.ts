import { createHmac, hash } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { LinkedAuthorisation } from '@nordgate/contracts/events';
import { generationOf, inGeneration, streamIdLength } from '@nordgate/contracts/rules';

/** An authorisation and the link to its page. Both are derived, so a repeat gets the same link. */
export interface AuthorisationLink {
  readonly authorisation: LinkedAuthorisation;
  /** The scaRedirect address. */
  readonly href: string;
}

/**
 * Makes the authorisation of a resource, in the generation of the resource. Its token is an HMAC of its
 * id under the link key; only the token's SHA-256 is stored.
 */
export function authorisationLinkOf(
  resourceStream: string,
  requestId: string,
  settings: { readonly linkKey: KeyObject; readonly scaUrl: string },
): AuthorisationLink {
  const digest = hash('sha256', `${resourceStream}\nauthorisation\n${requestId}`, 'hex');
  const id = inGeneration(digest.slice(0, streamIdLength), generationOf(resourceStream));
  return linkOf(id, settings);
}

/** The link to an authorisation by its id. */
export function linkOf(
  authorisationId: string,
  { linkKey, scaUrl }: { readonly linkKey: KeyObject; readonly scaUrl: string },
): AuthorisationLink {
  const token = createHmac('sha256', linkKey).update(authorisationId).digest('base64url');
  return {
    authorisation: { id: authorisationId, tokenHash: hash('sha256', token, 'base64url') },
    href: `${scaUrl}/sign/${authorisationId}/${token}`,
  };
}
