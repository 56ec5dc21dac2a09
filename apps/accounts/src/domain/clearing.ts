import type { ClearingEvent } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { streamType, unreachable } from '@nordgate/decider';
import { sumIn } from './money.js';

/** A clearing account as the fold of its events: what has left the bank less what has come in. */
export type Clearing =
  | { readonly is: 'none' }
  | {
      readonly is: 'open';
      readonly currency: string;
      /** Decimal string in `currency`. */
      readonly balance: string;
    };

function evolve(clearing: Clearing, event: ClearingEvent): Clearing {
  switch (event.type) {
    case 'ClearingBooked': {
      const { currency, amount } = event.data;
      const before = clearing.is === 'open' ? clearing.balance : '0';
      return { is: 'open', currency, balance: sumIn(currency, [before, amount]) };
    }
    default:
      return unreachable(event.type);
  }
}

/** Streams `clearing-<currency>-<account>`: each account has its own other side in the outside world. */
export const clearingStream = streamType<Clearing, ClearingEvent, 'clearing'>({
  name: streams.clearing.category,
  stateVersion: 1,
  initial: { is: 'none' },
  evolve,
  events: { ClearingBooked: { version: 1 } },
});
