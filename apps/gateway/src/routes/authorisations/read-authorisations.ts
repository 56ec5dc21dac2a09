import { GetAuthorisation, GetAuthorisations } from '@nordgate/contracts/queries';
import type { AuthorisationList, ScaStatusReply } from '@nordgate/contracts/http';
import type { ScaStatus } from '@nordgate/contracts/codes';
import type { Caller } from '../../access/caller.js';
import type { Edge } from '../../access/edge.service.js';
import { fault, RequestError, undecided } from '../../reply/request-error.js';
import { warningsOf } from '../../reply/tpp-messages.js';
import { untilThere } from '../../access/read-view.js';
import type { Authorisable } from './authorisable.js';

type Of = Omit<Authorisable, 'paymentIds' | 'initiator'>;

/** Lists all authorisations of a resource, also the first one before it opens. */
export async function listAuthorisations(
  edge: Edge,
  caller: Caller,
  { kind, resourceId, firstAuthorisationId: first }: Authorisable,
): Promise<AuthorisationList> {
  const found = await edge.queries.ask(new GetAuthorisations(caller.tpp, kind, resourceId));
  const ids = new Set(found.map(({ authorisationId }) => authorisationId));
  const all = first === undefined || ids.has(first) ? [...ids] : [first, ...ids];
  return {
    authorisationIds: all.map((id) => edge.publicId('authorisation', id, caller)),
    ...warningsOf(caller.warnings, caller.language),
  };
}

/**
 * The scaStatus of one authorisation of a resource. Throws RequestError: RESOURCE_UNKNOWN for an id of
 * another resource, 503 for an issued id whose authorisation is not open yet.
 */
export async function readScaStatus(
  edge: Edge,
  caller: Caller,
  { path, statusPath, ...of }: Of,
  publicId: string,
): Promise<ScaStatusReply> {
  return {
    scaStatus: await scaStatusOf(edge, caller, of, publicId),
    ...warningsOf(caller.warnings, caller.language),
    _links: {
      scaStatus: { href: `${path}/${publicId}`, verbs: ['GET'] },
      status: { href: statusPath, verbs: ['GET'] },
    },
  };
}

async function scaStatusOf(
  edge: Edge,
  caller: Caller,
  { kind, resourceId, firstAuthorisationId, isExempt }: Omit<Of, 'path' | 'statusPath'>,
  publicId: string,
): Promise<ScaStatus> {
  const named = edge.readId(publicId, caller);
  const unknown = new RequestError([fault('RESOURCE_UNKNOWN', 'resource.unknown')]);
  if (named?.kind !== 'authorisation') throw unknown;
  const { streamId } = named;
  if (isExempt === true && streamId === firstAuthorisationId) return 'exempted';
  const query = new GetAuthorisations(caller.tpp, kind, resourceId);
  const found = await untilThere(async () => {
    const one = (await edge.queries.ask(query)).find((one) => one.authorisationId === streamId);
    if (one !== undefined) return one;
    // Either open for another resource, or issued and not open yet.
    const elsewhere = await edge.queries.ask(new GetAuthorisation(caller.tpp, streamId));
    if (elsewhere !== null) throw unknown;
    return undefined;
  });
  if (found === undefined) throw undecided();
  return found.scaStatus;
}
