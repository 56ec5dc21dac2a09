import type { PaymentInstruction, PaymentService } from '@nordgate/contracts/events';
import type { OfferedProduct } from '@nordgate/contracts/profile';
import type { Caller } from '../../access/caller.js';
import { cutOffWarnings, feesOf, paymentCreated } from './payment-created.js';

const early = '2026-11-20T12:59:59Z';
const late = '2026-11-20T13:00:00Z';
const saturday = '2026-11-21T08:00:00Z';

function warned(
  acceptedAt: string,
  requestedExecutionDate?: string,
  service: PaymentService = 'payments',
) {
  const instruction = { requestedExecutionDate } as unknown as PaymentInstruction;
  return cutOffWarnings({ service, cutOff: '14:00' }, instruction, acceptedAt);
}

describe('a payment that comes after the cut-off', () => {
  it.each([
    ['for any day', undefined],
    ['for today', '2026-11-20'],
  ])('%s has a warning with the day on which it counts as received', (_what, date) => {
    expect(warned(late, date)).toEqual([
      {
        code: 'EXECUTION_DATE_INVALID',
        rule: 'date.afterCutOff',
        path: '/requestedExecutionDate',
        params: { cutOff: '14:00', date: '2026-11-23' },
      },
    ]);
  });

  it('or on a day without clearing has the same warning', () => {
    expect(warned(saturday)[0]?.params).toMatchObject({ date: '2026-11-23' });
    expect(warned(saturday, undefined, 'bulk-payments')).toHaveLength(1);
  });

  it.each([
    ['in time', early, undefined, 'payments'],
    ['for a later day', late, '2026-11-24', 'payments'],
    ['periodically', late, undefined, 'periodic-payments'],
  ] as const)('%s has no warning', (_what, at, date, service) => {
    expect(warned(at, date, service)).toEqual([]);
  });

  it('has no warning without a cut-off in the profile', () => {
    const instruction = {} as unknown as PaymentInstruction;
    expect(cutOffWarnings({ service: 'payments' }, instruction, late)).toEqual([]);
  });
});

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
      ...{ instruction: {} as PaymentInstruction, transactionStatus: status, warnings: [] },
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
    expect(namesOf(true, 'ACTC')).toEqual(all);
    expect(namesOf(false, 'RCVD')).toEqual(all);
  });
});
