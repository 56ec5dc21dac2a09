import type { AgreementRole } from '@nordgate/contracts/events';
import type { OpenAccount } from '../domain/account.js';
import type { OpenCardAccount } from '../domain/card-account.js';
import type { RegisteredCustomer } from '../domain/customer.js';
import { actingCustomerOf } from './acting-customer.js';
import type { CorporateReach, PersonalReach } from './acting-customer.js';

const person: RegisteredCustomer = {
  is: 'registered',
  customerId: 'p1',
  customerNumber: '14837530114',
  customerType: 'PRIVATE',
  name: 'A Person',
};

function anAccount(accountId: string, ownerId = 'p1'): OpenAccount {
  const bban = `bban-${accountId}`;
  return {
    is: 'open',
    accountId,
    ownerId,
    bban,
    iban: `iban-${accountId}`,
    currency: 'NOK',
    name: 'Account',
    kind: 'CACC',
    balance: '0.00',
  };
}

function aCardAccount(cardAccountId: string): OpenCardAccount {
  return {
    is: 'open',
    cardAccountId,
    ownerId: 'p1',
    maskedPan: `pan-${cardAccountId}`,
    currency: 'NOK',
    name: 'Kredittkort',
    creditLimit: '20000.00',
  };
}

type Engaged = readonly [customerId: string, accountId: string, roles: readonly AgreementRole[]];

function anAgreement(agreementId: string, ownerName: string, engaged: readonly Engaged[]) {
  const ownerId = `owner-of-${agreementId}`;
  const engagements = engaged.map(([customerId, accountId, roles], at) => ({
    engagementId: `${agreementId}-${at}`,
    customerId,
    accountId,
    roles,
  }));
  return {
    agreement: { is: 'signed', agreementId, ownerId, name: 'An agreement', engagements },
    owner: {
      is: 'registered',
      customerId: ownerId,
      customerNumber: '310000108',
      customerType: 'CORPORATE',
      name: ownerName,
    },
    accounts: [anAccount('c2', ownerId), anAccount('c1', ownerId)],
  } satisfies CorporateReach;
}

const everyRole: readonly AgreementRole[] = ['REGISTER', 'VIEW', 'APPROVE'];

/** A person without cards. */
const actingCustomerWith = (reach: Omit<PersonalReach, 'cardAccounts'>) =>
  actingCustomerOf({ ...reach, cardAccounts: [] });

describe('acting customer', () => {
  it('acts for owners with their addresses, if the bank knows them', () => {
    const oslo = { townName: 'Oslo', country: 'NO' } as const;
    const { owner, ...reach } = anAgreement('g1', 'Org', [['p1', 'c1', everyRole]]);
    const agreements = [{ ...reach, owner: { ...owner, address: oslo } }];
    const { contexts } = actingCustomerWith({ person, accounts: [], agreements });
    expect(contexts.map(({ name, address }) => [name, address])).toEqual([
      ['A Person', undefined],
      ['Org', oslo],
    ]);
  });

  it('may debit each of their accounts in PRIVATE', () => {
    const accounts = [anAccount('a2'), anAccount('a1')];
    expect(actingCustomerWith({ person, accounts, agreements: [] })).toMatchObject({
      customerId: 'p1',
      name: 'A Person',
      contexts: [{ context: 'PRIVATE', name: 'A Person', debitable: ['bban-a1', 'bban-a2'] }],
    });
  });

  it('has the right to debit a blocked account, which is named as blocked and can still be granted', () => {
    const accounts = [anAccount('a1'), { ...anAccount('a2'), isBlocked: true } as const];
    const corporate = anAgreement('g1', 'Org', [
      ['p1', 'c1', everyRole],
      ['p1', 'c2', everyRole],
    ]);
    const ofOrganisation = corporate.accounts.map((one) =>
      one.accountId === 'c1' ? ({ ...one, isBlocked: true } as const) : one,
    );
    const agreements = [{ ...corporate, accounts: ofOrganisation }];
    const { contexts } = actingCustomerWith({ person, accounts, agreements });
    expect(contexts.map(({ debitable, blocked }) => [debitable, blocked])).toEqual([
      [['bban-a1', 'bban-a2'], ['bban-a2']],
      [['bban-c1', 'bban-c2'], ['bban-c1']],
    ]);
    const viewable = contexts.map((one) => one.viewable.map(({ accountId }) => accountId));
    expect(viewable).toEqual([
      ['a1', 'a2'],
      ['c1', 'c2'],
    ]);
  });

  it('has the currency of each account that may be debited, and of no other', () => {
    const accounts = [anAccount('a1'), { ...anAccount('a2'), currency: 'EUR' }];
    const agreements = [
      anAgreement('g1', 'First', [
        ['p1', 'c1', everyRole],
        ['p1', 'c2', ['VIEW']],
      ]),
    ];
    const { contexts } = actingCustomerWith({ person, accounts, agreements });
    expect(contexts.map(({ currencies }) => currencies)).toEqual([
      { 'bban-a1': 'NOK', 'bban-a2': 'EUR' },
      { 'bban-c1': 'NOK' },
    ]);
  });

  it('has one CORPORATE context per agreement, in the organisation’s name', () => {
    const agreements = [
      anAgreement('g2', 'Second', [['p1', 'c1', everyRole]]),
      anAgreement('g1', 'First', [['p1', 'c1', everyRole]]),
    ];
    const { contexts } = actingCustomerWith({ person, accounts: [], agreements });
    expect(contexts.slice(1)).toMatchObject([
      { context: 'CORPORATE', corporateId: 'g1', name: 'First', debitable: ['bban-c1'] },
      { context: 'CORPORATE', corporateId: 'g2', name: 'Second', debitable: ['bban-c1'] },
    ]);
  });

  it.each([
    ['two', { signers: 2 }, 2],
    ['one', { signers: 1 }, 1],
    ['one, in a view from before there was a choice', {}, 1],
  ] as const)('needs as many signatures as the agreement says: %s', (_says, change, signers) => {
    const reach = anAgreement('g1', 'First', [['p1', 'c1', everyRole]]);
    const agreements = [{ ...reach, agreement: { ...reach.agreement, ...change } }];
    const { contexts } = actingCustomerWith({ person, accounts: [], agreements });
    expect(contexts.map((one) => one.signers)).toEqual([undefined, signers]);
  });

  it.each<[string, readonly Engaged[], readonly string[]]>([
    [
      'accounts with APPROVE',
      [
        ['p1', 'c1', everyRole],
        ['p1', 'c2', everyRole],
      ],
      ['c1', 'c2'],
    ],
    ['no account without APPROVE', [['p1', 'c1', ['REGISTER', 'VIEW']]], []],
    [
      'no account on another person’s APPROVE',
      [
        ['p1', 'c1', ['VIEW']],
        ['p2', 'c1', everyRole],
      ],
      [],
    ],
    ['no account that is gone', [['p1', 'closed', everyRole]], []],
  ])('may debit %s', (_sentence, engaged, debitable) => {
    const agreements = [anAgreement('g1', 'First', engaged)];
    const { contexts } = actingCustomerWith({ person, accounts: [], agreements });
    expect(contexts[1]?.debitable).toEqual(debitable.map((id) => `bban-${id}`));
  });

  it('may let a TPP read their own accounts, by account number', () => {
    const accounts = [anAccount('a2'), anAccount('a1')];
    const [own] = actingCustomerWith({ person, accounts, agreements: [] }).contexts;
    const alike = { currency: 'NOK', name: 'Account', cashAccountType: 'CACC' };
    expect(own?.viewable).toEqual([
      { accountId: 'a1', bban: 'bban-a1', iban: 'iban-a1', ...alike },
      { accountId: 'a2', bban: 'bban-a2', iban: 'iban-a2', ...alike },
    ]);
  });

  it('may let a TPP read their own card accounts, by number, and none of an organisation', () => {
    const cardAccounts = [aCardAccount('k2'), aCardAccount('k1')];
    const agreements = [anAgreement('g1', 'First', [['p1', 'c1', everyRole]])];
    const { contexts } = actingCustomerOf({ person, accounts: [], cardAccounts, agreements });
    const alike = { currency: 'NOK', name: 'Kredittkort' };
    expect(contexts.map(({ viewableCards }) => viewableCards)).toEqual([
      [
        { cardAccountId: 'k1', maskedPan: 'pan-k1', ...alike },
        { cardAccountId: 'k2', maskedPan: 'pan-k2', ...alike },
      ],
      [],
    ]);
  });

  it.each<[string, readonly Engaged[], readonly string[]]>([
    ['with REGISTER and VIEW', [['p1', 'c1', ['REGISTER', 'VIEW']]], ['c1']],
    ['not with VIEW only', [['p1', 'c1', ['VIEW', 'APPROVE']]], []],
    ['not with REGISTER only', [['p1', 'c1', ['REGISTER']]], []],
    ['not on the roles of another person', [['p2', 'c1', everyRole]], []],
  ])('may let a TPP read accounts of an organisation: %s', (_sentence, engaged, viewable) => {
    const agreements = [anAgreement('g1', 'First', engaged)];
    const { contexts } = actingCustomerWith({ person, accounts: [], agreements });
    expect(contexts[1]?.viewable.map(({ accountId }) => accountId)).toEqual(viewable);
  });
});
