import type { BasketView, PaymentView } from '@nordgate/contracts';
import { anInstruction, aPaymentView, ownBban } from '../../testing/a-payment-view.js';
import { anInitiator } from '../../testing/an-authorisation.js';
import { corporateId, signers } from '../../testing/two-signers.js';
import { agreementsOf, inboxItems } from './inbox-item.js';

const bjorn = signers.bjorn.customer;
const signedBy = { customerId: 'cus-Anne', corporateId };
const waiting = (paymentId: string, change: Partial<PaymentView> = {}) =>
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

describe('the agreements that a PSU may sign under', () => {
  it('are those with an account that they may debit', () => {
    expect(agreementsOf(bjorn)).toMatchObject([{ corporateId, debitable: [ownBban] }]);
    expect(agreementsOf(signers.dag.customer)).toEqual([]);
  });
});

describe('what waits for a PSU’s signature', () => {
  it('is each payment of its own, with who signed first and for whom', () => {
    const items = inboxItems(bjorn, [waiting('pay-1'), waiting('pay-2')], new Map());
    expect(items).toMatchObject([
      { resource: { kind: 'payment', paymentId: 'pay-1' }, firstSigner: 'cus-Anne', isMine: false },
      { resource: { kind: 'payment', paymentId: 'pay-2' }, agreement: { name: 'Torsk AS' } },
    ]);
    expect(new Set(items.map(({ key }) => key)).size).toBe(2);
  });

  it('is a basket once, its members in its order', () => {
    const baskets = new Map(['pay-1', 'pay-2'].map((id) => [id, basket()]));
    const [item, ...rest] = inboxItems(bjorn, [waiting('pay-2'), waiting('pay-1')], baskets);
    expect(item).toMatchObject({
      resource: { kind: 'basket', basketId: 'bas-2', paymentIds: ['pay-1', 'pay-2'] },
      payments: [{ paymentId: 'pay-1' }, { paymentId: 'pay-2' }],
    });
    expect(rest).toEqual([]);
  });

  it('is shown to the first signer as theirs', () => {
    const [item] = inboxItems(signers.anne.customer, [waiting('pay-1')], new Map());
    expect(item?.isMine).toBe(true);
  });

  it.each<[string, PaymentView, BasketView | undefined]>([
    [
      'from an account that they may not debit',
      waiting('pay-1', { instruction: foreign }),
      undefined,
    ],
    [
      'under another agreement',
      waiting('pay-1', { signedBy: { customerId: 'cus-Anne', corporateId: 'agr-sild' } }),
      undefined,
    ],
    ['in a basket that is settled', waiting('pay-1'), basket({ isOpen: false })],
    ['in a basket that nobody has signed', waiting('pay-1'), withoutSignature(basket())],
  ])('is nothing %s', (_where, view, inBasket) => {
    const baskets = new Map(inBasket === undefined ? [] : [['pay-1', inBasket]]);
    expect(inboxItems(bjorn, [view], baskets)).toEqual([]);
  });
});

function withoutSignature({ signedBy: _first, ...view }: BasketView): BasketView {
  return view;
}
