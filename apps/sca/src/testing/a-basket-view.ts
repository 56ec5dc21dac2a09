import type { BasketView } from '@nordgate/contracts/queries';
import { anInitiator } from './an-authorisation.js';

/** An open basket in the answer of the baskets service. */
export function aBasketView(change: Partial<BasketView> = {}): BasketView {
  return {
    basketId: 'bas-1',
    version: 1,
    initiator: anInitiator(),
    fingerprint: 'fingerprint-of-basket',
    paymentIds: ['pay-1', 'pay-2'],
    transactionStatus: 'RCVD',
    isOpen: true,
    ...change,
  };
}
