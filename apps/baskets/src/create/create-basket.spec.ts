import { fold } from '@nordgate/decider';
import { spec } from '@nordgate/decider/testing';
import { basketStream, openMember } from '../domain/basket.js';
import { aBasket, basketStreamId, memberOf } from '../testing/a-basket.js';
import { toCreate } from '../testing/basket-commands.js';
import { basketReceipt, createBasket } from './create-basket.js';

const { given } = spec(basketStream, createBasket);
const another = 'basket-that-was-faster';
const member = (key: string) => ({ scope: openMember, key });

describe('creating a basket', () => {
  it('groups the payments, and keeps none of their statuses', () => {
    const facts = [{ paymentId: '1', version: 1, status: 'RCVD' } as const];
    const { initiator, fingerprint, members, authorisation } = toCreate().data;
    given()
      .when(toCreate({ facts }))
      .then({
        type: 'BasketCreated',
        data: {
          initiator,
          fingerprint,
          members,
          authorisation,
          acceptedAt: '2030-03-01T09:00:00.000Z',
        },
      })
      .again()
      .thenNothing();
  });

  it('knows the same request again, however the basket stands by then', () => {
    const { created, refused, frozen, approved, rejected, deleted } = aBasket();
    for (const history of [created, refused, frozen, approved, rejected, deleted]) {
      given(...history())
        .when(toCreate())
        .thenNothing()
        .again()
        .thenNothing();
    }
  });

  it('refuses another request under the id of this one', () => {
    const { created, refused, deleted } = aBasket();
    for (const history of [created, refused, deleted]) {
      given(...history())
        .when(toCreate({ fingerprint: 'fingerprint-of-another-request' }))
        .thenRejected('CONFLICT')
        .again()
        .thenRejected('CONFLICT');
    }
  });
});

describe('a member of another open basket', () => {
  it.each([
    ['1', '/paymentIds/0'],
    ['2', '/paymentIds/1'],
    ['3', '/paymentIds/2'],
  ])('makes the basket refused: payment %s is at %s', (key, path) => {
    given()
      .claimedBy(another, member(key))
      .when(toCreate())
      .then(...aBasket().refused({ path }))
      .again()
      .thenNothing();
  });

  it('is named by the first place, if there are several', () => {
    given()
      .claimedBy(another, member('3'))
      .claimedBy('basket-that-was-faster-still', member('2'))
      .when(toCreate())
      .then(...aBasket().refused({ path: '/paymentIds/1' }))
      .again()
      .thenNothing();
  });

  it('is no obstacle when it is held by this very basket', () => {
    given()
      .claimedBy(basketStreamId, member('1'))
      .when(toCreate())
      .then(...aBasket().created())
      .again()
      .thenNothing();
  });

  it('is no obstacle to a basket without it, nor is a claim of another kind', () => {
    given()
      .claimedBy(another, member('4'))
      .claimedBy(another, { scope: 'account-number', key: '1' })
      .when(toCreate())
      .then(...aBasket().created())
      .again()
      .thenNothing();
  });
});

describe('what a basket claims', () => {
  const claimsAfter = (history: Parameters<typeof given>) =>
    basketStream.claims?.(fold(basketStream, history));
  const all = [member('1'), member('2'), member('3')];
  const { created, refused, frozen, approved, rejected, deleted } = aBasket();

  it.each([
    ['created', created()],
    ['frozen', frozen()],
    ['approved, for its members stay spoken for', approved()],
    ['rejected, for payments may not have heard that its members are', rejected()],
  ])('is each of its members while it is %s', (_, history) => {
    expect(claimsAfter([...history])).toEqual(all);
  });

  it('has the scope that stored claims have', () => {
    expect(openMember).toBe('open-member');
  });

  it.each([
    ['refused', refused()],
    ['deleted', deleted()],
    ['not there', []],
  ])('is nothing when it is %s', (_, history) => {
    expect(claimsAfter([...history])).toEqual([]);
  });
});

describe('the answer to a creation', () => {
  const receiptAfter = (history: Parameters<typeof given>) =>
    basketReceipt(fold(basketStream, history));
  const fingerprint = 'fingerprint-of-the-request';

  it('says whose request made the basket', () => {
    const { created, approved, deleted } = aBasket().with({ members: [memberOf('9')] });
    for (const history of [created(), approved(), deleted()]) {
      expect(receiptAfter([...history])).toEqual({ fingerprint });
    }
  });

  it('says which member stood in the way', () => {
    const refusal = { code: 'CONFLICT', path: '/paymentIds/1' };
    expect(receiptAfter([...aBasket().refused()])).toEqual({ fingerprint, refusal });
  });

  it('does not exist for a basket that does not exist', () => {
    expect(() => receiptAfter([])).toThrow('does not exist');
  });
});
