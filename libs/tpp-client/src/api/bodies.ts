import type { PsuContext } from '@nordgate/contracts/events';
import type { SandboxCustomer } from '@nordgate/contracts/queries';

/** Payment service and product, as they stand in a path. */
export type PaymentProductPath = `${'payments' | 'periodic-payments'}/${string}`;

/** Answer to GET /v1/user (specification 4.4). */
export interface User {
  readonly psuId: string;
  readonly psuCorporateId?: string;
  readonly context: PsuContext;
  /** ISO 8601. */
  readonly sessionEndsAt: string;
}

/** Answer of the sandbox's own operations. */
export interface SandboxCustomers {
  readonly customers: readonly SandboxCustomer[];
}
