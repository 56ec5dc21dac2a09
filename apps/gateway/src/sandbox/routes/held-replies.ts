import { exactNumber } from '@nordgate/contracts/http';
import type { HeldAccountReply, HeldCardAccountReply } from '@nordgate/contracts/http';
import type { HeldSandboxAccount, HeldSandboxCardAccount } from '@nordgate/contracts/queries';
import { withoutGeneration } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import { linksTo, pathOf } from './sandbox-replies.js';

/** An account with its holder as TPPs see it. Its amounts are numbers, with every digit. */
export function heldAccountReplyOf(view: HeldSandboxAccount): HeldAccountReply {
  const { accountId, name: accountName, bban, iban, cashAccountType, creditLimit } = view;
  return {
    accountId: withoutGeneration(accountId),
    ...holderOf(view),
    accountName,
    bban,
    iban,
    cashAccountType,
    ...standingOf(view),
    creditLine: exactNumber(creditLimit),
    ...linksTo(pathOf.heldAccount(accountId)),
  };
}

/** A card account with its holder as TPPs see it. */
export function heldCardAccountReplyOf(view: HeldSandboxCardAccount): HeldCardAccountReply {
  const { cardAccountId, name, maskedPan, creditLimit, currency } = view;
  const { cardId, cardIdVNo, accountNumber, expiry } = view;
  return {
    cardAccountId: withoutGeneration(cardAccountId),
    ...holderOf(view),
    name,
    maskedPan,
    ...standingOf(view),
    creditLimit: { currency, amount: exactNumber(creditLimit) },
    ...defined({ cardId, cardIdVNo, accountNumber, expiry }),
    ...linksTo(pathOf.heldCardAccount(cardAccountId)),
  };
}

type Held = HeldSandboxAccount | HeldSandboxCardAccount;

function holderOf({ customerNumber, ownerId }: Held) {
  return { customerNumber, customerId: withoutGeneration(ownerId) };
}

function standingOf({ currency, product, isBlocked, expected }: Held) {
  const balanceAmount = { currency, amount: exactNumber(expected) };
  return {
    currency,
    product,
    status: isBlocked ? 'BLOCKED' : 'ENABLED',
    balances: [{ balanceType: 'EXPECTED', balanceAmount }],
  } as const;
}
