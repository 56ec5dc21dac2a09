import { transactionIdOf } from '@nordgate/contracts/rules';
import type { AgreementRole } from '@nordgate/contracts/events';
import { readableAccountsOf, streamsOfRead } from './readable-accounts.js';
import type { ReadRow } from './readable-accounts.js';

const person = {
  is: 'registered',
  customerId: 'p1',
  customerNumber: '14837530114',
  customerType: 'PRIVATE',
  name: 'A Person',
} as const;
const organisation = {
  ...person,
  customerId: 'o1',
  customerNumber: '310000108',
  customerType: 'CORPORATE',
  name: 'Org',
} as const;

function anAccount(accountId: string, ownerId = 'p1', change: object = {}) {
  const numbers = { bban: `bban-${accountId}`, iban: `iban-${accountId}` };
  const terms = { currency: 'NOK', name: 'Konto', kind: 'CACC', balance: '100.00' } as const;
  return { is: 'open', accountId, ownerId, ...numbers, ...terms, ...change } as const;
}

function aCard(cardAccountId: string, ownerId = 'p1') {
  const terms = { currency: 'NOK', name: 'Kort', creditLimit: '1000.00' };
  return {
    is: 'open',
    cardAccountId,
    ownerId,
    maskedPan: `pan-${cardAccountId}`,
    ...terms,
  } as const;
}

function anAgreement(roles: readonly AgreementRole[], customerId = 'p1') {
  const engagements = ['c1', 'c2'].map((accountId) => ({
    engagementId: `e-${accountId}`,
    customerId,
    accountId,
    roles,
  }));
  return {
    is: 'signed',
    agreementId: 'g1',
    ownerId: 'o1',
    name: 'An agreement',
    engagements,
  } as const;
}

const rows: Readonly<Record<string, ReadRow['state']>> = {
  'customer-p1': person,
  'customer-o1': organisation,
  'account-a1': anAccount('a1'),
  'account-a2': anAccount('a2', 'p1', { kind: 'SVGS' }),
  'account-foreign': anAccount('foreign', 'p2'),
  'account-gone': { is: 'closed' },
  'account-c1': anAccount('c1', 'o1'),
  'account-c2': anAccount('c2', 'o1', { kind: 'SLRY' }),
  'card-account-k1': aCard('k1'),
  'card-account-k2': aCard('k2', 'o1'),
  'agreement-g1': anAgreement(['REGISTER', 'VIEW']),
};

function read(
  ids: readonly string[],
  corporateId: string | null = null,
  change: Partial<Record<string, ReadRow['state']>> = {},
) {
  const all = Object.entries({ ...rows, ...change }).filter(([, state]) => state !== undefined);
  const query = { reader: { customerId: 'p1', corporateId }, ids };
  return readableAccountsOf(query, new Map(all as [string, ReadRow['state']][]));
}
const idsIn = (answer: ReturnType<typeof read>) =>
  answer?.map((one) => (one.kind === 'account' ? one.accountId : one.cardAccountId));

describe('the accounts that a person can read', () => {
  it('are the named ones of the person, by number and card accounts last', () => {
    expect(idsIn(read(['k1', 'a2', 'a1', 'a1']))).toEqual(['a1', 'a2', 'k1']);
  });

  it.each([
    ['another person’s', 'foreign'],
    ['one that was closed', 'gone'],
    ['one that never was', 'nobody'],
    ['an organisation’s, outside its agreement', 'c1'],
    ['an organisation’s card', 'k2'],
  ])('do not include %s', (_which, id) => {
    expect(idsIn(read([id, 'a1']))).toEqual(['a1']);
  });

  it('are those of the organisation with REGISTER and VIEW under an agreement', () => {
    expect(idsIn(read(['c2', 'c1', 'a1', 'k1', 'k2'], 'g1'))).toEqual(['c1', 'c2']);
  });

  it.each<readonly AgreementRole[]>([['REGISTER'], ['VIEW'], ['VIEW', 'APPROVE']])(
    'are none under an agreement with %s only',
    (...roles) => {
      expect(read(['c1', 'c2'], 'g1', { 'agreement-g1': anAgreement(roles) })).toEqual([]);
    },
  );

  it.each([
    ['is of other persons', { 'agreement-g1': anAgreement(['REGISTER', 'VIEW'], 'p2') }],
    ['has ended', { 'agreement-g1': { is: 'ended' } }],
    ['never was', { 'agreement-g1': undefined }],
    ['is of an organisation that is gone', { 'customer-o1': { is: 'removed' } }],
    ['names a person who is gone', { 'customer-p1': { is: 'removed' } }],
  ] as const)('are null under an agreement that %s', (_fault, change) => {
    expect(read(['c1'], 'g1', change)).toBeNull();
  });

  it('are none of a person who is gone', () => {
    expect(read(['a1'], null, { 'customer-p1': { is: 'removed' } })).toEqual([]);
  });

  it('come with owner, product and balances, less what is reserved', () => {
    const reservations = { e: { amount: '30.00', sequence: 1, others: [] } };
    const change = { 'account-a1': anAccount('a1', 'p1', { reservations }) };
    expect(read(['a1'], null, change)).toEqual([
      {
        kind: 'account',
        stream: 'account-a1',
        accountId: 'a1',
        bban: 'bban-a1',
        iban: 'iban-a1',
        currency: 'NOK',
        name: 'Konto',
        cashAccountType: 'CACC',
        product: 'Brukskonto',
        status: 'enabled',
        ownerName: 'A Person',
        balances: { currency: 'NOK', interimBooked: '100.00', interimAvailable: '70.00' },
      },
    ]);
  });

  it('say that an account or a card is blocked', () => {
    const blocked = {
      'account-a1': anAccount('a1', 'p1', { isBlocked: true }),
      'card-account-k1': { ...aCard('k1'), isBlocked: true },
    } as const;
    const statuses = (change: object) =>
      read(['a1', 'k1'], null, change)?.map(({ status }) => status);
    expect(statuses(blocked)).toEqual(['blocked', 'blocked']);
    expect(statuses({})).toEqual(['enabled', 'enabled']);
  });

  it('come with the credit limit of a card in its balances', () => {
    expect(read(['k1'])).toEqual([
      {
        kind: 'card-account',
        stream: 'card-account-k1',
        cardAccountId: 'k1',
        maskedPan: 'pan-k1',
        currency: 'NOK',
        name: 'Kort',
        creditLimit: '1000.00',
        product: 'Kredittkort',
        status: 'enabled',
        ownerName: 'A Person',
        balances: {
          currency: 'NOK',
          interimBooked: '0.00',
          interimAvailable: '1000.00',
          creditLimit: '1000.00',
        },
      },
    ]);
  });

  it('come with time and id of the last booked transaction', () => {
    const lastBooking = { entryId: 'e.3', place: 2, at: '2026-11-20T12:00:00.000Z' };
    const change = { 'account-a1': anAccount('a1', 'p1', { lastBooking }) };
    expect(read(['a1'], null, change)).toMatchObject([
      {
        lastChangeAt: '2026-11-20T12:00:00.000Z',
        lastTransactionId: transactionIdOf({ account: 'account-a1', entryId: 'e.3' }, 2),
      },
    ]);
  });

  it('have names of products that differ for organisations and by what an account is for', () => {
    const products = read(['c1', 'c2'], 'g1')?.map(({ product }) => product);
    expect(products).toEqual(['Driftskonto', 'Lønnskonto']);
    expect(read(['a2'])).toMatchObject([{ product: 'Sparekonto' }]);
  });

  it('need the person, the agreement and every named account as either kind', () => {
    const query = { reader: { customerId: 'p1', corporateId: 'g1' }, ids: ['x'] };
    expect(streamsOfRead(query)).toEqual({
      all: ['customer-p1', 'agreement-g1', 'account-x', 'card-account-x'],
      agreement: 'agreement-g1',
    });
  });
});
