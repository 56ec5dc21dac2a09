import { defined } from '@nordgate/decider';
import { createdHeaders } from '../../request/not-offered.hook.js';
import type { RouteDescription } from '../../request/route-description.js';

/** The descriptions of the three routes of a list of authorisations. */
export interface DescribedAuthorisations {
  readonly start: RouteDescription;
  readonly list: RouteDescription;
  readonly status: RouteDescription;
}

/**
 * `name` is the list's name in operation ids, `what` its resource in texts. `former` ends the operation ids
 * of the same routes under a deprecated path.
 */
export function describes(
  name: string,
  what: string,
  former?: 'AsBefore',
): DescribedAuthorisations {
  const suffix = former ?? '';
  const isFormer = former === undefined ? undefined : (true as const);
  const deprecated = defined({ deprecated: isFormer });
  return {
    start: {
      ...deprecated,
      id: `start${name}Authorisation${suffix}`,
      summary: `Starts an authorisation of ${what}`,
      answers: {
        201: {
          says: 'A new link for the PSU; a repeat gets the same.',
          schema: 'StartedAuthorisation',
          headers: createdHeaders,
        },
      },
      refuses: [401, 404, 409],
    },
    list: {
      ...deprecated,
      id: `get${name}Authorisations${suffix}`,
      summary: `Authorisations of ${what}`,
      answers: { 200: { says: 'Their ids, the oldest first.', schema: 'AuthorisationList' } },
      refuses: [401, 404, 409],
    },
    status: {
      ...deprecated,
      id: `get${name}ScaStatus${suffix}`,
      summary: `Where an authorisation of ${what} stands`,
      answers: { 200: { says: 'Its scaStatus.', schema: 'ScaStatusReply' } },
      refuses: [401, 404, 409],
    },
  };
}
