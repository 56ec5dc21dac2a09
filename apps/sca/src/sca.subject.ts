import type { SubjectRules } from '@nordgate/service';
import { endsOfCustomer } from './forget/ends-of-customer.js';

const untilErased = { rule: 'without a limit: until it is erased' };
const usedAgain = { rule: 'without a limit: the id is used again' };

/** What sca holds of customers (docs/reference/data-of-a-customer.md). */
export const scaSubject: SubjectRules = {
  streams: {
    authorisation: {
      purpose: 'To let the customer approve, and to prove afterwards what was approved.',
      source: 'the TPP that asked for it, and the customer',
      held: { rule: 'for some months after its last event', member: 'authorisationMonths' },
      erase: 'ends',
    },
    access: {
      purpose: 'The consent under which a TPP reads accounts.',
      source: 'the customer, at an SCA',
      held: untilErased,
      erase: 'goes',
    },
    passkeys: {
      purpose: 'The public keys with which the customer approves.',
      source: 'the device of the customer',
      held: untilErased,
      erase: 'goes',
    },
    session: {
      purpose: 'To serve a TPP for an hour after the customer has logged in.',
      source: 'the customer, at an SCA',
      held: untilErased,
      erase: 'goes',
    },
    // It goes last: the others are found by it.
    psu: {
      purpose: 'The name by which one TPP knows the customer.',
      source: 'made by the bank at the first contact through this TPP',
      held: untilErased,
      erase: 'goes',
    },
  },
  tables: {
    last_read: {
      purpose: 'To show the customer when a TPP has read an account last.',
      source: 'the reads of the TPP',
      held: { rule: '180 days' },
      erase: 'goes',
      isOf: 't.customer_id = any ($1)',
    },
    unattended_read: {
      purpose: 'To limit reads without the customer to four in 24 hours.',
      source: 'the reads of the TPP',
      held: { rule: '25 hours' },
      erase: 'goes',
      isOf: 't.customer_id = any ($1)',
    },
    id_key: {
      purpose: 'The id of an account that a TPP has seen stays the same.',
      source: 'the first read of the TPP',
      held: usedAgain,
      erase: 'kept',
      isOf: 't.resource = any ($1)',
    },
    untouched_authorisation: {
      purpose: 'To let the customer approve. Nobody has opened the link yet.',
      source: 'the TPP that asked for it',
      held: { rule: 'for some months', member: 'authorisationMonths' },
      erase: 'kept',
      isOf: 't.initiator::text like any ($2)',
      without: ['token_hash', 'traceparent', 'tracestate'],
    },
    ended_resource: { unshown: 'It has ids of payments and baskets.', erase: 'nobody' },
    wrong_try: {
      unshown:
        'It has keyed hashes of customer numbers for one hour, and no customer is found by them.',
      erase: 'kept',
      until: 'one hour after the try',
    },
  },
  keysIn: ({ data }, customerId) => {
    const { customerId: named, psuId } = data as { customerId?: unknown; psuId?: unknown };
    return named === customerId && typeof psuId === 'string' ? [`psu:${psuId}`] : [];
  },
  ends: endsOfCustomer,
};
