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
import type { Edge } from '../../access/edge.js';
import { authorisationLinkOf } from '../../access/authorisation-link.js';
import { fault, RequestError, unavailable } from '../../reply/request-error.js';
import type { Authorisable } from './authorisable.js';

/**
 * Opens an authorisation of an existing resource: a new link for the PSU. Its id is derived from the
 * resource and the X-Request-ID, so a repeat gets the same link with the current status.
 * Throws RequestError: CONFLICT when 20 authorisations of the resource are open, 503 while this one is not
 * decided. Throws CommandNotAcknowledgedError and ServiceUnavailableError.
 */
export async function startAuthorisation(
  edge: Edge,
  caller: Caller,
  authorisable: Authorisable,
): Promise<StartedAuthorisation> {
  const { kind, resourceId, path } = authorisable;
  const seed = `${kind}-authorisation-${resourceId}`;
  const { authorisation, href } = authorisationLinkOf(seed, caller.requestId, edge.settings);
  const stream = streams.authorisation.id(authorisation.id);
  const data: ScaCommands['StartAuthorisation']['data'] = {
    resource: resourceOf(authorisable),
    initiator: actingNow(authorisable, caller),
    tokenHash: authorisation.tokenHash,
    ...defined({ first: authorisable.firstAuthorisationId }),
  };
  const command = { id: `${stream}/start`, type: 'StartAuthorisation', stream, data } as const;
  const readView = async () =>
    (await edge.queries.ask(new GetAuthorisation(caller.tpp, authorisation.id))) ?? undefined;
  const result = await edge.tell('sca.commands.v1', caller, command, readView);
  if (result.is === 'refused') {
    const max = openAuthorisationsMax;
    throw new RequestError([fault('CONFLICT', 'authorisations.tooMany', '', { max })]);
  }
  const scaStatus = (await readView())?.scaStatus;
  // sca may still refuse it, so nothing is promised. The TPP repeats the X-Request-ID.
  if (scaStatus === undefined) throw unavailable();
  const authorisationId = edge.publicId('authorisation', authorisation.id, caller);
  return {
    authorisationId,
    scaStatus: scaStatus as ScaStatus,
    _links: {
      scaRedirect: { href, verbs: ['GET'] },
      scaStatus: { href: `${path}/${authorisationId}`, verbs: ['GET'] },
    },
  };
}

/**
 * The initiator of the resource with the return address, session and redirect preference of this
 * request. After the first of two signatures the PSU-ID is left out: it names the first signer, and the
 * second signer is another PSU under the agreement.
 */
function actingNow({ initiator, isSignedOnce }: Authorisable, caller: Caller): Initiator {
  const now = initiatorOf(caller, randomUUID);
  const { redirectUri, nokRedirectUri, tppSessionId, redirectPreferred = true } = now;
  const { psuId, ...asker } = initiator;
  const signer = { psuId: isSignedOnce === true ? undefined : psuId };
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
