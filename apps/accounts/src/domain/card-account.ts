import type { CardAccountEvent, CardAccountOpened, CardFacts } from '@nordgate/contracts/events';
import type { ViewableCardAccount } from '@nordgate/contracts/queries';
import { streams } from '@nordgate/contracts/rules';
import { defined, streamType, unreachable } from '@nordgate/decider';
import { blockedAs } from './account.js';
import {
  carriedOver,
  lastingOf,
  withoutReservation,
  withPostings,
  withReservation,
} from './standing.js';
import type { Lasting, Standing } from './standing.js';

/** A card account as the fold of its events; also the inline view that queries read. */
export type CardAccount =
  | { readonly is: 'none' }
  | OpenCardAccount
  /** An account that is opened again counts on. */
  | ({ readonly is: 'closed'; readonly coreSequence?: number } & Lasting);

/** Without a balance it is zero. */
export interface OpenCardAccount
  extends Omit<CardAccountOpened['data'], 'at' | 'openingBalance'>, Standing {
  readonly is: 'open';
  readonly creditLimit: string;
}

function evolve(cardAccount: CardAccount, event: CardAccountEvent): CardAccount {
  switch (event.type) {
    // Opening what is open puts it back to its opening state.
    case 'CardAccountOpened': {
      const { cardAccountId, ownerId, maskedPan, currency, name, creditLimit } = event.data;
      const { generation, by, isBlocked, countedIn, openingBalance: balance } = event.data;
      const { coreSequence } = event.data;
      const known = { cardAccountId, ownerId, maskedPan, currency, name, creditLimit };
      const facts = { ...cardFactsOf(event.data), ...defined({ balance, isBlocked, countedIn }) };
      const counted = defined({ generation, by, coreSequence, ...lasting(cardAccount) });
      return { is: 'open', ...known, ...facts, ...counted };
    }
    case 'CardAccountChanged': {
      const { name, creditLimit, isBlocked, by, coreSequence } = event.data;
      const kept = blockedAs(openOr(cardAccount, event), isBlocked);
      return {
        ...kept,
        ...cardFactsOf(event.data),
        name,
        creditLimit,
        ...defined({ by, coreSequence }),
      };
    }
    case 'CardAccountClosed':
      if (cardAccount.is === 'none') throw new Error('CardAccountClosed before CardAccountOpened');
      return {
        is: 'closed',
        ...lasting(cardAccount),
        ...defined({ coreSequence: event.data.coreSequence }),
      };
    case 'CardAccountCarriedForward':
      return carriedOver(event.data);
    case 'CardAmountReserved':
      return withReservation(openOr(cardAccount, event), event.data);
    case 'CardReservationReleased':
      return withoutReservation(openOr(cardAccount, event), event.data);
    case 'CardPostingsBooked':
      return withPostings(openOr(cardAccount, event), event.data);
    default:
      return unreachable(event);
  }
}

/** What is known of the card besides its number. */
export function cardFactsOf({
  product,
  cardId,
  cardIdVNo,
  accountNumber,
  expiry,
}: CardFacts): CardFacts {
  return defined({ product, cardId, cardIdVNo, accountNumber, expiry });
}

function lasting(cardAccount: CardAccount): Lasting {
  return cardAccount.is === 'none' ? {} : lastingOf(cardAccount);
}

function openOr(cardAccount: CardAccount, { type }: CardAccountEvent): OpenCardAccount {
  if (cardAccount.is !== 'open') throw new Error(`${type} for a card account that is not open`);
  return cardAccount;
}

/** Streams `card-account-<id>`. */
export const cardAccountStream = streamType<CardAccount, CardAccountEvent, 'card-account'>({
  name: streams.cardAccount.category,
  stateVersion: 4,
  initial: { is: 'none' },
  evolve,
  carriedForwardBy: 'CardAccountCarriedForward',
  events: {
    CardAccountOpened: { version: 1 },
    CardAccountChanged: { version: 1 },
    CardAccountClosed: { version: 1 },
    CardAccountCarriedForward: { version: 1 },
    CardAmountReserved: { version: 1 },
    CardReservationReleased: { version: 1 },
    CardPostingsBooked: { version: 1 },
  },
});

/** A card account as other services see it, without its balance and its limit. */
export function shownCardAccountOf({
  cardAccountId,
  maskedPan,
  currency,
  name,
}: OpenCardAccount): ViewableCardAccount {
  return { cardAccountId, maskedPan, currency, name };
}

/** The product of a card account that has no other. */
export const cardProduct = 'Kredittkort';
