import type { PaymentInstruction } from '@nordgate/contracts/events';
import type { TransferInstruction } from '@nordgate/contracts/events';
import { defaultProfile, offeredProduct } from '@nordgate/contracts/profile';
import type { OfferedProduct } from '@nordgate/contracts/profile';
import type { Caller } from '../../access/caller.js';
import { sandboxRates } from '@nordgate/contracts/codes';
import { feesOf, paymentCreated } from './payment-created.js';

describe('the fee of a payment', () => {
  const single = {} as PaymentInstruction;
  const bulkOf = (parts: number) =>
    ({ payments: Array.from({ length: parts }, () => ({})) }) as unknown as PaymentInstruction;

  it.each([
    ['2.00', single, '2.00'],
    ['2.00', bulkOf(1), '2.00'],
    ['2.05', bulkOf(3), '6.15'],
    ['0.05', bulkOf(1), '0.05'],
    ['0.05', bulkOf(2), '0.10'],
    ['7', bulkOf(1000), '7000'],
  ])('of %s each counts the parts of a bulk payment: %#', (amount, instruction, expected) => {
    expect(feesOf({ price: { amount, currency: 'NOK' } }, instruction)).toEqual({
      transactionFees: { amount: expected, currency: 'NOK' },
      transactionFeeIndicator: true,
    });
  });

  it('is none without a price', () => {
    expect(feesOf({}, bulkOf(2))).toEqual({ transactionFeeIndicator: false });
  });
});

const aTransfer = {
  instructedAmount: { amount: '1', currency: 'NOK' },
  debtorAccount: { currency: 'NOK' },
} as unknown as PaymentInstruction;

describe('the links of a new payment', () => {
  const namesOf = (
    isHiddenBeforeApproval: boolean,
    status: 'RCVD' | 'ACTC',
    ...fixes: string[]
  ) => {
    const product = {
      isHiddenBeforeApproval,
      service: 'payments',
      product: { name: 'a-product' },
    } as OfferedProduct;
    const created = {
      ...{ product, publicId: 'p', authorisationId: 'a', scaHref: 'https://sca.example' },
      ...{ instruction: aTransfer, transactionStatus: status, warnings: [] },
    };
    const caller = { fixes: new Set(fixes), warnings: [], language: 'en' } as unknown as Caller;
    return Object.keys(paymentCreated(created, caller)._links ?? {});
  };
  const all = ['scaRedirect', 'self', 'status', 'scaStatus'];

  it('leave out self and status while the known issue hides the payment (specification 3)', () => {
    expect(namesOf(true, 'RCVD')).toEqual(['scaRedirect', 'scaStatus']);
  });

  it('have self and status of a payment that can be read', () => {
    expect(namesOf(true, 'RCVD', 'payment-status-before-approval')).toEqual(all);
    expect(namesOf(false, 'RCVD')).toEqual(all);
  });

  it('are those of the first answer when a repeat finds the payment approved', () => {
    expect(namesOf(true, 'ACTC')).toEqual(['scaRedirect', 'scaStatus']);
    expect(namesOf(true, 'ACTC', 'payment-status-before-approval')).toEqual(all);
    expect(namesOf(false, 'ACTC')).toEqual(all);
  });
});

describe('the estimate of a payment', () => {
  const nok = (amount: string) => ({ amount, currency: 'NOK' }) as const;
  const sepa = offeredProduct(defaultProfile('sandbox'), 'payments', 'sepa-credit-transfers')!;
  const example = sepa.body.example as TransferInstruction;
  const created = (change: object, money: object) =>
    paymentCreated(
      {
        ...{ product: sepa, publicId: 'p', authorisationId: 'a', warnings: [] },
        ...{
          transactionStatus: 'RCVD',
          instruction: { ...example, ...change },
        },
        ...money,
      },
      { fixes: new Set(), warnings: [], language: 'en' } as unknown as Caller,
    );
  const euros = { instructedAmount: { amount: '100.00', currency: 'EUR' } };

  it('is in the currency of the account, with the fee, beside what is sent', () => {
    expect(created(euros, { price: nok('25.00'), rates: sandboxRates })).toMatchObject({
      transactionFees: nok('25.00'),
      estimatedTotalAmount: nok('1197.00'),
      estimatedInterbankSettlementAmount: euros.instructedAmount,
    });
  });

  it('converts a fee in another currency than the account', () => {
    const debtorAccount = { ...example.debtorAccount, currency: 'SEK' };
    const answer = created(
      { ...euros, debtorAccount },
      { price: nok('10.6'), rates: sandboxRates },
    );
    expect(answer.estimatedTotalAmount).toEqual({ amount: '1115.66', currency: 'SEK' });
  });

  it.each([
    ['in the currency of the account', { instructedAmount: nok('5') }, sandboxRates],
    ['of a bank that knows no rates', euros, undefined],
  ])('is none for a payment %s', (_what, change, rates) => {
    expect(created(change, { rates })).not.toHaveProperty('estimatedTotalAmount');
  });
});
