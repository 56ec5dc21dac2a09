import { removedFrom, liveAccessFor } from './access-part.js';
import type { KnownAccess } from './access-part.js';
import type { Link } from '../../authorisation/authorisation.js';
import type { ApprovalContent } from '../content/approval-content.js';
import { hashOfChoice, idsOf, viewableOf } from '../content/picked-accounts.js';
import type { Picked } from '../content/picked-accounts.js';
import { accountText, cardText } from '../language/plain-values.js';
import type { AccountOnPage, ApprovalPage } from './approval.page.js';

/**
 * The accounts and card accounts that the PSU picked, with their hash, and those of the live access that the
 * PSU left out. New are accounts beside a live access of the scope that is asked for. Nothing before the choice.
 */
export function chosenOnPage(
  { accounts, cardAccounts, context }: ApprovalContent,
  { initiator, known }: { readonly initiator: Link['initiator']; readonly known: KnownAccess },
): Pick<ApprovalPage, 'accounts' | 'removed' | 'shown'> {
  if (accounts === undefined) return {};
  const chosen = idsOf({ accounts, cardAccounts });
  const before = liveAccessFor(known, initiator);
  const isNew = (ids: readonly string[] | undefined, id: string) =>
    before !== undefined && ids?.includes(id) !== true;
  return {
    accounts: linesOf({ accounts, cardAccounts: cardAccounts ?? [] }, (id) =>
      isNew([...(before?.accounts ?? []), ...(before?.cardAccounts ?? [])], id),
    ),
    removed: linesOf(viewableOf(context, removedFrom(known, chosen)), () => false),
    shown: hashOfChoice(chosen),
  };
}

function linesOf(
  { accounts, cardAccounts }: Picked,
  isNew: (id: string) => boolean,
): readonly AccountOnPage[] {
  return [
    ...accounts.map(({ accountId, bban, name }) => {
      return { name, number: accountText({ bban }), isNew: isNew(accountId) };
    }),
    ...cardAccounts.map(({ cardAccountId, maskedPan, name }) => {
      return { name, number: cardText(maskedPan), isNew: isNew(cardAccountId) };
    }),
  ];
}
