import type { CustomerEvent, CustomerRegistered } from '@nordgate/contracts/events';
import { generationOf, inGeneration, streams } from '@nordgate/contracts/rules';
import { defined, streamType, unreachable } from '@nordgate/decider';

/** A person or an organisation as the fold of its events; also the inline view that queries read. */
export type Customer =
  | { readonly is: 'none' }
  | RegisteredCustomer
  | { readonly is: 'removed'; readonly coreSequence?: number };

export interface RegisteredCustomer extends Omit<CustomerRegistered['data'], 'at'> {
  readonly is: 'registered';
}

function evolve(customer: Customer, event: CustomerEvent): Customer {
  switch (event.type) {
    case 'CustomerRegistered': {
      const { customerId, customerNumber, customerType, name, address, by } = event.data;
      const { coreSequence, identifiers, isBlocked, countedIn } = event.data;
      const known = { customerId, customerNumber, customerType, name, address, by, coreSequence };
      return { is: 'registered', ...defined({ ...known, identifiers, isBlocked, countedIn }) };
    }
    case 'CustomerRemoved':
      if (customer.is === 'none') throw new Error('CustomerRemoved before CustomerRegistered');
      return { is: 'removed', ...defined({ coreSequence: event.data.coreSequence }) };
    default:
      return unreachable(event);
  }
}

/** Streams `customer-<id>`. A customer number belongs to one customer at a time, in each generation of a sandbox. */
export const customerStream = streamType<Customer, CustomerEvent, 'customer'>({
  name: streams.customer.category,
  stateVersion: 2,
  initial: { is: 'none' },
  evolve,
  events: { CustomerRegistered: { version: 1 }, CustomerRemoved: { version: 1 } },
  claims: (customer) =>
    customer.is === 'registered'
      ? [
          {
            scope: 'customer-number',
            key: inGeneration(customer.customerNumber, generationOf(customer.customerId)),
          },
        ]
      : [],
});
