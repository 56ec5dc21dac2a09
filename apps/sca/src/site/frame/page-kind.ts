import type { AuthorisedResource } from '@nordgate/contracts/events';
import { asksForAccounts, isEnrolment, isOverview } from '../../authorisation/same-challenge.js';

/** What an authorisation is for. Keys of texts end with it. */
export type PageKind = AuthorisedResource['kind'] | 'contact' | 'overview' | 'passkey';

export function pageKindOf(resource: AuthorisedResource): PageKind {
  if (isEnrolment(resource)) return 'passkey';
  if (isOverview(resource)) return 'overview';
  const isContact = resource.kind === 'access' && !asksForAccounts(resource);
  return isContact ? 'contact' : resource.kind;
}
