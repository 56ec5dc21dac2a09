import type { AccountCommands } from '@nordgate/contracts/commands';
import type { CardAccountEvent } from '@nordgate/contracts/events';
import { balanceBound, streams } from '@nordgate/contracts/rules';
import { defined, refuse } from '@nordgate/decider';
import type { CommandOf, Decision, FoundStreams, ManyStreams } from '@nordgate/decider';
import { byHand, repeatOfChange, repeatOfCreation } from '../domain/by-hand.js';
import { cardAccountStream, cardFactsOf } from '../../domain/card-account.js';
import type { CardAccount, OpenCardAccount } from '../../domain/card-account.js';
import { customerStream } from '../../domain/customer.js';
import { maskedPanOf } from '../domain/made-numbers.js';
import { isAmountIn, isZero, sumIn } from '../../domain/money.js';
import { isHeld } from '../../domain/standing.js';
import { quotaOfOwner } from '../mock-account/mock-account.js';

type Open = CommandOf<AccountCommands, 'OpenSandboxCardAccount'>;
type Change = CommandOf<AccountCommands, 'ChangeSandboxCardAccount'>;
type Close = CommandOf<AccountCommands, 'CloseSandboxCardAccount'>;

/** Opens a card account by hand for a customer. Masked numbers may repeat, as those of real cards do. */
export const openSandboxCardAccount: ManyStreams<Open, CardAccount, null> = byHand(
  cardAccountStream,
  {
    decide: decideOpening,
    reads: ({ data: { ownerId } }) => [streams.customer.id(ownerId)],
    takes: quotaOfOwner,
  },
);

/**
 * Gives a card account another name and limit. Refuses with FORMAT_ERROR a limit with more decimals than
 * the currency has.
 */
export const changeSandboxCardAccount: ManyStreams<Change, CardAccount, null> = byHand(
  cardAccountStream,
  { decide: decideChange },
);

/** Closes a card account by hand. */
export const closeSandboxCardAccount: ManyStreams<Close, CardAccount, null> = byHand(
  cardAccountStream,
  { decide: decideClosing, removes: true },
);

function decideOpening(
  { data, meta: { at } }: Open,
  cardAccount: CardAccount,
  found: FoundStreams,
): Decision<CardAccountEvent> {
  const { cardAccountId, ownerId, currency, name, generation, by } = data;
  const repeat = repeatOfCreation(cardAccount, by);
  if (repeat !== undefined) return repeat;
  const owner = found.stateOf(customerStream, streams.customer.id(ownerId));
  if (owner.is !== 'registered') return refuse('RESOURCE_UNKNOWN');
  const maskedPan = data.maskedPan ?? maskedPanOf(cardAccountId);
  const creditLimit = sumIn(currency, [data.creditLimit]);
  const known = { cardAccountId, ownerId, maskedPan, currency, name, creditLimit };
  const { isBlocked, openingBalance: opening } = data;
  const { stream: countedIn } = quotaOfOwner({ data });
  const openingBalance = opening === undefined ? undefined : sumIn(currency, [opening]);
  const facts = { ...cardFactsOf(data), ...defined({ openingBalance, isBlocked }), countedIn };
  if (!isHeld({ currency, creditLimit, ...defined({ balance: openingBalance }) })) {
    return refuse('CONFLICT', { path: '/creditLimit', text: balanceBound });
  }
  return [{ type: 'CardAccountOpened', data: { ...known, ...facts, generation, by, at } }];
}

function decideChange(
  { data, meta: { at } }: Change,
  cardAccount: CardAccount,
): Decision<CardAccountEvent> {
  const { ownerId, name, by } = data;
  if (!isOpenOf(cardAccount, ownerId)) return refuse('RESOURCE_UNKNOWN');
  const repeat = repeatOfChange(cardAccount, by);
  if (repeat !== undefined) return repeat;
  const { currency } = cardAccount;
  if (!isZero(data.creditLimit) && !isAmountIn(currency, data.creditLimit)) {
    return refuse('FORMAT_ERROR', { path: '/creditLimit' });
  }
  const creditLimit = sumIn(currency, [data.creditLimit]);
  if (!isHeld({ ...cardAccount, creditLimit })) {
    return refuse('CONFLICT', { path: '/creditLimit', text: balanceBound });
  }
  const facts = { ...cardFactsOf(data), ...defined({ isBlocked: data.isBlocked }) };
  return [{ type: 'CardAccountChanged', data: { name, creditLimit, ...facts, by, at } }];
}

function decideClosing(
  { data: { ownerId }, meta: { at } }: Close,
  cardAccount: CardAccount,
): Decision<CardAccountEvent> {
  if (!isOpenOf(cardAccount, ownerId)) return refuse('RESOURCE_UNKNOWN');
  return [{ type: 'CardAccountClosed', data: { at } }];
}

function isOpenOf(
  cardAccount: CardAccount,
  ownerId: string | undefined,
): cardAccount is OpenCardAccount {
  return cardAccount.is === 'open' && cardAccount.ownerId === (ownerId ?? cardAccount.ownerId);
}
