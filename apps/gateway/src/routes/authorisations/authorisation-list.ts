import type { AuthorisableKind } from '@nordgate/contracts/queries';
import {
  GetAuthorisation,
  GetAuthorisations,
  GetDeletedAuthorisations,
} from '@nordgate/contracts/queries';
import type { Initiator } from '@nordgate/contracts/events';
import { defined } from '@nordgate/decider';
import type { AuthorisationList, ScaStatusReply } from '@nordgate/contracts/http';
import type { ScaStatus } from '@nordgate/contracts/codes';
import { createdHeaders } from '../../request/not-offered.hook.js';
import type { RouteDescription } from '../../request/route.decorator.js';
import type { Caller } from '../../access/caller.js';
import type { Edge } from '../../access/edge.service.js';
import { fault, RequestError, undecided } from '../../reply/request-error.js';
import { warningsOf } from '../../reply/tpp-messages.js';
import { requireUndeleted } from '../../access/deleted.js';
import { untilThere } from '../../access/read-view.js';

/** A resource that can be authorised, with the path of its authorisations. */
export interface Authorisable {
  readonly kind: AuthorisableKind;
  /** Stream id of the payment, basket or consent, without its type. */
  readonly resourceId: string;
  /** Members of a basket. */
  readonly paymentIds: readonly string[];
  readonly initiator: Initiator;
  /** The authorisation of the creation response. Its event may not have arrived yet. */
  readonly firstAuthorisationId?: string;
  /** The payment is exempt from SCA: its first authorisation is `exempted` and never opens. */
  readonly isExempt?: true;
  /** The first of two PSUs has signed. The next signer is another PSU. */
  readonly isSignedOnce?: true;
  /** The path of the list; each authorisation has a path below it. */
  readonly path: string;
  /** The path of the status of the payment, basket or consent. */
  readonly statusPath: string;
}

/** The descriptions of the three routes of a list of authorisations. */
interface DescribedAuthorisations {
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

type Of = Omit<Authorisable, 'paymentIds' | 'initiator'>;

/** Lists all authorisations of a resource, its first one before all others, also before sca knows it. */
export async function listAuthorisations(
  edge: Edge,
  caller: Caller,
  { kind, resourceId, firstAuthorisationId: first }: Authorisable,
): Promise<AuthorisationList> {
  const found = await edge.queries.ask(new GetAuthorisations(caller.tpp, kind, resourceId));
  const ids = found.map(({ authorisationId }) => authorisationId);
  const all = first === undefined ? ids : [first, ...ids.filter((id) => id !== first)];
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
    const byId = new GetAuthorisation(caller.tpp, streamId);
    // Nobody may have touched the first one yet, and then no list of sca has it.
    if (streamId === firstAuthorisationId) return (await edge.queries.ask(byId)) ?? undefined;
    const one = (await edge.queries.ask(query)).find((one) => one.authorisationId === streamId);
    if (one !== undefined) return one;
    // Either open for another resource, or issued and not open yet.
    if ((await edge.queries.ask(byId)) !== null) throw unknown;
    return undefined;
  });
  if (found === undefined) {
    await requireUndeleted(edge.queries, new GetDeletedAuthorisations([streamId]));
    throw undecided();
  }
  return found.scaStatus as ScaStatus;
}
