import type { BasketEvent, RegisteredStatus } from '@nordgate/contracts/events';
import { fold } from '@nordgate/decider';
import { basketStream } from '../domain/basket.js';
import { aBasket, basketId, otherTpp, tpp } from '../testing/a-basket.js';
import { basketViewOf, membersOf } from './basket-view.js';

const registerOf = (...facts: RegisteredStatus[]) =>
  new Map(facts.map((fact) => [fact.paymentId, fact]));
const allAuthorised = registerOf(
  { paymentId: '1', version: 2, status: 'ACTC' },
  { paymentId: '2', version: 2, status: 'ACTC' },
  { paymentId: '3', version: 2, status: 'ACTC' },
);

function viewAfter(
  history: readonly BasketEvent[],
  register: ReadonlyMap<string, RegisteredStatus> = new Map(),
  reader = tpp,
) {
  return basketViewOf(basketId, history.length, fold(basketStream, history), register, reader);
}

const { created, refused, frozen, approved, rejected, deleted } = aBasket();

describe('the view of a basket', () => {
  it('shows who made it of which payments, and RCVD while nothing is known of them', () => {
    expect(viewAfter(created())).toEqual({
      basketId,
      version: 1,
      isOpen: true,
      initiator: {
        tpp,
        tppName: 'Sandbox TPP AS',
        psuId: 'c9d7a6b1-5e1f-4a37-9d0a-3c1f6d2b8e47',
        context: 'PRIVATE',
        tppSessionId: '0f6f2a54-70b1-4a0f-8a53-6a8f2f5d7c11',
        redirectUri: 'https://tpp.example/return',
      },
      fingerprint: 'fingerprint-of-the-request',
      paymentIds: ['1', '2', '3'],
      transactionStatus: 'RCVD',
      authorisationId: 'e5d4a7f6b8c9302bb1a39e8f70615243',
    });
  });

  it('is open after the first of two signatures, and tells whose it is', () => {
    const signedBy = { customerId: 'customer-1', corporateId: 'agreement-1' };
    expect(viewAfter(aBasket().signed())).toMatchObject({ isOpen: true, signedBy });
    expect(viewAfter(frozen())).not.toHaveProperty('signedBy');
  });

  it('tells which authorisation settled it', () => {
    const settledBy = 'authorisation-e5d4a7f6b8c9302bb1a39e8f70615243';
    for (const history of [approved(), rejected()]) {
      expect(viewAfter(history)).toMatchObject({ isOpen: false, settledBy });
    }
  });

  it('shows a refused basket as RJCT with what stood in the way', () => {
    const view = viewAfter(refused());
    expect(view).toMatchObject({
      transactionStatus: 'RJCT',
      paymentIds: [],
      refusal: { code: 'CONFLICT', path: '/paymentIds/1' },
    });
    expect(view).not.toHaveProperty('authorisationId');
  });

  it.each([
    ['created', created()],
    ['frozen', frozen()],
    ['approved', approved()],
  ])('follows the members while it is %s', (_, history) => {
    expect(viewAfter(history)).toMatchObject({ transactionStatus: 'RCVD' });
    expect(viewAfter(history, allAuthorised)).toMatchObject({ transactionStatus: 'ACTC' });
    const one = new Map([...allAuthorised]).set('2', {
      paymentId: '2',
      version: 3,
      status: 'CANC',
    });
    expect(viewAfter(history, one)).toMatchObject({ transactionStatus: 'RJCT' });
  });

  it('is not ACTC before every member has followed the approval', () => {
    const lagging = new Map([...allAuthorised].slice(0, 2));
    expect(viewAfter(approved(), lagging)).toMatchObject({ transactionStatus: 'RCVD' });
  });

  it('is RJCT once the PSU refused it, before any member has followed', () => {
    expect(viewAfter(rejected())).toMatchObject({ transactionStatus: 'RJCT' });
    expect(viewAfter(rejected(), allAuthorised)).toMatchObject({ transactionStatus: 'RJCT' });
  });

  it('shows another TPP nothing, whatever the state', () => {
    for (const history of [created, refused, frozen, approved, rejected, deleted]) {
      expect(viewAfter(history(), allAuthorised, otherTpp)).toBeNull();
    }
  });

  it('says of a deleted basket which request deleted it', () => {
    const view = viewAfter(deleted('request-9'), allAuthorised);
    expect(view).toMatchObject({
      transactionStatus: 'RJCT',
      isOpen: false,
      deletedBy: 'request-9',
    });
  });

  it('says of a basket that was deleted without a request that it is deleted', () => {
    const deletedBy = '';
    expect(viewAfter(deleted())).toMatchObject({ transactionStatus: 'RJCT', deletedBy });
  });

  it('shows nothing of a basket that is not there', () => {
    expect(viewAfter([])).toBeNull();
  });

  it('never shows the hash of a link token', () => {
    expect(JSON.stringify(viewAfter(approved()))).not.toContain('hash-of-token');
  });

  it('is the same when it is read again', () => {
    expect(viewAfter(approved(), allAuthorised)).toEqual(viewAfter(approved(), allAuthorised));
  });
});

describe('the members whose registers are read', () => {
  it.each([
    ['created', created(), ['1', '2', '3']],
    ['approved', approved(), ['1', '2', '3']],
    ['refused', refused(), []],
    ['not there', [], []],
  ])('of a basket that is %s', (_, history, members) => {
    expect(membersOf(fold(basketStream, [...history]))).toEqual(members);
  });
});
