import type { Approval } from '@nordgate/contracts/rules';
import { fold } from '@nordgate/decider';
import { spec } from '@nordgate/decider/testing';
import { basketStream } from '../domain/basket.js';
import { aBasket, approvalOf, basketId, moments } from '../testing/a-basket.js';
import { toApprove } from '../testing/basket-commands.js';
import { approveBasket } from './approve-basket.js';

const { given } = spec(basketStream, approveBasket);

describe('approving a basket', () => {
  it('keeps what the PSU was shown of each member, and what they may not debit', () => {
    given(...aBasket().frozen())
      .when(toApprove({ approved: ['1', '2'].map(approvalOf), declined: ['3'] }))
      .then({
        type: 'BasketApproved',
        data: {
          by: 'authorisation-e5d4a7f6b8c9302bb1a39e8f70615243',
          customerId: 'customer-1',
          approved: [
            { paymentId: '1', hash: 'hash-shown-of-1' },
            { paymentId: '2', hash: 'hash-shown-of-2' },
          ],
          declined: ['3'],
          at: '2030-03-01T09:05:00.000Z',
        },
      })
      .again()
      .thenNothing();
  });

  it('does not wait for the word that the page was opened', () => {
    given(...aBasket().created())
      .when(toApprove())
      .then(...aBasket().approved().slice(-1))
      .again()
      .thenNothing();
  });

  it('may leave members out that could not be approved any more', () => {
    const changes = { approved: [approvalOf('2')] };
    given(...aBasket().frozen())
      .when(toApprove(changes))
      .then(...aBasket().approved(changes).slice(-1))
      .again()
      .thenNothing();
  });

  it('has nothing left to do when the same approval comes again', () => {
    given(...aBasket().approved())
      .when(toApprove())
      .thenNothing()
      .again()
      .thenNothing();
  });

  it('refuses a second approval by somebody else', () => {
    given(...aBasket().approved())
      .when(toApprove({ by: 'authorisation-of-a-second-link' }))
      .thenRejected('CONFLICT')
      .again()
      .thenRejected('CONFLICT');
  });

  it('refuses one of nothing as the second of two', () => {
    const nothingOfIt = { approved: [], declined: ['1', '2', '3'], customerId: 'customer-2' };
    given(...aBasket().signed())
      .when(toApprove({ ...nothingOfIt, by: 'authorisation-2', corporateId: 'agreement-1' }))
      .thenRejected('CONFLICT');
  });

  it('may approve none of the members when nobody has signed before', () => {
    const changes = { approved: [], declined: ['1', '2', '3'] };
    given(...aBasket().frozen())
      .when(toApprove(changes))
      .then(...aBasket().approved(changes).slice(-1));
  });

  it('is replayed without a check of its seal, also when its key is long gone', () => {
    const sealedApproval: Approval = {
      ...{ resource: { kind: 'basket', basketId, paymentIds: [] }, at: moments.settled },
      ...{ customerId: 'customer-1', psuId: 'psu-1', context: 'PRIVATE' },
      ...{ approved: [], declined: [], seal: { keyId: 'gone', signature: 'wrong' } },
    };
    const histories = [aBasket().approved({ sealedApproval }), aBasket().approved()];
    const [state, without] = histories.map((history) => fold(basketStream, history));
    expect(state).toEqual(without);
    expect(state).toMatchObject({ is: 'approved' });
  });

  it('keeps who signed first', () => {
    const approved = aBasket().approved().slice(-1);
    expect(fold(basketStream, [...aBasket().signed(), ...approved])).toMatchObject({
      is: 'approved',
      signedBy: { customerId: 'customer-1', corporateId: 'agreement-1' },
    });
  });

  it.each([
    ['approves', { approved: [approvalOf('1'), approvalOf('4')] }],
    ['declines', { declined: ['4'] }],
  ])('refuses an approval that %s what is no member', (_, changes) => {
    given(...aBasket().frozen())
      .when(toApprove(changes))
      .thenRejected('CONFLICT')
      .again()
      .thenRejected('CONFLICT');
  });

  it.each([
    ['rejected', aBasket().rejected()],
    ['deleted', aBasket().deleted()],
    ['refused', aBasket().refused()],
    ['not there', []],
  ])('refuses a basket that is %s', (_, history) => {
    given(...history)
      .when(toApprove())
      .thenRejected('CONFLICT')
      .again()
      .thenRejected('CONFLICT');
  });
});
