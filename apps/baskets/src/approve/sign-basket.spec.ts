import { spec } from '@nordgate/decider/testing';
import { approveBasket } from './approve-basket.js';
import { deleteBasket } from '../end/end-basket.js';
import { basketStream } from '../domain/basket.js';
import { rejectBasket } from '../end/end-basket.js';
import { aBasket, approvalOf } from '../testing/a-basket.js';
import { toApprove, toDelete, toReject, toSign } from '../testing/basket-commands.js';
import { signBasket } from './approve-basket.js';

const { given } = spec(basketStream, signBasket);
const byAnother = { by: 'authorisation-2', customerId: 'customer-2' };
const corporateId = 'agreement-1';

describe('the first of two signatures on a basket', () => {
  it('makes it wait for the second, with what was shown of each member', () => {
    const changes = { approved: [approvalOf('1'), approvalOf('2')], declined: ['3'] };
    given(...aBasket().frozen())
      .when(toSign(changes))
      .then(...aBasket().signed(changes).slice(-1))
      .again()
      .thenNothing();
  });

  it('says who pays, and so does the second: a member may have been signed alone before', () => {
    const debtor = {
      name: 'Bedrift AS',
      address: { townName: 'Bodø', country: 'NO' },
    } as const;
    given(...aBasket().frozen())
      .when(toSign({ debtor }))
      .then(...aBasket().signed({ debtor }).slice(-1));
    const second = { ...byAnother, corporateId, debtor };
    given(...aBasket().signed({ debtor }))
      .when(toSign(second))
      .then(
        ...aBasket()
          .approved({ ...second, signers: 2 })
          .slice(-1),
      );
  });

  it.each([
    ['approved', aBasket().approved({ by: 'authorisation-2' })],
    ['rejected', aBasket().rejected()],
    ['deleted', aBasket().deleted()],
    ['refused', aBasket().refused()],
    ['not there', []],
  ])('is refused of a basket that is %s', (_what, history) => {
    given(...history)
      .when(toSign())
      .thenRejected('CONFLICT');
  });

  it('is refused of what is no member', () => {
    given(...aBasket().frozen())
      .when(toSign({ declined: ['4'] }))
      .thenRejected('CONFLICT');
  });

  it('keeps the TPP from taking the basket back, whatever we heard of the page', () => {
    const [created, , signed] = aBasket().signed();
    spec(basketStream, deleteBasket)
      .given(created!, signed!)
      .when(toDelete())
      .thenRejected('CONFLICT');
  });
});

describe.each([
  ['as a signature', spec(basketStream, signBasket), toSign],
  ['as an approval', spec(basketStream, approveBasket), toApprove],
] as const)('the second of two, sent %s,', (_as, second, command) => {
  const when = (changes: Parameters<typeof toSign>[0]) =>
    second.given(...aBasket().signed()).when(command({ corporateId, ...changes }) as never);

  it('approves the basket, and says that it is the second', () => {
    when(byAnother)
      .then(
        ...aBasket()
          .approved({ ...byAnother, corporateId, signers: 2 })
          .slice(-1),
      )
      .again()
      .thenNothing();
  });

  it.each([
    ['is not that of the first signer once more', { by: 'authorisation-2' }],
    ['is not one under another agreement', { ...byAnother, corporateId: 'agreement-2' }],
    ['is about members only', { ...byAnother, approved: [approvalOf('4')] }],
  ])('%s', (_what, changes) => {
    when(changes).thenRejected('CONFLICT');
  });
});

describe('the second of two signers', () => {
  it('may refuse all of it', () => {
    const members = ['1', '2', '3'];
    spec(basketStream, rejectBasket)
      .given(...aBasket().signed())
      .when(toReject('authorisation-2'))
      .then({
        type: 'BasketRejected',
        data: { by: 'authorisation-2', members, at: '2030-03-01T09:05:00.000Z' },
      });
  });

  it('comes too late after somebody else', () => {
    given(...aBasket().signed(), ...aBasket().approved(byAnother).slice(-1))
      .when(toSign({ by: 'authorisation-3', customerId: 'customer-3' }))
      .thenRejected('CONFLICT');
  });
});
