import type { PaymentEvent } from '@nordgate/contracts/events';
import type { PaymentStatus } from '@nordgate/contracts/codes';
import { fold } from '@nordgate/decider';
import { aBulk, aPayment, partRejected } from '../testing/a-payment.js';
import { bulkStatusOf, partsOf } from './parts.js';
import { paymentStream } from './payment.js';

type Part = PaymentStatus | 'ACCP without funds';

const standing = (part: Part) =>
  part === 'ACCP without funds'
    ? { status: 'ACCP' as const, fundsAvailable: false }
    : { status: part };

describe('the status of a bulk with sub-payments', () => {
  it.each<[readonly Part[], PaymentStatus]>([
    [['RCVD', 'RCVD'], 'RCVD'],
    [['PDNG', 'PDNG'], 'PDNG'],
    [['CANC', 'CANC'], 'CANC'],
    [['ACSC', 'ACSC'], 'ACSC'],
    [['RJCT', 'RJCT'], 'RJCT'],
    [['ACCP without funds', 'ACCP without funds'], 'RJCT'],
    [['ACCP without funds', 'RJCT'], 'RJCT'],
    [['ACSC', 'RJCT'], 'PART'],
    [['ACSC', 'ACCP without funds'], 'PART'],
    [['ACTC', 'RJCT'], 'PART'],
    [['ACSP', 'ACCP without funds'], 'PART'],
    [['ACTC', 'ACCP'], 'ACTC'],
    [['ACWC', 'ACCP'], 'ACCP'],
    [['ACTC', 'ACSP'], 'ACSP'],
    [['ACTC', 'ACSC'], 'ACSP'],
    [['ACSP', 'ACSC'], 'ACSP'],
    [['ACWP', 'ACSC'], 'ACWP'],
  ])('%j is %s', (parts, expected) => {
    expect(bulkStatusOf(parts.map(standing))).toBe(expected);
    expect(bulkStatusOf(parts.toReversed().map(standing))).toBe(expected);
  });
});

const partsAfter = (history: readonly PaymentEvent[]) => {
  const payment = fold(paymentStream, history);
  if (payment.is === 'none') throw new Error('there is a payment');
  return partsOf(payment);
};

describe('the sub-payments of a bulk', () => {
  it.each([
    ['RCVD', aBulk().initiated()],
    ['PDNG', aBulk().signed()],
    ['ACTC', aBulk().authorised()],
    ['ACSP', aBulk().progressed({ status: 'ACSP' })],
    ['CANC', aBulk().cancelled()],
    ['CANC', aBulk().cancelled(aBulk().authorised())],
  ])('are %s with the bulk', (status, history) => {
    expect(partsAfter(history).map((part) => part.status)).toEqual([status, status, status]);
  });

  it('are RJCT with the bulk, for its reason', () => {
    const rejection = { code: 'PAYMENT_FAILED', reason: 'refused-by-psu' };
    const part = { status: 'RJCT', rejection };
    expect(partsAfter(aBulk().rejected())).toEqual([part, part, part]);
  });

  it('are CANC with a bulk that is cancelled after some of them were accepted', () => {
    const accepted = { part: 1, status: 'ACCP', fundsAvailable: true } as const;
    const history = aBulk().progressed({ status: 'ACTC', parts: [accepted] });
    expect(partsAfter(aBulk().cancelled(history)).map(({ status }) => status)).toEqual([
      'CANC',
      'CANC',
      'CANC',
    ]);
  });

  it('keep their own reason when the bulk is rejected after them', () => {
    const history = aBulk().progressed({ status: 'PART', parts: [partRejected(0)] });
    const end = aPayment().rejected({ reason: 'debtor-unknown' }).slice(-1);
    expect(partsAfter([...history, ...end]).map(({ rejection }) => rejection?.reason)).toEqual([
      'not-executable',
      'debtor-unknown',
      'debtor-unknown',
    ]);
  });

  it('are none of a single payment', () => {
    expect(partsAfter(aPayment().authorised())).toEqual([]);
  });
});
