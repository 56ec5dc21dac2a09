import { GetConsent } from '@nordgate/contracts/queries';
import type { ConsentView } from '@nordgate/contracts/queries';
import type { Caller } from '../../access/caller.js';
import { requirePsu, untilThere } from '../../access/read-view.js';
import type { Edge } from '../../access/edge.js';
import { fault, RequestError, unavailable } from '../../reply/request-error.js';

/** The path of consents. */
export const consentsPath = '/v1/bank-offered-consents';

/** Their former path, deprecated (specification 9). */
export const deprecatedConsentsPath = '/v1/consents';

/** The consent behind a path. */
export interface FoundConsent {
  readonly consentId: string;
  readonly view: ConsentView;
}

/**
 * Finds the consent of a public id. Throws RequestError: RESOURCE_UNKNOWN for an id of another TPP, 503
 * while the consent is not opened yet, and the errors of {@link requirePsu}.
 */
export async function findConsent(edge: Edge, caller: Caller, id: string): Promise<FoundConsent> {
  const named = edge.readId(id, caller);
  if (named?.kind !== 'consent') {
    throw new RequestError([fault('RESOURCE_UNKNOWN', 'resource.unknown')]);
  }
  const { streamId: consentId } = named;
  const view = await untilThere(() => edge.queries.ask(new GetConsent(caller.tpp, consentId)));
  if (view === undefined) throw unavailable();
  requirePsu(view.initiator, caller);
  return { consentId, view };
}
