import type { SubjectRules, UnshownData } from '@nordgate/service';

const ofRuns: UnshownData = {
  unshown: 'It has ids, days and statuses of runs and payments.',
  erase: 'nobody',
};
const sandboxOnly: UnshownData = {
  unshown: 'It is in a sandbox only, whose customers are made up.',
  erase: 'nobody',
};
const ofApprovals = {
  erase: 'kept',
  until: 'a week after the execution of the payment, otherwise paymentMonths after the approval',
} as const;

/** What batch holds of customers (docs/reference/data-of-a-customer.md). */
export const batchSubject: SubjectRules = {
  streams: {
    execution: {
      purpose: 'To move the money of a payment, and to prove afterwards that it was moved once.',
      source: 'the payment of the customer',
      held: { rule: 'for some months after its last event', member: 'paymentMonths' },
      erase: 'kept',
    },
    schedule: ofRuns,
    'batch-run': ofRuns,
    hold: {
      unshown: 'It has the id of a payment or TPP that the fraud desk holds, and no customer.',
      erase: 'nobody',
    },
    'world-move': sandboxOnly,
  },
  tables: {
    sealed_approval: {
      unshown: 'It repeats the approval in the authorisation of sca, with its seal.',
      ...ofApprovals,
    },
    approved_payment: { unshown: 'It repeats what was approved in sca.', ...ofApprovals },
    order_book: ofRuns,
    run_item: ofRuns,
    run_transfer: ofRuns,
    run_outcome: ofRuns,
    known_run: ofRuns,
    known_generation: ofRuns,
    contradiction: ofRuns,
    execution_hold: ofRuns,
    held_execution: {
      unshown: 'It has the id of a payment or TPP that the fraud desk holds.',
      erase: 'nobody',
    },
    stopped_tpp: { unshown: 'It is about TPPs.', erase: 'nobody' },
    maintenance_window: { unshown: 'It is about the bank.', erase: 'nobody' },
    world_move: sandboxOnly,
  },
  accountPaths: ['{debtorAccount,iban}', '{debtorAccount,bban}'],
};
