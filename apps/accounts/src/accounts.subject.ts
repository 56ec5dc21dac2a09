import type { AccountEvent, CardAccountEvent } from '@nordgate/contracts/events';
import { accountKey } from '@nordgate/service';
import type { SubjectRules, UnshownData } from '@nordgate/service';

const relation = { rule: "without a limit here: the bank's own system of customers decides" };
const books = { rule: "without a limit here: the bank's books" };
const core = "the bank's core, or the mock data of a sandbox";
const bankOnly: UnshownData = {
  unshown: 'It is about the bank or a TPP, and no customer.',
  erase: 'nobody',
};
const asTheAccount = { erase: 'kept', until: books.rule } as const;
const sandboxOnly: UnshownData = {
  unshown: 'It is in a sandbox only, whose customers are made up.',
  erase: 'kept',
  until: 'the end of its world',
};

/** The events that name owner and numbers of an account: one of the latter may be the first that is left. */
const withOwner: ReadonlySet<string> = new Set<(AccountEvent | CardAccountEvent)['type']>([
  'AccountOpened',
  'AccountCarriedForward',
  'CardAccountOpened',
  'CardAccountCarriedForward',
]);

/** What accounts holds of customers (docs/reference/data-of-a-customer.md). */
export const accountsSubject: SubjectRules = {
  streams: {
    customer: {
      purpose: 'To know the customer: number, name, address.',
      source: core,
      held: relation,
      erase: 'kept',
    },
    agreement: {
      purpose: 'To know who may act for an organisation.',
      source: core,
      held: relation,
      erase: 'kept',
    },
    account: {
      purpose: 'The account of the customer, with its reservations and entries.',
      source: `${core}, and the payments of the customer`,
      held: books,
      erase: 'kept',
      isLong: true,
    },
    'card-account': {
      purpose: 'The card account of the customer, with its reservations and entries.',
      source: core,
      held: books,
      erase: 'kept',
      isLong: true,
    },
    entry: {
      unshown: 'It repeats entries of accounts, with both sides of each.',
      ...asTheAccount,
    },
    clearing: {
      unshown: 'It has sums of what has left the bank and come in, with ids of accounts.',
      ...asTheAccount,
    },
    'tpp-contact': {
      unshown: 'It has an address with a role at a TPP, and no customer.',
      erase: 'nobody',
    },
    'tpp-stop': bankOnly,
    maintenance: bankOnly,
    sandbox: sandboxOnly,
    world: sandboxOnly,
    quota: sandboxOnly,
    refusal: sandboxOnly,
  },
  tables: {
    transaction_place: {
      unshown: 'It says where the entries of the accounts are.',
      ...asTheAccount,
    },
    transaction: { unshown: 'It repeats the entries of the accounts.', ...asTheAccount },
    console_code: sandboxOnly,
    console_visit: sandboxOnly,
    world_use: sandboxOnly,
  },
  keysIn: ({ type, data }, customerId) => {
    const opened = data as Partial<
      Record<'ownerId' | 'accountId' | 'cardAccountId' | 'iban' | 'bban', string>
    >;
    if (!withOwner.has(type) || opened.ownerId !== customerId) return [];
    const { accountId, cardAccountId, iban, bban } = opened;
    return [
      ...[accountId, cardAccountId].flatMap((id) =>
        id === undefined ? [] : [`id:${id}` as const],
      ),
      ...[iban, bban].flatMap((no) => (no === undefined ? [] : [accountKey(customerId, no)])),
    ];
  },
};
