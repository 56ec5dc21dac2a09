import type { PaymentService } from '@nordgate/contracts/events';
import type { ResourceKind } from '@nordgate/contracts/rules';

/** The kind of public id of each service. */
export const idKindOf = {
  payments: 'payment',
  'periodic-payments': 'periodic',
  'bulk-payments': 'bulk',
} as const satisfies { readonly [Service in PaymentService]: ResourceKind };

/** The payment service that a route belongs to; undefined for the others. */
export function serviceOf(url: string): PaymentService | undefined {
  const [, , second = ''] = url.split('/');
  return second in idKindOf ? (second as PaymentService) : undefined;
}

/** Unique in the document: a handler of several services has a route in each. */
export function operationIdOf(id: string, url: string): string {
  const service = serviceOf(url);
  return service === undefined ? id : `${id}.${service}`;
}
