import { GetBasket } from '@nordgate/contracts/queries';
import type { BasketView } from '@nordgate/contracts/queries';
import type { Caller } from '../access/caller.js';
import { demandPsu } from '../access/demand-psu.js';
import type { Edge } from '../access/edge.js';
import { fault, Refused } from '../reply/refused.js';
import { untilThere } from '../reply/until-there.js';

/** A basket that a path leads to. */
export interface FoundBasket {
  readonly basketId: string;
  /** Undefined while the basket is received but not decided yet. */
  readonly view?: BasketView;
}

/**
 * The basket behind a public id, a deleted one included. Throws Refused, RESOURCE_UNKNOWN, for an id
 * that is not this TPP's.
 */
export async function findBasket(edge: Edge, caller: Caller, id: string): Promise<FoundBasket> {
  const read = edge.readId(id, caller);
  if (read?.kind !== 'basket') throw unknownBasket();
  const { streamId: basketId } = read;
  const view = await untilThere(() => edge.queries.ask(new GetBasket(caller.tpp, basketId)));
  if (view === undefined) return { basketId };
  demandPsu(view.initiator, caller);
  return { basketId, view };
}

/** The same without those that the TPP has deleted. */
export async function findLiveBasket(edge: Edge, caller: Caller, id: string): Promise<FoundBasket> {
  const found = await findBasket(edge, caller, id);
  if (found.view?.deletedBy !== undefined) throw unknownBasket();
  return found;
}

export function unknownBasket(): Refused {
  return new Refused([fault('RESOURCE_UNKNOWN', 'resource.unknown')]);
}
