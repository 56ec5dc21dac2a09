import type {
  ActingContext,
  ActingCustomer,
  ViewableAccount,
  ViewableCardAccount,
} from '@nordgate/contracts/queries';
import type { AgreementRole } from '@nordgate/contracts/events';
import { defined } from '@nordgate/decider';
import { shownAccountOf } from '../domain/account.js';
import type { OpenAccount } from '../domain/account.js';
import { accountsWithRoles, viewingRoles } from '../domain/agreement.js';
import type { SignedAgreement } from '../domain/agreement.js';
import { shownCardAccountOf } from '../domain/card-account.js';
import type { OpenCardAccount } from '../domain/card-account.js';
import type { RegisteredCustomer } from '../domain/customer.js';

/** A person, the accounts and cards of that person, and every agreement that names the person. */
export interface PersonalReach {
  readonly person: RegisteredCustomer;
  readonly accounts: readonly OpenAccount[];
  readonly cardAccounts: readonly OpenCardAccount[];
  readonly agreements: readonly CorporateReach[];
}

/** An agreement with the organisation that signed it and the organisation's accounts. */
export interface CorporateReach {
  readonly agreement: SignedAgreement;
  readonly owner: RegisteredCustomer;
  readonly accounts: readonly OpenAccount[];
}

/**
 * The contexts open to a person: PRIVATE with the person's own accounts, and CORPORATE for each
 * agreement that names the person (specification 5.14). The role APPROVE lets the person debit a
 * corporate account; REGISTER and VIEW let the person grant a TPP access to it. The agreement also
 * defines how many people must sign a payment.
 */
export function actingCustomerOf(reach: PersonalReach): ActingCustomer {
  const { person, accounts, cardAccounts, agreements } = reach;
  const { customerId, name } = person;
  const own: ActingContext = {
    context: 'PRIVATE',
    ...ownerOf(person),
    ...debitableOf(accounts),
    viewable: shown(accounts),
    viewableCards: shownCards(cardAccounts),
  };
  const corporate = agreements
    .map((one) => corporateContext(customerId, one))
    .sort((a, b) => compare(a.name, b.name) || compare(a.corporateId, b.corporateId));
  return { customerId, name, contexts: [own, ...corporate] };
}

function corporateContext(customerId: string, { agreement, owner, accounts }: CorporateReach) {
  const withRoles = (needed: readonly AgreementRole[]) => {
    const ids = accountsWithRoles(agreement, customerId, needed);
    return accounts.filter(({ accountId }) => ids.has(accountId));
  };
  return {
    context: 'CORPORATE',
    corporateId: agreement.agreementId,
    roles: rolesOf(customerId, agreement),
    // The view may hold a state that an older release has folded.
    signers: agreement.signers ?? 1,
    ...ownerOf(owner),
    ...debitableOf(withRoles(['APPROVE'])),
    viewable: shown(withRoles(viewingRoles)),
    // An agreement engages nobody for card accounts.
    viewableCards: [],
  } as const satisfies ActingContext;
}

function ownerOf({ name, address }: RegisteredCustomer): Pick<ActingContext, 'name' | 'address'> {
  return defined({ name, address });
}

/** Each role that the person has under the agreement, in the order of the specification. */
function rolesOf(customerId: string, { engagements }: SignedAgreement): readonly AgreementRole[] {
  const own = engagements.filter((one) => one.customerId === customerId);
  return allRoles.filter((role) => own.some(({ roles }) => roles.includes(role)));
}

const allRoles: readonly AgreementRole[] = ['REGISTER', 'VIEW', 'APPROVE'];

function debitableOf(
  accounts: readonly OpenAccount[],
): Pick<ActingContext, 'debitable' | 'blocked' | 'currencies'> {
  const blocked = bbansOf(accounts.filter(({ isBlocked }) => isBlocked === true));
  return {
    debitable: bbansOf(accounts),
    ...(blocked.length === 0 ? {} : { blocked }),
    currencies: Object.fromEntries(accounts.map(({ bban, currency }) => [bban, currency])),
  };
}

function bbansOf(accounts: readonly OpenAccount[]): readonly string[] {
  return accounts.map(({ bban }) => bban).sort(compare);
}

function shown(accounts: readonly OpenAccount[]): readonly ViewableAccount[] {
  return accounts.map(shownAccountOf).sort((a, b) => compare(a.bban, b.bban));
}

function shownCards(cardAccounts: readonly OpenCardAccount[]): readonly ViewableCardAccount[] {
  return cardAccounts.map(shownCardAccountOf).sort((a, b) => compare(a.maskedPan, b.maskedPan));
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
