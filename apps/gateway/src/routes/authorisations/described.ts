import type { RouteDescription } from '../../access/route-description.js';

/** The descriptions of the three routes of a list of authorisations. */
export interface DescribedAuthorisations {
  readonly start: RouteDescription;
  readonly list: RouteDescription;
  readonly status: RouteDescription;
}

/** `name` is the list's name in operation ids, `what` its resource in texts. */
export function describes(name: string, what: string): DescribedAuthorisations {
  return {
    start: {
      id: `start${name}Authorisation`,
      summary: `Starts an authorisation of ${what}`,
      answers: {
        201: {
          says: 'A new link for the PSU; a repeat gets the same.',
          schema: 'StartedAuthorisation',
          headers: ['Location', 'ASPSP-SCA-Approach'],
        },
      },
      refuses: [401, 404, 409],
    },
    list: {
      id: `get${name}Authorisations`,
      summary: `Authorisations of ${what}`,
      answers: { 200: { says: 'Their ids, the oldest first.', schema: 'AuthorisationList' } },
      refuses: [401, 404, 409],
    },
    status: {
      id: `get${name}ScaStatus`,
      summary: `Where an authorisation of ${what} stands`,
      answers: { 200: { says: 'Its scaStatus.', schema: 'ScaStatusReply' } },
      refuses: [401, 404, 409],
    },
  };
}
