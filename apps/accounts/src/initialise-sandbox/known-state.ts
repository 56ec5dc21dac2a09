import type {
  AccountKind,
  AccountOpened,
  AgreementRole,
  AgreementSigned,
  CardAccountOpened,
  CustomerRegistered,
  CustomerType,
  Engagement,
  PostalAddress,
} from '@nordgate/contracts';
import { knownId } from './known-id.js';

export type KnownCustomer = Omit<CustomerRegistered['data'], 'at'>;
export type KnownAccount = Omit<AccountOpened['data'], 'at'>;
export type KnownCardAccount = Omit<CardAccountOpened['data'], 'at'>;
export type KnownAgreement = Omit<AgreementSigned['data'], 'at'>;

/** What a reset sandbox holds, and nothing else. */
export interface KnownState {
  readonly customers: readonly KnownCustomer[];
  readonly accounts: readonly KnownAccount[];
  readonly cardAccounts: readonly KnownCardAccount[];
  readonly agreements: readonly KnownAgreement[];
}

/**
 * The register number (first four digits) of every sandbox account. It is invented: these accounts
 * are no bank's, and what they are used for must stay inside a sandbox.
 */
export const sandboxRegisterNumber = '9999';

/** Streets that these towns do not have. */
const oslo = address('Prøveveien', '1', '0101', 'Oslo');
const bergen = address('Prøveveien', '2 B', '5003', 'Bergen');
const trondheim = address('Øvingsgata', '10', '7010', 'Trondheim');
const tromso = address('Øvingsgata', '12', '9008', 'Tromsø');

/**
 * National identity numbers with 80 added to the month: the form of synthetic test persons, which no
 * real person carries. Organisation numbers begin with 3, which the register of units does not give
 * out. Source: the Norwegian Tax Administration's synthetic test data (Tenor).
 */
const person1 = customer('PRIVATE', '14837530114', 'Sandbox Person Én', oslo);
const person2 = customer('PRIVATE', '05887830195', 'Sandbox Person To', bergen);
const company1 = customer('CORPORATE', '310000108', 'Sandbox Bedrift Én AS', trondheim);
const company2 = customer('CORPORATE', '310000116', 'Sandbox Bedrift To AS', tromso);

const current1 = account(
  person1,
  'CACC',
  '99991200017',
  'NO5399991200017',
  'Brukskonto',
  '25000.00',
);
const savings1 = account(
  person1,
  'SVGS',
  '99991500010',
  'NO3399991500010',
  'Sparekonto',
  '120000.00',
);
const current2 = account(
  person2,
  'CACC',
  '99991200025',
  'NO3199991200025',
  'Brukskonto',
  '8500.50',
);
const savings2 = account(
  person2,
  'SVGS',
  '99991500029',
  'NO0599991500029',
  'Sparekonto',
  '40000.00',
);
const running1 = account(
  company1,
  'CACC',
  '99996000016',
  'NO3499996000016',
  'Driftskonto',
  '750000.00',
);
const payroll1 = account(
  company1,
  'SLRY',
  '99996300028',
  'NO8399996300028',
  'Lønnskonto',
  '310000.00',
);
const running2 = account(
  company2,
  'CACC',
  '99996000024',
  'NO1299996000024',
  'Driftskonto',
  '1900000.00',
);
const payroll2 = account(
  company2,
  'SLRY',
  '99996300036',
  'NO6199996300036',
  'Lønnskonto',
  '95000.00',
);

const everyRole: readonly AgreementRole[] = ['REGISTER', 'VIEW', 'APPROVE'];

/** The state that InitialiseSandbox goes back to (specification section 1). */
export const knownState: KnownState = {
  customers: [person1, person2, company1, company2],
  accounts: [current1, savings1, current2, savings2, running1, payroll1, running2, payroll2],
  cardAccounts: [
    cardAccount(person1, '999999xxxxxx0014', '30000.00'),
    cardAccount(person2, '999999xxxxxx0022', '15000.00'),
  ],
  agreements: [
    agreement(company1, [
      [person1, running1, everyRole],
      [person1, payroll1, everyRole],
    ]),
    // Person 1 sees the payroll account of company 2 but cannot approve payments from it.
    agreement(company2, [
      [person1, running2, everyRole],
      [person1, payroll2, ['REGISTER', 'VIEW']],
      [person2, running2, everyRole],
      [person2, payroll2, everyRole],
    ]),
  ],
};

function address(
  street: string,
  buildingNumber: string,
  postalCode: string,
  townName: string,
): PostalAddress {
  return { street, buildingNumber, postalCode, townName, country: 'NO' };
}

function customer(
  customerType: CustomerType,
  customerNumber: string,
  name: string,
  where: PostalAddress,
): KnownCustomer {
  const customerId = knownId(`customer/${customerNumber}`);
  return { customerId, customerNumber, customerType, name, address: where };
}

function account(
  { customerId: ownerId }: KnownCustomer,
  kind: AccountKind,
  bban: string,
  iban: string,
  name: string,
  openingBalance: string,
): KnownAccount {
  const accountId = knownId(`account/${bban}`);
  return { accountId, ownerId, bban, iban, currency: 'NOK', name, kind, openingBalance };
}

function cardAccount(
  { customerId: ownerId }: KnownCustomer,
  maskedPan: string,
  creditLimit: string,
): KnownCardAccount {
  const cardAccountId = knownId(`card-account/${maskedPan}`);
  return { cardAccountId, ownerId, maskedPan, currency: 'NOK', name: 'Kredittkort', creditLimit };
}

type Acting = readonly [KnownCustomer, KnownAccount, readonly AgreementRole[]];

function agreement(owner: KnownCustomer, acting: readonly Acting[]): KnownAgreement {
  const { customerId: ownerId, customerNumber, name } = owner;
  const engagements = acting.map(
    ([{ customerId, customerNumber: who }, { accountId, bban }, roles]) => {
      const engagementId = knownId(`engagement/${customerNumber}/${who}/${bban}`);
      return { engagementId, customerId, accountId, roles } satisfies Engagement;
    },
  );
  const agreementId = knownId(`agreement/${customerNumber}`);
  return { agreementId, ownerId, name: `Avtale ${name}`, engagements };
}
