import type { AuthorisedResource } from '@nordgate/contracts';
import { isOverview } from '../../domain/same-challenge.js';

/** What an authorisation is for, as the pages word it. */
export type PageKind = AuthorisedResource['kind'] | 'overview';

export function pageKindOf(resource: AuthorisedResource): PageKind {
  return isOverview(resource) ? 'overview' : resource.kind;
}
