import type { BasketEvent } from '@nordgate/contracts/events';
import { spec } from '@nordgate/decider/testing';
import { basketStream } from '../domain/basket.js';
import { aBasket } from '../testing/a-basket.js';
import { toReject } from '../testing/basket-commands.js';
import { rejectBasket } from './end-basket.js';

const { given } = spec(basketStream, rejectBasket);

describe('rejecting a basket', () => {
  it.each([
    ['frozen', aBasket().frozen()],
    ['just created', aBasket().created()],
  ])('names every member of a basket that was %s, for all are refused', (_, history) => {
    given(...history)
      .when(toReject())
      .then({
        type: 'BasketRejected',
        data: {
          by: 'authorisation-e5d4a7f6b8c9302bb1a39e8f70615243',
          members: ['1', '2', '3'],
          at: '2030-03-01T09:05:00.000Z',
        },
      })
      .again()
      .thenNothing();
  });

  it('tells that the PSU may debit none of the accounts, which ends no first signature', () => {
    const { data, ...command } = toReject();
    const declined = { ...command, data: { ...data, reason: 'not-debitable' } } as const;
    const [rejection] = aBasket().rejected().slice(-1);
    given(...aBasket().created())
      .when(declined)
      .then({ ...rejection, data: { ...rejection?.data, reason: 'not-debitable' } } as BasketEvent);
    given(...aBasket().signed())
      .when(declined)
      .thenRejected('CONFLICT');
  });

  it('leaves a rejected basket as it is when another party refuses later', () => {
    given(...aBasket().rejected())
      .when(toReject('authorisation-of-a-second-link'))
      .thenNothing()
      .again()
      .thenNothing();
  });

  it.each([
    ['approved', aBasket().approved()],
    ['deleted', aBasket().deleted()],
    ['refused', aBasket().refused()],
    ['not there', []],
  ])('refuses a basket that is %s', (_, history) => {
    given(...history)
      .when(toReject())
      .thenRejected('CONFLICT')
      .again()
      .thenRejected('CONFLICT');
  });
});
