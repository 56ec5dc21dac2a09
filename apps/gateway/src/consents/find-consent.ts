import { GetConsent } from '@nordgate/contracts/queries';
import type { ConsentView } from '@nordgate/contracts/queries';
import type { Caller } from '../access/caller.js';
import { demandPsu } from '../access/demand-psu.js';
import type { Edge } from '../access/edge.js';
import { fault, Refused, unavailable } from '../reply/refused.js';
import { untilThere } from '../reply/until-there.js';

/** A consent that a path leads to. */
export interface FoundConsent {
  readonly consentId: string;
  readonly view: ConsentView;
}

/**
 * The consent behind a public id. Throws Refused: RESOURCE_UNKNOWN for an id that is not this TPP's,
 * 503 while it is not there yet, and as {@link demandPsu} says.
 */
export async function findConsent(edge: Edge, caller: Caller, id: string): Promise<FoundConsent> {
  const named = edge.readId(id, caller);
  if (named?.kind !== 'consent') {
    throw new Refused([fault('RESOURCE_UNKNOWN', 'resource.unknown')]);
  }
  const { streamId: consentId } = named;
  const view = await untilThere(() => edge.queries.ask(new GetConsent(caller.tpp, consentId)));
  if (view === undefined) throw unavailable();
  demandPsu(view.initiator, caller);
  return { consentId, view };
}
