import { GetAuthorisation, GetAuthorisations } from '@nordgate/contracts/queries';
import type { AuthorisationList, ScaStatusReply } from '@nordgate/contracts/http';
import type { Caller } from '../access/caller.js';
import type { Edge } from '../access/edge.js';
import { fault, Refused, unavailable } from '../reply/refused.js';
import { untilThere } from '../reply/until-there.js';
import type { Authorisable } from './authorisable.js';

type Of = Pick<Authorisable, 'kind' | 'resourceId' | 'firstAuthorisationId' | 'isExempt'>;

/** All of them, that which came with the resource included, open or not yet. */
export async function listAuthorisations(
  edge: Edge,
  caller: Caller,
  { kind, resourceId, firstAuthorisationId: first }: Authorisable,
): Promise<AuthorisationList> {
  const found = await edge.queries.ask(new GetAuthorisations(caller.tpp, kind, resourceId));
  const ids = new Set(found.map(({ authorisationId }) => authorisationId));
  const all = first === undefined || ids.has(first) ? [...ids] : [first, ...ids];
  return { authorisationIds: all.map((id) => edge.publicId('authorisation', id, caller)) };
}

/**
 * The scaStatus of one authorisation of a resource. Throws Refused: RESOURCE_UNKNOWN for an id that is
 * not of this resource, 503 for one that was given out and is not open yet.
 */
export async function readScaStatus(
  edge: Edge,
  caller: Caller,
  { kind, resourceId, firstAuthorisationId, isExempt }: Of,
  publicId: string,
): Promise<ScaStatusReply> {
  const named = edge.readId(publicId, caller);
  const unknown = new Refused([fault('RESOURCE_UNKNOWN', 'resource.unknown')]);
  if (named?.kind !== 'authorisation') throw unknown;
  const { streamId } = named;
  if (isExempt === true && streamId === firstAuthorisationId) return { scaStatus: 'exempted' };
  const query = new GetAuthorisations(caller.tpp, kind, resourceId);
  const found = await untilThere(async () => {
    const one = (await edge.queries.ask(query)).find((one) => one.authorisationId === streamId);
    if (one !== undefined) return one;
    // Open, and not of this resource; or given out, and not open yet.
    const elsewhere = await edge.queries.ask(new GetAuthorisation(caller.tpp, streamId));
    if (elsewhere !== null) throw unknown;
    return undefined;
  });
  if (found === undefined) throw unavailable();
  return { scaStatus: found.scaStatus };
}
