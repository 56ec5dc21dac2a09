import { FindSandboxCustomer, GetSandboxAccount } from '@nordgate/contracts/queries';
import { bbanOf, inGeneration } from '@nordgate/contracts/rules';
import type { AccountNumbers } from '@nordgate/contracts/rules';
import type { Caller } from '../../access/caller.js';
import type { Edge } from '../../access/edge.service.js';
import { fault, RequestError } from '../../reply/request-error.js';

/** Who asks for a customer or an account by number: the numbers are those of the caller's world. */
export interface Asker extends Pick<Edge, 'queries'>, Pick<Caller, 'generation'> {}

/** The asker of a request. */
export function askerOf({ queries }: Edge, { generation }: Pick<Caller, 'generation'>): Asker {
  return { queries, generation };
}

/** The id of the customer with a number. Throws RequestError, 400 RESOURCE_UNKNOWN at the path. */
export async function customerWithNumber(
  { queries, generation }: Asker,
  customerNumber: string,
  path: string,
): Promise<string> {
  const found = await queries.ask(new FindSandboxCustomer(customerNumber, generation));
  if (found === null) throw unknownAt(path);
  return found.customerId;
}

/** The id of the account with a number. Throws RequestError, 400 RESOURCE_UNKNOWN at the path. */
export async function accountWithNumber(
  { queries, generation }: Asker,
  numbers: AccountNumbers,
  path: string,
): Promise<string> {
  const bban = bbanOf(numbers);
  const asked = bban === undefined ? undefined : new GetSandboxAccount({ bban, generation });
  const found = asked === undefined ? null : await queries.ask(asked);
  if (found === null) throw unknownAt(path);
  return found.accountId;
}

/**
 * The id that a body names by number. A repeat whose person or account was removed since names the one that
 * its first request has found. Throws what `find` throws where nothing was made.
 */
export async function namedOrMade(
  find: () => Promise<string>,
  made: () => Promise<string | undefined>,
): Promise<string> {
  try {
    return await find();
  } catch (error) {
    const known = await made();
    if (known === undefined) throw error;
    return known;
  }
}

/**
 * The holder of a body by customer number; `made` finds what the first of some repeated requests has opened. Throws
 * RequestError, 400 RESOURCE_UNKNOWN, for a number of no customer.
 */
export function holderNamed(
  asker: Asker,
  customerNumber: string,
  made: () => Promise<{ readonly customerId: string } | undefined>,
): Promise<string> {
  const named = () => customerWithNumber(asker, customerNumber, '/customerNumber');
  return namedOrMade(named, async () => insideId((await made())?.customerId, asker));
}

function unknownAt(path: string): RequestError {
  return new RequestError([fault('RESOURCE_UNKNOWN', 'sandbox.unknown', path)], { status: 400 });
}

/** An id that a TPP has sent or been shown, inside the bank. */
export function insideId(
  id: string | undefined,
  { generation }: Pick<Caller, 'generation'>,
): string | undefined {
  return id === undefined ? undefined : inGeneration(id, generation);
}
