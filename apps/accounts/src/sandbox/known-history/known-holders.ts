import { streams } from '@nordgate/contracts/rules';
import type { KnownState } from '../known-state/known-state.js';
import type { Holder } from './known-history.js';
import { oreOf } from './movement.js';
import type { Parties, Party } from './movement.js';

/** How the persons of the known state live, in their order. Wages and rents in øre. */
const lives = [
  {
    ...{ town: 'Oslo', spends: 110, employer: 'Sandbox Arbeid AS', wage: 3_485_000, payday: 15 },
    home: { to: 'Sandbox Boliglån', text: 'Boliglån', ore: 1_245_000 },
  },
  {
    ...{ town: 'Bergen', spends: 80, employer: 'Sandbox Verft AS', wage: 2_610_000, payday: 12 },
    home: { to: 'Sandbox Utleie', text: 'Husleie', ore: 950_000 },
  },
  {
    ...{ town: 'Stavanger', spends: 100, employer: 'Sandbox Energi AS', wage: 3_120_000 },
    ...{ payday: 20, home: { to: 'Sandbox Boliglån', text: 'Boliglån', ore: 1_080_000 } },
  },
  {
    ...{ town: 'Stavanger', spends: 75, employer: 'Sandbox Havn KF', wage: 2_380_000, payday: 15 },
    home: { to: 'Sandbox Utleie', text: 'Husleie', ore: 870_000 },
  },
  {
    ...{ town: 'Bodø', spends: 105, employer: 'Sandbox Skole', wage: 3_350_000, payday: 10 },
    home: { to: 'Sandbox Boliglån', text: 'Boliglån', ore: 1_190_000 },
  },
] as const;

/** The businesses of the organisations of the known state, in their order. */
const businesses = [
  { size: 100, employees: 3 },
  { size: 250, employees: 5 },
  { size: 70, employees: 2 },
] as const;

/** The customers of the known state as the history knows them. Throws for a customer without two accounts. */
export function knownHolders(state: KnownState): readonly Holder[] {
  const ofType = (type: string) =>
    state.customers.filter(({ customerType }) => customerType === type);
  const persons = ofType('PRIVATE').map((customer, at) => personOf(state, customer, at));
  const companies = ofType('CORPORATE').map((customer, at) => companyOf(state, customer, at));
  return [...persons, ...companies];
}

type KnownCustomer = KnownState['customers'][number];

function personOf(state: KnownState, customer: KnownCustomer, at: number): Holder {
  const life = lives[at];
  const card = state.cardAccounts.find(({ ownerId }) => ownerId === customer.customerId);
  if (life === undefined || card === undefined) throw new Error('a person lives and has a card');
  const { town, spends, ...rest } = life;
  const { first, second, balances } = accountsOf(state, customer);
  const cardAccount = streams.cardAccount.id(card.cardAccountId);
  const person = {
    number: customer.customerNumber,
    current: { account: first, town, spends },
    savings: second,
    card: {
      account: cardAccount,
      town,
      // Two months of purchases and the pending ones stay within the limit.
      spends: Math.round(oreOf(card.creditLimit) / 30_000),
      maskedPan: card.maskedPan,
    },
    ...rest,
  };
  return { is: 'person', person, balances, parties: partiesOf(state, customer) };
}

function companyOf(state: KnownState, customer: KnownCustomer, at: number): Holder {
  const business = businesses[at];
  if (business === undefined) throw new Error('an organisation has a business');
  const { first: running, second: payroll, balances } = accountsOf(state, customer);
  const company = { number: customer.customerNumber, running, payroll, ...business };
  return { is: 'company', company, balances, parties: partiesOf(state, customer) };
}

function partiesOf(
  { accounts, cardAccounts }: KnownState,
  { customerId, name }: KnownCustomer,
): Parties {
  const isOwn = ({ ownerId }: { readonly ownerId: string }) => ownerId === customerId;
  const ofAccounts = accounts.filter(isOwn).map(({ accountId, iban, bban }) => {
    return [streams.account.id(accountId), { name, account: { iban, bban } }] as const;
  });
  const ofCards = cardAccounts.filter(isOwn).map(({ cardAccountId, maskedPan }) => {
    return [streams.cardAccount.id(cardAccountId), { name, account: { maskedPan } }] as const;
  });
  return new Map<string, Party>([...ofAccounts, ...ofCards]);
}

function accountsOf(state: KnownState, { customerId }: KnownCustomer) {
  const own = state.accounts
    .filter(({ ownerId }) => ownerId === customerId)
    .map(({ accountId, balance }) => [streams.account.id(accountId), balance] as const);
  const [[first] = [], [second] = []] = own;
  if (first === undefined || second === undefined) throw new Error('a customer has two accounts');
  return { first, second, balances: new Map(own) };
}
