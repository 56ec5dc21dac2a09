import type { SubjectRules } from '@nordgate/service';

/** What baskets holds of customers (docs/reference/data-of-a-customer.md). */
export const basketsSubject: SubjectRules = {
  streams: {
    basket: {
      purpose: 'To approve several payments together, and to prove afterwards who approved them.',
      source: 'the TPP that made it, and the customers who approved it',
      held: { rule: 'without a limit: the events have ids of payments, PSU-IDs and customers' },
      erase: 'kept',
    },
  },
  tables: {
    payment_register: { unshown: 'It has ids and statuses of payments.', erase: 'nobody' },
  },
};
