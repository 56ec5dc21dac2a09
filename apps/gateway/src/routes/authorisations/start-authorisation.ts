import { randomUUID } from 'node:crypto';
import { GetAuthorisation } from '@nordgate/contracts/queries';
import type { AuthorisedResource, Initiator } from '@nordgate/contracts/events';
import { openAuthorisationsMax } from '@nordgate/contracts/commands';
import type { ScaCommands } from '@nordgate/contracts/commands';
import { streams } from '@nordgate/contracts/rules';
import type { ScaStatus } from '@nordgate/contracts/codes';
import type { StartedAuthorisation } from '@nordgate/contracts/http';
import { defined } from '@nordgate/decider';
import type { Caller } from '../../access/caller.js';
import { initiatorOf } from '../../access/caller.js';
import type { Edge } from '../../access/edge.service.js';
import { authorisationLinkOf } from '../../access/links.js';
import { madeBefore } from '../../access/repeated-request.js';
import type { AuthorisationLink } from '../../access/links.js';
import { fault, RequestError, unavailable } from '../../reply/request-error.js';
import { warningsOf } from '../../reply/tpp-messages.js';
import type { Authorisable } from './authorisation-list.js';

/**
 * Opens an authorisation of an existing resource: a new link for the PSU. Its id is derived from the
 * resource and the X-Request-ID, so a repeat gets the same link with the current status, also when
 * `requireOpen` rejects a new one by now. Throws RequestError: what `requireOpen` throws, CONFLICT when 20
 * authorisations of the resource are open or the X-Request-ID belongs to another request, 503 while this
 * one is not decided. Throws CommandNotAcknowledgedError and ServiceUnavailableError.
 */
export async function startAuthorisation(
  edge: Edge,
  caller: Caller,
  authorisable: Authorisable,
  requireOpen: () => void | Promise<void>,
): Promise<StartedAuthorisation> {
  const seed = `${authorisable.kind}-authorisation-${authorisable.resourceId}`;
  const link = authorisationLinkOf(seed, caller.requestId, edge.settings);
  const query = new GetAuthorisation(caller.tpp, link.authorisation.id);
  const readView = async () => (await edge.queries.ask(query)) ?? undefined;
  try {
    await requireOpen();
  } catch (error) {
    const stream = streams.authorisation.id(link.authorisation.id);
    const created = { topic: 'sca.commands.v1', stream } as const;
    const earlier = await madeBefore(error, { edge, caller, created, readView });
    return startedOf(earlier, link, { edge, caller, authorisable });
  }
  await open(link, readView, { edge, caller, authorisable });
  const view = await readView();
  // sca may still refuse it, so nothing is promised. The TPP repeats the X-Request-ID.
  if (view === undefined) throw unavailable();
  return startedOf(view, link, { edge, caller, authorisable });
}

/** A request for an authorisation. */
interface Asked {
  readonly edge: Edge;
  readonly caller: Caller;
  readonly authorisable: Authorisable;
}

/** The authorisation that a request has opened. */
interface OpenedView {
  readonly scaStatus: string;
  readonly initiator?: Initiator;
}

async function open(
  { authorisation }: AuthorisationLink,
  readView: () => Promise<OpenedView | undefined>,
  { edge, caller, authorisable }: Asked,
): Promise<void> {
  const stream = streams.authorisation.id(authorisation.id);
  const first = await firstWhileOpen(edge, caller, authorisable);
  const data: ScaCommands['StartAuthorisation']['data'] = {
    resource: resourceOf(authorisable),
    initiator: actingNow(authorisable, caller),
    tokenHash: authorisation.tokenHash,
    ...defined({ first }),
  };
  const command = { id: `${stream}/start`, type: 'StartAuthorisation', stream, data } as const;
  const result = await edge.tell('sca.commands.v1', caller, command, readView);
  if (result.is !== 'refused') return;
  const max = openAuthorisationsMax;
  throw new RequestError([fault('CONFLICT', 'authorisations.tooMany', '', { max })]);
}

/**
 * The first authorisation of a resource while it may be open: it counts among the open ones. One that is over stays over, and sca
 * may know its end by the time alone.
 */
async function firstWhileOpen(
  edge: Edge,
  { tpp }: Caller,
  { firstAuthorisationId: first }: Authorisable,
): Promise<string | undefined> {
  if (first === undefined) return undefined;
  const view = await edge.queries.ask(new GetAuthorisation(tpp, first));
  const isOver = view?.scaStatus === 'failed' || view?.scaStatus === 'finalised';
  return isOver ? undefined : first;
}

function startedOf(
  { scaStatus, initiator }: OpenedView,
  { authorisation, href }: AuthorisationLink,
  { edge, caller, authorisable: { path, statusPath } }: Asked,
): StartedAuthorisation {
  if (initiator !== undefined && !isSameRequest(initiator, caller)) {
    throw new RequestError([fault('CONFLICT', 'request.idReused', 'X-Request-ID')]);
  }
  const authorisationId = edge.publicId('authorisation', authorisation.id, caller);
  return {
    authorisationId,
    scaStatus: scaStatus as ScaStatus,
    ...warningsOf(caller.warnings, caller.language),
    _links: {
      scaRedirect: { href, verbs: ['GET'] },
      status: { href: statusPath, verbs: ['GET'] },
      scaStatus: { href: `${path}/${authorisationId}`, verbs: ['GET'] },
    },
  };
}

/** Compares where the PSU returns to, and the PSU: a link for any second signer names none. */
function isSameRequest(first: Initiator, { redirectUri = '', ...caller }: Caller): boolean {
  const isSamePsu =
    first.psuId === undefined || caller.psuId === undefined || first.psuId === caller.psuId;
  const isSameReturn =
    first.redirectUri === redirectUri && first.nokRedirectUri === caller.nokRedirectUri;
  return isSamePsu && isSameReturn;
}

/**
 * The initiator of the resource with the return address, session and redirect preference of this
 * request. Another signer of the agreement gets a separate link. After the first of two signatures a
 * link that the first signer asks for has no PSU-ID: the second signer is another PSU under the agreement.
 */
function actingNow({ initiator, isSignedOnce }: Authorisable, caller: Caller): Initiator {
  const now = initiatorOf(caller, randomUUID);
  const { redirectUri, nokRedirectUri, tppSessionId, redirectPreferred = true } = now;
  const { psuId: owner, ...asker } = initiator;
  const isOther = owner !== undefined && caller.psuId !== undefined && caller.psuId !== owner;
  const ofOwner = isSignedOnce === true ? undefined : owner;
  const signer = isOther
    ? { psuId: caller.psuId, corporateId: caller.corporateId }
    : { psuId: ofOwner };
  const returning = { redirectUri, nokRedirectUri, tppSessionId, redirectPreferred };
  return defined({ ...asker, ...signer, ...returning });
}

function resourceOf({ kind, resourceId, paymentIds }: Authorisable): AuthorisedResource {
  switch (kind) {
    case 'basket':
      return { kind, basketId: resourceId, paymentIds };
    case 'access':
      return { kind, asks: 'accounts', consentId: resourceId };
    case 'payment':
    case 'cancellation':
      return { kind, paymentId: resourceId };
  }
}
