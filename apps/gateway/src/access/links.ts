import { hash } from 'node:crypto';
import type { LinkedAuthorisation } from '@nordgate/contracts/events';
import {
  currentKeyOf,
  generationOf,
  inGeneration,
  linkTokenOf,
  streamIdLength,
} from '@nordgate/contracts/rules';
import type { KeySet } from '@nordgate/contracts/rules';
import type { Link } from '@nordgate/contracts/http';
import type { Caller } from './caller.js';
import { fault } from '../reply/request-error.js';

/**
 * An authorisation and the link to its page. Both are derived, so a repeat gets the same link. After a
 * rotation of the key its token is another one, and both links open the authorisation.
 */
export interface AuthorisationLink {
  readonly authorisation: LinkedAuthorisation;
  /** The scaRedirect address. */
  readonly href: string;
}

interface LinkSettings {
  readonly links: KeySet;
  readonly scaUrl: string;
}

/**
 * Makes the authorisation of a resource, in the generation of the resource. Its token is an HMAC of its
 * id under the current link key; only the token's SHA-256 is stored.
 */
export function authorisationLinkOf(
  resourceStream: string,
  requestId: string,
  settings: LinkSettings,
): AuthorisationLink {
  const digest = hash('sha256', `${resourceStream}\nauthorisation\n${requestId}`, 'hex');
  const id = inGeneration(digest.slice(0, streamIdLength), generationOf(resourceStream));
  return linkOf(id, settings);
}

/** The link to an authorisation by its id. */
export function linkOf(
  authorisationId: string,
  { links, scaUrl }: LinkSettings,
): AuthorisationLink {
  const token = linkTokenOf(currentKeyOf(links).key, authorisationId);
  return {
    authorisation: { id: authorisationId, tokenHash: hash('sha256', token, 'base64url') },
    href: `${scaUrl}/sign/${authorisationId}/${token}`,
  };
}

/** The path of consents. */
export const consentsPath = '/v1/bank-offered-consents';

/** Their former path, deprecated (specification 9). */
export const deprecatedConsentsPath = '/v1/consents';

/** The links to a consent and to its status, by its public id. */
export function consentLinks(consentId: string): { readonly self: Link; readonly status: Link } {
  const path = `${consentsPath}/${consentId}`;
  return {
    self: { href: path, verbs: ['GET', 'DELETE'] },
    status: { href: `${path}/status`, verbs: ['GET'] },
  };
}

/** The caller with a warning that the path of the request is deprecated (specification 9). */
export function asDeprecated(caller: Caller): Caller {
  const warning = fault('FORMAT_ERROR', 'consent.deprecatedPath');
  return { ...caller, warnings: [...caller.warnings, warning] };
}
