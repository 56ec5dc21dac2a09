import { spec } from '@nordgate/decider/testing';
import { basketStream } from '../domain/basket.js';
import { aBasket } from '../testing/a-basket.js';
import { toFreeze } from '../testing/basket-commands.js';
import { freezeBasket } from './approve-basket.js';

const { given } = spec(basketStream, freezeBasket);

describe('freezing a basket', () => {
  it('keeps that the PSU has it in front of them', () => {
    given(...aBasket().created())
      .when(toFreeze())
      .then({
        type: 'BasketFrozen',
        data: {
          by: 'authorisation-e5d4a7f6b8c9302bb1a39e8f70615243',
          at: '2030-03-01T09:04:00.000Z',
        },
      })
      .again()
      .thenNothing();
  });

  it('happens once, whichever page is opened after', () => {
    given(...aBasket().frozen())
      .when(toFreeze('authorisation-of-a-second-link'))
      .thenNothing()
      .again()
      .thenNothing();
  });

  it.each([
    ['approved', aBasket().approved()],
    ['rejected', aBasket().rejected()],
    ['deleted', aBasket().deleted()],
    ['refused', aBasket().refused()],
    ['not there', []],
  ])('comes too late for a basket that is %s', (_, history) => {
    given(...history)
      .when(toFreeze())
      .thenRejected('CONFLICT')
      .again()
      .thenRejected('CONFLICT');
  });
});
