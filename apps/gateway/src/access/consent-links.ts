import type { Link } from '@nordgate/contracts/http';
import type { Caller } from './caller.js';
import { fault } from '../reply/request-error.js';

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
