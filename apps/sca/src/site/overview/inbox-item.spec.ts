import type { BasketView, ApprovablePayment } from '@nordgate/contracts/queries';
import { anInstruction, aPaymentView, ownBban } from '../../testing/a-payment-view.js';
import { anInitiator } from '../../testing/an-authorisation.js';
import { corporateId, signers } from '../../testing/two-signers.js';
import { agreementsOf, inboxItems } from './inbox-item.js';

const bjorn = signers.bjorn.customer;
const signedBy = { customerId: 'cus-Anne', corporateId };
const waiting = (paymentId: string, change: Partial<ApprovablePayment> = {}) =>
  aPaymentView({ paymentId, transactionStatus: 'PDNG', signedBy, ...change });
const basket = (change: Partial<BasketView> = {}): BasketView => ({
  basketId: 'bas-2',
  version: 3,
  initiator: anInitiator(),
  fingerprint: 'fingerprint',
  paymentIds: ['pay-1', 'pay-2'],
  transactionStatus: 'PATC',
  isOpen: true,
  signedBy,
  ...change,
});
const foreign = anInstruction({ debtorAccount: { bban: '12345678903', currency: 'NOK' } });

describe('agreementsOf', () => {
  it('returns the agreements with an account that the PSU may debit', () => {
    expect(agreementsOf(bjorn)).toMatchObject([{ corporateId, debitable: [ownBban] }]);
    expect(agreementsOf(signers.dag.customer)).toEqual([]);
  });
});

describe('the inbox of a PSU', () => {
  it('has an item for each payment, with its first signer and its agreement', () => {
    const items = inboxItems(bjorn, [waiting('pay-1'), waiting('pay-2')], new Map());
    expect(items).toMatchObject([
      { resource: { kind: 'payment', paymentId: 'pay-1' }, firstSigner: 'cus-Anne', isMine: false },
      { resource: { kind: 'payment', paymentId: 'pay-2' }, agreement: { name: 'Torsk AS' } },
    ]);
    expect(new Set(items.map(({ key }) => key)).size).toBe(2);
  });

  it('has one item for a basket, with the members in the order of the basket', () => {
    const baskets = new Map(['pay-1', 'pay-2'].map((id) => [id, basket()]));
    const [item, ...rest] = inboxItems(bjorn, [waiting('pay-2'), waiting('pay-1')], baskets);
    expect(item).toMatchObject({
      resource: { kind: 'basket', basketId: 'bas-2', paymentIds: ['pay-1', 'pay-2'] },
      payments: [{ paymentId: 'pay-1' }, { paymentId: 'pay-2' }],
    });
    expect(rest).toEqual([]);
  });

  it('marks an item for its first signer', () => {
    const [item] = inboxItems(signers.anne.customer, [waiting('pay-1')], new Map());
    expect(item?.isMine).toBe(true);
  });

  it.each<[string, ApprovablePayment, BasketView | undefined]>([
    [
      'for a payment from an account that the PSU may not debit',
      waiting('pay-1', { instruction: foreign }),
      undefined,
    ],
    [
      'for a payment under another agreement',
      waiting('pay-1', { signedBy: { customerId: 'cus-Anne', corporateId: 'agr-sild' } }),
      undefined,
    ],
    ['for a payment in a settled basket', waiting('pay-1'), basket({ isOpen: false })],
    ['for a payment in a basket without a signature', waiting('pay-1'), withoutSignature(basket())],
  ])('has no item %s', (_where, view, inBasket) => {
    const baskets = new Map(inBasket === undefined ? [] : [['pay-1', inBasket]]);
    expect(inboxItems(bjorn, [view], baskets)).toEqual([]);
  });

  it('has no item for a payment from a blocked account', () => {
    const contexts = bjorn.contexts.map((one) => ({ ...one, blocked: [ownBban] }));
    expect(inboxItems({ ...bjorn, contexts }, [waiting('pay-1')], new Map())).toEqual([]);
  });
});

function withoutSignature({ signedBy: _first, ...view }: BasketView): BasketView {
  return view;
}
