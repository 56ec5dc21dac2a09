import type { SubjectRules } from '@nordgate/service';

const afterItsEnd = { rule: 'for some months after its last event', member: 'paymentMonths' };

/** What payments holds of customers (docs/reference/data-of-a-customer.md). */
export const paymentsSubject: SubjectRules = {
  streams: {
    payment: {
      purpose: 'To execute the payment, and to prove afterwards who ordered and approved it.',
      source: 'the TPP that sent it, and the customers who approved it',
      held: afterItsEnd,
      erase: 'kept',
      ofHolder: ['instruction', 'order', 'debtor', 'price'],
    },
    exemptions: {
      purpose: 'To limit payments between own accounts that needed no SCA on one day.',
      source: 'the payments of the customer',
      held: afterItsEnd,
      erase: 'kept',
    },
  },
  tables: {
    payment_to_sign: {
      unshown: 'It repeats the first approval of a payment.',
      erase: 'kept',
      until: 'the second signature, or with the payment',
    },
  },
  accountPaths: ['{instruction,debtorAccount,iban}', '{instruction,debtorAccount,bban}'],
  streamsOf: ({ bare, suffix }) => [`exemptions-${bare}-____-__-__${suffix}`],
};
