import type { ActingContext, ViewableAccount } from '@nordgate/contracts';
import type { Challenged, Identified } from '../../domain/authorisation.js';
import { asksForAccounts } from '../../domain/same-challenge.js';
import type { ApprovalPage } from '../approval/approval.page.js';
import { hashOf } from '../security/tokens.js';
import { contextKey } from './open-contexts.js';

/** The context in which the PSU has picked accounts, so that a reload stays in it. */
export function pickedIn(authorisation: Identified | Challenged): string {
  const isPicked =
    authorisation.is === 'scaMethodSelected' && asksForAccounts(authorisation.resource);
  if (!isPicked) return '';
  const { context, corporateId } = authorisation.challenge;
  return corporateId ?? context;
}

/**
 * The accounts that the PSU has picked in this context, those left out that may not be let any more;
 * undefined when there is nothing picked in it yet.
 */
export function pickedAccounts(
  authorisation: Identified | Challenged,
  context: ActingContext,
): readonly ViewableAccount[] | undefined {
  if (pickedIn(authorisation) !== contextKey(context)) return undefined;
  if (authorisation.is !== 'scaMethodSelected') return undefined;
  const { accounts = [] } = authorisation.challenge;
  return context.viewable.filter(({ accountId }) => accounts.includes(accountId));
}

/** What a form carries of the accounts that its code grants: another choice has another hash. */
export function hashOfAccounts(accounts: readonly string[]): string {
  return hashOf(JSON.stringify([...accounts].sort()));
}

/** The picked accounts as the approval page shows them. */
export function accountsOnPage(
  accounts: readonly ViewableAccount[] | undefined,
): Pick<ApprovalPage, 'accounts' | 'shown'> {
  if (accounts === undefined) return {};
  return {
    accounts: accounts.map(({ bban, name }) => ({ name, number: bban })),
    shown: hashOfAccounts(accounts.map(({ accountId }) => accountId)),
  };
}
