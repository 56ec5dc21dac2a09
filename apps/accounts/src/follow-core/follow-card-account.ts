import type { AccountCommands } from '@nordgate/contracts/commands';
import type { CardAccountEvent } from '@nordgate/contracts/events';
import { defined, nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import { balanceTooLong } from '../entry/book-entry.js';
import type { CardAccount, OpenCardAccount } from '../domain/card-account.js';
import { sumIn } from '../domain/money.js';
import { isHeld } from '../domain/standing.js';
import { isBalanceIn } from './follow-account.js';
import { isNews } from './follow-customer.js';

type FollowCardAccount = CommandOf<AccountCommands, 'FollowCardAccount'>;

/**
 * Opens, changes or closes a card account as the core reports. Refuses CONFLICT an open card account with another owner,
 * number or currency, and a limit with which a balance would have too many digits; FORMAT_ERROR a limit or an opening
 * balance that the currency cannot have.
 */
export function followCardAccount(
  { data: { report, sequence }, meta: { at } }: FollowCardAccount,
  card: CardAccount,
): Decision<CardAccountEvent> {
  if (!isNews(sequence, card.is === 'none' ? {} : card)) return nothing;
  if (report.hasEnded === true) {
    if (card.is !== 'open') return nothing;
    return [{ type: 'CardAccountClosed', data: { coreSequence: sequence, at } }];
  }
  const { currency } = report;
  const wrong = (['creditLimit', 'openingBalance'] as const).find(
    (member) => !isBalanceIn(currency, report[member]),
  );
  if (wrong !== undefined) return refuse('FORMAT_ERROR', { path: `/${wrong}` });
  const creditLimit = sumIn(currency, [report.creditLimit]);
  const known = { creditLimit, coreSequence: sequence, at };
  return card.is === 'open' ? changed(card, report, known) : opened(report, known);
}

type Report = FollowCardAccount['data']['report'];

interface Known {
  readonly creditLimit: string;
  readonly coreSequence: number;
  readonly at: string;
}

function opened(report: Report, known: Known): Decision<CardAccountEvent> {
  const { cardAccountId, ownerId, maskedPan, currency, name, product } = report;
  const openingBalance = sumIn(currency, [report.openingBalance]);
  if (!isHeld({ currency, balance: openingBalance, ...known })) return balanceTooLong;
  const facts = { cardAccountId, ownerId, maskedPan, currency, name, ...defined({ product }) };
  return [{ type: 'CardAccountOpened', data: { ...facts, openingBalance, ...known } }];
}

function changed(card: OpenCardAccount, report: Report, known: Known): Decision<CardAccountEvent> {
  const other = (['ownerId', 'maskedPan', 'currency'] as const).find(
    (member) => report[member] !== card[member],
  );
  if (other !== undefined) return refuse('CONFLICT', { path: `/${other}` });
  const { name, product } = report;
  if (!isHeld({ ...card, creditLimit: known.creditLimit })) return balanceTooLong;
  if (
    name === card.name &&
    product === card.product &&
    known.creditLimit === sumIn(card.currency, [card.creditLimit])
  ) {
    return nothing;
  }
  return [{ type: 'CardAccountChanged', data: { name, ...defined({ product }), ...known } }];
}
