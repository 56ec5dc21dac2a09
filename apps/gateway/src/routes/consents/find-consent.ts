import { GetConsent } from '@nordgate/contracts/queries';
import type { ConsentView } from '@nordgate/contracts/queries';
import { defined } from '@nordgate/decider';
import type { Caller } from '../../access/caller.js';
import { untilThere } from '../../access/read-view.js';
import { requireOwner } from '../../access/resource-owner.js';
import type { Edge } from '../../access/edge.service.js';
import { fault, RequestError, undecided } from '../../reply/request-error.js';

/** The consent behind a path. */
export interface FoundConsent {
  readonly consentId: string;
  readonly view: ConsentView;
}

/**
 * Finds the consent of a public id. Throws RequestError: RESOURCE_UNKNOWN for an id of another TPP, 503
 * while the consent is not opened yet, and the errors of {@link requireOwner}.
 */
export async function findConsent(edge: Edge, caller: Caller, id: string): Promise<FoundConsent> {
  const named = edge.readId(id, caller);
  if (named?.kind !== 'consent') {
    throw new RequestError([fault('RESOURCE_UNKNOWN', 'resource.unknown')]);
  }
  const { streamId: consentId } = named;
  const view = await untilThere(() => edge.queries.ask(new GetConsent(caller.tpp, consentId)));
  if (view === undefined) throw undecided();
  const { initiator, givenBy } = view;
  await requireOwner(edge.queries, caller, { initiator, ...defined({ givenBy }) }, 'own-psu');
  return { consentId, view };
}
