import { GetBasket, GetDeletedBaskets } from '@nordgate/contracts/queries';
import type { BasketView } from '@nordgate/contracts/queries';
import type { Caller } from '../../access/caller.js';
import { requireUndeleted } from '../../access/deleted.js';
import { untilThere } from '../../access/read-view.js';
import { requireOwner } from '../../access/resource-owner.js';
import type { Admitted } from '../../access/resource-owner.js';
import type { Edge } from '../../access/edge.service.js';
import { fault, RequestError } from '../../reply/request-error.js';

/** The basket behind a path. */
interface FoundBasket {
  readonly basketId: string;
  /** Undefined while the basket is received but not decided yet. */
  readonly view?: BasketView;
}

/**
 * Finds the basket of a public id, also a deleted one. Throws RequestError, RESOURCE_UNKNOWN, for an id of
 * another TPP, and the errors of {@link requireOwner}.
 */
export async function findBasket(
  edge: Edge,
  caller: Caller,
  id: string,
  admitted: Admitted,
): Promise<FoundBasket> {
  const read = edge.readId(id, caller);
  if (read?.kind !== 'basket') throw unknownBasket();
  const { streamId: basketId } = read;
  const view = await untilThere(() => edge.queries.ask(new GetBasket(caller.tpp, basketId)));
  if (view === undefined) {
    await requireUndeleted(edge.queries, new GetDeletedBaskets([basketId]));
    return { basketId };
  }
  await requireOwner(edge.queries, caller, view, admitted);
  return { basketId, view };
}

/** Finds a basket that the TPP has not deleted. A deleted one is RESOURCE_UNKNOWN. */
export async function findLiveBasket(edge: Edge, caller: Caller, id: string): Promise<FoundBasket> {
  const found = await findBasket(edge, caller, id, 'signers');
  if (found.view?.deletedBy !== undefined) throw unknownBasket();
  return found;
}

export function unknownBasket(): RequestError {
  return new RequestError([fault('RESOURCE_UNKNOWN', 'resource.unknown')]);
}
