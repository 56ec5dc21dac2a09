import { sandboxCustomersPerPage } from '@nordgate/contracts/http';
import type { ListedCustomer, SandboxCustomersParameters } from '@nordgate/contracts/http';
import type { ListedSandboxCustomer } from '@nordgate/contracts/queries';

/** A page of a list: so many behind the first `offset`. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** The page that faultless parameters ask for. */
export function customersPageOf({ limit, offset }: SandboxCustomersParameters): Page {
  return { limit: Number(limit ?? sandboxCustomersPerPage), offset: Number(offset ?? 0) };
}

/** A customer in the list of the sandbox. */
export function listedCustomer({
  customerId,
  customerNumber,
  customerType,
  customerName,
}: ListedSandboxCustomer): ListedCustomer {
  const type = customerType === 'PRIVATE' ? 'private' : 'corporate';
  return { customerId, customerNumber, customerType: type, customerName };
}

/**
 * The Link header of a page (RFC 8288) with the other pages of the list; undefined where the page is the
 * whole list.
 */
export function pageLinks(
  path: string,
  { limit, offset }: Page,
  total: number,
): string | undefined {
  const last = Math.max(0, Math.ceil(total / limit) - 1) * limit;
  if (total <= limit && offset === 0) return undefined;
  const before = Math.min(Math.max(0, offset - limit), last);
  const links = [
    ...(offset > 0 ? [['first', 0] as const, ['prev', before] as const] : []),
    ...(offset + limit < total ? [['next', offset + limit] as const, ['last', last] as const] : []),
  ];
  return links
    .map(([rel, at]) => `<${path}?limit=${String(limit)}&offset=${String(at)}>; rel="${rel}"`)
    .join(', ');
}
