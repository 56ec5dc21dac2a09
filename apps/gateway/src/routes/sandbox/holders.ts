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

function unknownAt(path: string): RequestError {
  return new RequestError([fault('RESOURCE_UNKNOWN', 'sandbox.unknown', path)], { status: 400 });
}
