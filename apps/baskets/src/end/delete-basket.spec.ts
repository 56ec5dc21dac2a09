import { spec } from '@nordgate/decider/testing';
import { basketStream, openMember } from '../domain/basket.js';
import { aBasket } from '../testing/a-basket.js';
import { toDelete } from '../testing/basket-commands.js';
import { deleteBasket } from './end-basket.js';

const { given } = spec(basketStream, deleteBasket);

describe('deleting a basket', () => {
  it('calls it off while nobody has opened its page', () => {
    given(...aBasket().created())
      .when(toDelete())
      .then({
        type: 'BasketDeleted',
        data: { by: 'request-9', at: '2030-03-01T09:30:00.000Z' },
      })
      .again()
      .thenNothing();
  });

  it('frees its members', () => {
    const claimsAfter = (history: ReturnType<ReturnType<typeof aBasket>['created']>) =>
      basketStream.claims?.(history.reduce(basketStream.evolve, basketStream.initial)) ?? [];
    expect(claimsAfter(aBasket().created()).map(({ scope }) => scope)).toContain(openMember);
    expect(claimsAfter(aBasket().deleted())).toEqual([]);
  });

  it('is unknown to another request afterwards', () => {
    given(...aBasket().deleted('request-1'))
      .when(toDelete())
      .thenRejected('RESOURCE_UNKNOWN');
  });

  it.each([
    ['frozen', aBasket().frozen()],
    ['approved', aBasket().approved()],
    ['rejected', aBasket().rejected()],
    ['refused', aBasket().refused()],
  ])('comes too late for one that is %s', (_what, history) => {
    given(...history)
      .when(toDelete())
      .thenRejected('CONFLICT');
  });

  it('finds none that is not there', () => {
    given().when(toDelete()).thenRejected('RESOURCE_UNKNOWN');
  });
});
