import { GetActingCustomer, GetCustomerOfPsu } from '@nordgate/contracts/queries';
import type { ConsentView, FirstSigner } from '@nordgate/contracts/queries';
import type { Initiator } from '@nordgate/contracts/events';
import type { QueryClient } from '@nordgate/service';
import { fault, RequestError } from '../reply/request-error.js';
import type { Caller } from './caller.js';

/** Whose resource it is: a payment, basket or consent. */
export interface OwnedResource {
  readonly initiator: Pick<Initiator, 'psuId' | 'corporateId' | 'context'>;
  /** Names the agreement of a resource that was made before the PSU had picked one. */
  readonly signedBy?: Pick<FirstSigner, 'corporateId'>;
  /** Who gave a consent, and for which agreement; private without one. Absent before. */
  readonly givenBy?: ConsentView['givenBy'];
}

/** Who may act on a resource: the PSU that it was made with, or every signer of its agreement too. */
export type Admitted = 'own-psu' | 'signers';

type Asker = Pick<Caller, 'tpp' | 'psuId' | 'corporateId' | 'generation'>;

/**
 * Lets only the PSU of a resource act on it and, where `admitted` says so, the other signers of its
 * agreement, each with their own PSU-ID and the agreement's PSU-Corporate-ID (rulings on identity). A
 * resource that was made without PSU-ID is that of the PSU who logs in: a consent is that of the customer who gave it,
 * and anybody's before. Throws RequestError:
 * HTTP_HEADER_REQUIRED without PSU-ID, RESOURCE_UNKNOWN for another PSU and for another agreement.
 */
export async function requireOwner(
  queries: Pick<QueryClient, 'ask'>,
  caller: Asker,
  resource: OwnedResource,
  admitted: Admitted,
): Promise<void> {
  const isUnnamed = caller.psuId === undefined;
  if (resource.initiator.psuId !== undefined && isUnnamed) throw withoutPsu();
  const agreement = agreementOf(resource);
  if (mayName(caller, resource, agreement) && (await isOwner(queries, caller, resource))) return;
  const asksAsSigner = admitted === 'signers' && caller.corporateId === agreement;
  if (asksAsSigner && agreement !== undefined && (await isSigner(queries, caller, agreement)))
    return;
  throw new RequestError([fault('RESOURCE_UNKNOWN', 'resource.psuMismatch')]);
}

function agreementOf({ initiator, signedBy, givenBy }: OwnedResource): string | undefined {
  return initiator.corporateId ?? givenBy?.corporateId ?? signedBy?.corporateId;
}

/** Whether a caller may name an agreement, or none, for a resource of this agreement, or of none. */
function mayName(
  { corporateId: named }: Asker,
  resource: OwnedResource,
  agreement?: string,
): boolean {
  if (named === undefined) return true;
  return agreement === undefined ? !isPrivate(resource) : named === agreement;
}

/** Whether a resource of no agreement can be of none: the PSU may still pick one for the others. */
function isPrivate({ initiator, givenBy }: OwnedResource): boolean {
  return initiator.context === 'PRIVATE' || givenBy !== undefined;
}

/** Whether the caller is the PSU of a resource. Who gave a consent that was asked for without PSU-ID is found by the customer. */
async function isOwner(
  queries: Pick<QueryClient, 'ask'>,
  { tpp, psuId, generation }: Asker,
  { initiator, givenBy }: OwnedResource,
): Promise<boolean> {
  if (initiator.psuId !== undefined) return initiator.psuId === psuId;
  if (givenBy === undefined || psuId === undefined) return true;
  const psu = await queries.ask(new GetCustomerOfPsu(tpp, psuId, generation));
  return psu?.customerId === givenBy.customerId;
}

/** Whether the PSU may approve payments under an agreement. An older release does not say the roles. */
async function isSigner(
  queries: Pick<QueryClient, 'ask'>,
  { tpp, psuId = '', generation }: Asker,
  agreement: string,
): Promise<boolean> {
  const psu = await queries.ask(new GetCustomerOfPsu(tpp, psuId, generation));
  if (psu === null) return false;
  const customer = await queries.ask(new GetActingCustomer(psu));
  return (customer?.contexts ?? []).some(
    ({ corporateId, roles }) =>
      corporateId === agreement && (roles === undefined || roles.includes('APPROVE')),
  );
}

function withoutPsu(): RequestError {
  const header = 'PSU-ID';
  return new RequestError([fault('HTTP_HEADER_REQUIRED', 'header.required', header, { header })]);
}
