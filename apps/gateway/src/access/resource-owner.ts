import { GetActingCustomer, GetCustomerOfPsu } from '@nordgate/contracts/queries';
import type { FirstSigner } from '@nordgate/contracts/queries';
import type { Initiator } from '@nordgate/contracts/events';
import type { QueryClient } from '@nordgate/service';
import { fault, RequestError } from '../reply/request-error.js';
import type { Caller } from './caller.js';

/** Whose resource it is: a payment, basket or consent. */
export interface OwnedResource {
  readonly initiator: Pick<Initiator, 'psuId' | 'corporateId'>;
  /** Names the agreement of a resource that was made before the PSU had picked one. */
  readonly signedBy?: Pick<FirstSigner, 'corporateId'>;
}

/** Who may act on a resource: the PSU that it was made with, or every signer of its agreement too. */
export type Admitted = 'own-psu' | 'signers';

type Asker = Pick<Caller, 'tpp' | 'psuId' | 'corporateId' | 'generation'>;

/**
 * Lets only the PSU of a resource act on it and, where `admitted` says so, the other signers of its
 * agreement, each with their own PSU-ID and the agreement's PSU-Corporate-ID (rulings on identity). A
 * resource that was made without PSU-ID is that of the PSU who logs in. Throws RequestError:
 * HTTP_HEADER_REQUIRED without PSU-ID, RESOURCE_UNKNOWN for another PSU and for another agreement.
 */
export async function requireOwner(
  queries: Pick<QueryClient, 'ask'>,
  caller: Asker,
  { initiator, signedBy }: OwnedResource,
  admitted: Admitted,
): Promise<void> {
  const { psuId: owner } = initiator;
  const agreement = initiator.corporateId ?? signedBy?.corporateId;
  if (owner !== undefined && caller.psuId === undefined) throw withoutPsu();
  const isOwner = owner === undefined || owner === caller.psuId;
  if (isOwner && mayName(caller.corporateId, agreement)) return;
  const asksAsSigner = admitted === 'signers' && caller.corporateId === agreement;
  if (asksAsSigner && agreement !== undefined && (await isSigner(queries, caller, agreement)))
    return;
  throw new RequestError([fault('RESOURCE_UNKNOWN', 'resource.psuMismatch')]);
}

/** Whether a caller may name this agreement, or none, for a resource of an agreement, or of none. */
function mayName(named: string | undefined, agreement: string | undefined): boolean {
  return named === undefined || agreement === undefined || named === agreement;
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
