import type {
  ActingContext,
  ViewableAccount,
  ViewableCardAccount,
} from '@nordgate/contracts/queries';
import { withoutGeneration } from '@nordgate/contracts/rules';
import type { Challenge, Challenged, Identified } from '../../authorisation/authorisation.js';
import { asksForAccounts } from '../../authorisation/same-challenge.js';
import { hashOf } from '../security/tokens.js';
import { contextKey } from './acting-context.js';

/** The key of the context in which the PSU picked accounts: a reload stays in it. Empty before that. */
export function pickedIn(authorisation: Identified | Challenged): string {
  const isPicked =
    authorisation.is === 'scaMethodSelected' && asksForAccounts(authorisation.resource);
  if (!isPicked) return '';
  return contextKey(authorisation.challenge);
}

/** Ids of what a PSU picked for a consent. */
export type Choice = Pick<Challenge, 'accounts' | 'cardAccounts'>;

/** What a PSU picked for a consent. */
export interface Picked {
  readonly accounts: readonly ViewableAccount[];
  readonly cardAccounts: readonly ViewableCardAccount[];
}

/**
 * The accounts and card accounts that the PSU picked in this context, without those that the PSU may no
 * longer give access to. Undefined when the PSU has not picked in this context yet.
 */
export function pickedAccounts(
  authorisation: Identified | Challenged,
  context: ActingContext,
): Picked | undefined {
  if (pickedIn(authorisation) !== contextKey(context)) return undefined;
  if (authorisation.is !== 'scaMethodSelected') return undefined;
  const { accounts = [], cardAccounts = [] } = authorisation.challenge;
  return viewableOf(context, { accounts, cardAccounts });
}

/** Those of the ids, with or without their generation, that the PSU may give access to in this context. */
export function viewableOf(
  { viewable, viewableCards = [] }: Pick<ActingContext, 'viewable' | 'viewableCards'>,
  ids: Required<Choice>,
): Picked {
  const [accounts, cards] = [ids.accounts, ids.cardAccounts].map(
    (some) => new Set(some.map(withoutGeneration)),
  ) as [Set<string>, Set<string>];
  return {
    accounts: viewable.filter(({ accountId }) => accounts.has(withoutGeneration(accountId))),
    cardAccounts: viewableCards.filter(({ cardAccountId }) =>
      cards.has(withoutGeneration(cardAccountId)),
    ),
  };
}

/** The ids of what the PSU picked. */
export function idsOf({
  accounts,
  cardAccounts = [],
}: Pick<Picked, 'accounts'> & {
  readonly cardAccounts?: Picked['cardAccounts'] | undefined;
}): Required<Choice> {
  return {
    accounts: accounts.map(({ accountId }) => accountId),
    cardAccounts: cardAccounts.map(({ cardAccountId }) => cardAccountId),
  };
}

/** The hash of the choice in an approval form: the form of another choice has another hash. */
export function hashOfChoice({ accounts = [], cardAccounts = [] }: Choice): string {
  const [ids, cards] = [[...accounts].sort(), [...cardAccounts].sort()];
  // Without cards the hash is that of an older release, which may have made the form.
  return hashOf(JSON.stringify(cards.length === 0 ? ids : [ids, cards]));
}
