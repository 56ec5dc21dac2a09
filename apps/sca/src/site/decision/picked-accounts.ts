import type { ActingContext, ViewableAccount } from '@nordgate/contracts/queries';
import type { Challenged, Identified } from '../../domain/authorisation.js';
import { asksForAccounts } from '../../domain/same-challenge.js';
import { hashOf } from '../security/tokens.js';
import { contextKey } from './acting-context.js';

/** The key of the context in which the PSU picked accounts: a reload stays in it. Empty before that. */
export function pickedIn(authorisation: Identified | Challenged): string {
  const isPicked =
    authorisation.is === 'scaMethodSelected' && asksForAccounts(authorisation.resource);
  if (!isPicked) return '';
  return contextKey(authorisation.challenge);
}

/**
 * The accounts that the PSU picked in this context, without those that the PSU may no longer give
 * access to. Undefined when the PSU has not picked in this context yet.
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

/** The hash of the accounts in an approval form: the form of another choice has another hash. */
export function hashOfAccounts(accounts: readonly string[]): string {
  return hashOf(JSON.stringify([...accounts].sort()));
}
