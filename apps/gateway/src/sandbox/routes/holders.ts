import { FindSandboxCustomer, GetSandboxAccount } from '@nordgate/contracts/queries';
import { bbanOf } from '@nordgate/contracts/rules';
import type { AccountNumbers } from '@nordgate/contracts/rules';
import type { Edge } from '../../access/edge.js';
import { fault, RequestError } from '../../reply/request-error.js';

type Asks = Pick<Edge, 'queries'>;

/** The id of the customer with a number. Throws RequestError, 400 RESOURCE_UNKNOWN at the path. */
export async function customerWithNumber(
  { queries }: Asks,
  customerNumber: string,
  path: string,
): Promise<string> {
  const found = await queries.ask(new FindSandboxCustomer(customerNumber));
  if (found === null) throw unknownAt(path);
  return found.customerId;
}

/** The id of the account with a number. Throws RequestError, 400 RESOURCE_UNKNOWN at the path. */
export async function accountWithNumber(
  { queries }: Asks,
  numbers: AccountNumbers,
  path: string,
): Promise<string> {
  const bban = bbanOf(numbers);
  const found = bban === undefined ? null : await queries.ask(new GetSandboxAccount({ bban }));
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

function unknownAt(path: string): RequestError {
  return new RequestError([fault('RESOURCE_UNKNOWN', 'sandbox.unknown', path)], { status: 400 });
}
