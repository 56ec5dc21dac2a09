import type { AgreementRole } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { account, address, agreement, cardAccount, customer } from './known-resource.js';
import type {
  KnownAccount,
  KnownAgreement,
  KnownCardAccount,
  KnownCustomer,
} from './known-resource.js';

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
const stavanger = address('Prøvebakken', '3', '4006', 'Stavanger');
const bodo = address('Øvingsgata', '14', '8006', 'Bodø');

/**
 * National identity numbers with 80 added to the month: the form of synthetic test persons, which no
 * real person carries. Organisation numbers begin with 3, which the register of units does not give
 * out. Source: the Norwegian Tax Administration's synthetic test data (Tenor).
 */
const person1 = customer('PRIVATE', '14837530114', 'Sandbox Person Én', oslo);
const person2 = customer('PRIVATE', '05887830195', 'Sandbox Person To', bergen);
const person3 = customer('PRIVATE', '16917930043', 'Sandbox Person Tre', stavanger);
const person4 = customer('PRIVATE', '19828530057', 'Sandbox Person Fire', stavanger);
const person5 = customer('PRIVATE', '23887230072', 'Sandbox Person Fem', bodo);
const company1 = customer('CORPORATE', '310000108', 'Sandbox Bedrift Én AS', trondheim);
const company2 = customer('CORPORATE', '310000116', 'Sandbox Bedrift To AS', tromso);
const company3 = customer('CORPORATE', '310000124', 'Sandbox Bedrift Tre AS', bodo);

const current1 = account(person1, 'CACC', 'NO53', '99991200017', 'Brukskonto', '25000.00');
const savings1 = account(person1, 'SVGS', 'NO33', '99991500010', 'Sparekonto', '120000.00');
const current2 = account(person2, 'CACC', 'NO31', '99991200025', 'Brukskonto', '8500.50');
const savings2 = account(person2, 'SVGS', 'NO05', '99991500029', 'Sparekonto', '40000.00');
const current3 = account(person3, 'CACC', 'NO84', '99991200041', 'Brukskonto', '14200.00');
const savings3 = account(person3, 'SVGS', 'NO80', '99991500037', 'Sparekonto', '61000.00');
const current4 = account(person4, 'CACC', 'NO34', '99991200068', 'Brukskonto', '9300.00');
const savings4 = account(person4, 'SVGS', 'NO58', '99991500045', 'Sparekonto', '27500.00');
const current5 = account(person5, 'CACC', 'NO12', '99991200076', 'Brukskonto', '18650.25');
const savings5 = account(person5, 'SVGS', 'NO36', '99991500053', 'Sparekonto', '88000.00');
const running1 = account(company1, 'CACC', 'NO34', '99996000016', 'Driftskonto', '750000.00');
const payroll1 = account(company1, 'SLRY', 'NO83', '99996300028', 'Lønnskonto', '310000.00');
const running2 = account(company2, 'CACC', 'NO12', '99996000024', 'Driftskonto', '1900000.00');
const payroll2 = account(company2, 'SLRY', 'NO61', '99996300036', 'Lønnskonto', '95000.00');
const running3 = account(company3, 'CACC', 'NO87', '99996000032', 'Driftskonto', '480000.00');
const payroll3 = account(company3, 'SLRY', 'NO39', '99996300044', 'Lønnskonto', '150000.00');

const everyRole: readonly AgreementRole[] = ['REGISTER', 'VIEW', 'APPROVE'];

/** The state in which InitialiseWorld begins a world, and to which it brings one back (specification section 1). */
export const knownState: KnownState = {
  customers: [person1, person2, company1, company2, person3, person4, person5, company3],
  accounts: [
    current1,
    savings1,
    current2,
    savings2,
    running1,
    payroll1,
    running2,
    payroll2,
    current3,
    savings3,
    current4,
    savings4,
    current5,
    savings5,
    running3,
    payroll3,
  ],
  cardAccounts: [
    cardAccount(person1, '999999xxxxxx0014', '30000.00'),
    cardAccount(person2, '999999xxxxxx0022', '15000.00'),
    cardAccount(person3, '999999xxxxxx0030', '20000.00'),
    cardAccount(person4, '999999xxxxxx0048', '20000.00'),
    cardAccount(person5, '999999xxxxxx0056', '20000.00'),
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
    // Two of three sign payments of company 3; person 5 may sign from its running account only.
    agreement(
      company3,
      [
        [person3, running3, everyRole],
        [person3, payroll3, everyRole],
        [person4, running3, everyRole],
        [person4, payroll3, everyRole],
        [person5, running3, everyRole],
        [person5, payroll3, ['REGISTER', 'VIEW']],
      ],
      2,
    ),
  ],
};

/** The streams of a known state, by stream id. */
export interface KnownStreams {
  readonly customers: ReadonlyMap<string, KnownCustomer>;
  readonly accounts: ReadonlyMap<string, KnownAccount>;
  readonly cardAccounts: ReadonlyMap<string, KnownCardAccount>;
  readonly agreements: ReadonlyMap<string, KnownAgreement>;
  /** All of them. */
  readonly ids: readonly string[];
}

/** Names the stream of every resource of a known state. */
export function knownStreams(state: KnownState): KnownStreams {
  const customers = byId(state.customers, ({ customerId }) => streams.customer.id(customerId));
  const accounts = byId(state.accounts, ({ accountId }) => streams.account.id(accountId));
  const cardAccounts = byId(state.cardAccounts, ({ cardAccountId }) =>
    streams.cardAccount.id(cardAccountId),
  );
  const agreements = byId(state.agreements, ({ agreementId }) => streams.agreement.id(agreementId));
  const ids = [customers, accounts, cardAccounts, agreements].flatMap((part) => [...part.keys()]);
  return { customers, accounts, cardAccounts, agreements, ids };
}

function byId<Known>(
  known: readonly Known[],
  idOf: (one: Known) => string,
): ReadonlyMap<string, Known> {
  return new Map(known.map((one) => [idOf(one), one]));
}
