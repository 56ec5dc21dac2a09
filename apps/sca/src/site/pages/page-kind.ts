import type { AuthorisedResource } from '@nordgate/contracts';
import { isEnrolment, isOverview } from '../../domain/same-challenge.js';

/** What an authorisation is for, as the pages word it. */
export type PageKind = AuthorisedResource['kind'] | 'overview' | 'passkey';

export function pageKindOf(resource: AuthorisedResource): PageKind {
  if (isEnrolment(resource)) return 'passkey';
  return isOverview(resource) ? 'overview' : resource.kind;
}
