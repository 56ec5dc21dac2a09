import type { CardAccountEvent, CardAccountOpened } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { streamType, unreachable } from '@nordgate/decider';

/** A card account as the fold of its events; also the inline view that queries read. */
export type CardAccount = { readonly is: 'none' } | OpenCardAccount | { readonly is: 'closed' };

export interface OpenCardAccount extends Omit<CardAccountOpened['data'], 'at'> {
  readonly is: 'open';
}

function evolve(cardAccount: CardAccount, event: CardAccountEvent): CardAccount {
  switch (event.type) {
    // Opening what is open puts it back to its opening state.
    case 'CardAccountOpened': {
      const { cardAccountId, ownerId, maskedPan, currency, name, creditLimit } = event.data;
      return { is: 'open', cardAccountId, ownerId, maskedPan, currency, name, creditLimit };
    }
    case 'CardAccountClosed':
      if (cardAccount.is === 'none') throw new Error('CardAccountClosed before CardAccountOpened');
      return { is: 'closed' };
    default:
      return unreachable(event);
  }
}

/** Streams `card-account-<id>`. */
export const cardAccountStream = streamType<CardAccount, CardAccountEvent, 'card-account'>({
  name: streams.cardAccount.category,
  stateVersion: 1,
  initial: { is: 'none' },
  evolve,
  events: { CardAccountOpened: { version: 1 }, CardAccountClosed: { version: 1 } },
});
