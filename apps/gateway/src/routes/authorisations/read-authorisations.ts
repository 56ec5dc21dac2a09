import { GetAuthorisation, GetAuthorisations } from '@nordgate/contracts/queries';
import type { AuthorisationList, ScaStatusReply } from '@nordgate/contracts/http';
import type { Caller } from '../../access/caller.js';
import type { Edge } from '../../access/edge.js';
import { fault, RequestError, unavailable } from '../../reply/request-error.js';
import { untilThere } from '../../access/read-view.js';
import type { Authorisable } from './authorisable.js';

type Of = Pick<Authorisable, 'kind' | 'resourceId' | 'firstAuthorisationId' | 'isExempt'>;

/** Lists all authorisations of a resource, also the first one before it opens. */
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
 * The scaStatus of one authorisation of a resource. Throws RequestError: RESOURCE_UNKNOWN for an id of
 * another resource, 503 for an issued id whose authorisation is not open yet.
 */
export async function readScaStatus(
  edge: Edge,
  caller: Caller,
  { kind, resourceId, firstAuthorisationId, isExempt }: Of,
  publicId: string,
): Promise<ScaStatusReply> {
  const named = edge.readId(publicId, caller);
  const unknown = new RequestError([fault('RESOURCE_UNKNOWN', 'resource.unknown')]);
  if (named?.kind !== 'authorisation') throw unknown;
  const { streamId } = named;
  if (isExempt === true && streamId === firstAuthorisationId) return { scaStatus: 'exempted' };
  const query = new GetAuthorisations(caller.tpp, kind, resourceId);
  const found = await untilThere(async () => {
    const one = (await edge.queries.ask(query)).find((one) => one.authorisationId === streamId);
    if (one !== undefined) return one;
    // Either open for another resource, or issued and not open yet.
    const elsewhere = await edge.queries.ask(new GetAuthorisation(caller.tpp, streamId));
    if (elsewhere !== null) throw unknown;
    return undefined;
  });
  if (found === undefined) throw unavailable();
  return { scaStatus: found.scaStatus };
}
