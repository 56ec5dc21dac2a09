import { sandboxAgreementsPerPage, sandboxCustomersPerPage } from '@nordgate/contracts/http';
import type {
  ListedCustomer,
  SandboxAgreementsParameters,
  SandboxCustomersParameters,
} from '@nordgate/contracts/http';
import type { ListedSandboxCustomer } from '@nordgate/contracts/queries';
import { withoutGeneration } from '@nordgate/contracts/rules';

/** A page of a list: so many behind the first `offset`. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** The page that faultless parameters ask for. */
export function customersPageOf({ limit, offset }: SandboxCustomersParameters): Page {
  return { limit: Number(limit ?? sandboxCustomersPerPage), offset: Number(offset ?? 0) };
}

/** The page of the list of agreements that faultless parameters ask for. */
export function agreementsPageOf({ limit, offset }: SandboxAgreementsParameters): Page {
  return { limit: Number(limit ?? sandboxAgreementsPerPage), offset: Number(offset ?? 0) };
}

/** A customer in the list of the sandbox. */
export function listedCustomer({
  customerId,
  customerNumber,
  customerType,
  customerName,
}: ListedSandboxCustomer): ListedCustomer {
  const type = customerType === 'PRIVATE' ? 'private' : 'corporate';
  const shownId = withoutGeneration(customerId);
  return { customerId: shownId, customerNumber, customerType: type, customerName };
}

/** The Link header of a page (RFC 8288): the first page of the list, and the others that there are. */
export function pageLinks(path: string, { limit, offset }: Page, total: number): string {
  const last = Math.max(0, Math.ceil(total / limit) - 1) * limit;
  const before = Math.min(Math.max(0, offset - limit), last);
  const links = [
    ['first', 0] as const,
    ...(offset > 0 ? [['prev', before] as const] : []),
    ...(offset + limit < total ? [['next', offset + limit] as const, ['last', last] as const] : []),
  ];
  return links
    .map(([rel, at]) => `<${path}?limit=${String(limit)}&offset=${String(at)}>; rel="${rel}"`)
    .join(', ');
}
