import type { ExecutionStatus, PartOutcome, PaymentEvent } from '@nordgate/contracts/events';
import { fold } from '@nordgate/decider';
import { spec } from '@nordgate/decider/testing';
import { paymentStream } from '../domain/payment.js';
import { partsOf } from '../domain/parts.js';
import { aBulk, aPayment, partRejected } from '../testing/a-payment.js';
import { toProgress, toProgressParts } from '../testing/payment-commands.js';
import { progressPayment } from './progress-payment.js';

const { given } = spec(paymentStream, progressPayment);
const at = '2030-03-01T11:30:00.000Z';
const by = 'batch-run-2030-03-01-3';

const settled = (part: number): PartOutcome => ({ part, status: 'ACSC' });
const lackingFunds = (part: number): PartOutcome => ({
  part,
  status: 'ACCP',
  fundsAvailable: false,
});

/** An approved bulk of three, in execution as a whole. */
const executing = aBulk().progressed({ status: 'ACSP' });

const reported = (status: ExecutionStatus, ...parts: readonly PartOutcome[]): PaymentEvent => ({
  type: 'PaymentProgressed',
  data: { by, status, parts, at },
});

const rejected = (...parts: readonly PartOutcome[]): PaymentEvent => ({
  type: 'PaymentRejected',
  data: { by, code: 'PAYMENT_FAILED', reason: 'not-executable', parts, at },
});

const statusesAfter = (history: readonly PaymentEvent[]) => {
  const payment = fold(paymentStream, history);
  if (payment.is === 'none') throw new Error('there is a payment');
  return partsOf(payment).map(({ status }) => status);
};

describe('the execution of a bulk', () => {
  it('reports each sub-payment on its own, and the same report twice changes nothing', () => {
    given(...executing)
      .when(toProgressParts(settled(0), settled(2)))
      .then(reported('ACSP', settled(0), settled(2)))
      .again()
      .thenNothing();
    expect(statusesAfter([...executing, reported('ACSP', settled(0), settled(2))])).toEqual([
      'ACSC',
      'ACSP',
      'ACSC',
    ]);
  });

  it('records of a report only what is new of its sub-payments', () => {
    given(...executing, reported('ACSP', settled(0)))
      .when(toProgressParts(settled(0), settled(1)))
      .then(reported('ACSP', settled(1)));
  });

  it('ends as ACSC with the last sub-payment that is settled', () => {
    given(...executing, reported('ACSP', settled(0), settled(1)))
      .when(toProgressParts(settled(2)))
      .then(reported('ACSC', settled(2)));
  });

  it('is PART from the first sub-payment that is rejected, and for good when the others are settled', () => {
    const first = reported('PART', partRejected(1));
    const last = reported('PART', settled(0), settled(2));
    given(...executing)
      .when(toProgressParts(partRejected(1)))
      .then(first);
    given(...executing, first)
      .when(toProgressParts(settled(0), settled(2)))
      .then(last);
    for (const late of [settled(1), partRejected(0), lackingFunds(2)]) {
      given(...executing, first, last)
        .when(toProgressParts(late))
        .thenRejected('CONFLICT');
    }
  });

  it('is PART when one sub-payment has no funds, which ends that one as ACCP', () => {
    const history = [...aBulk().authorised(), reported('PART', lackingFunds(0))];
    given(...aBulk().authorised())
      .when(toProgressParts(lackingFunds(0)))
      .then(reported('PART', lackingFunds(0)));
    given(...history)
      .when(toProgressParts({ part: 0, status: 'ACSP' }))
      .thenRejected('CONFLICT');
    expect(statusesAfter(history)).toEqual(['ACCP', 'ACTC', 'ACTC']);
  });

  it('follows each sub-payment of a claimed bulk, whichever begins first', () => {
    const claimed = aBulk().claimed({ status: 'ACWC' });
    const begun: PartOutcome = { part: 1, status: 'ACSP', fundsAvailable: true };
    given(...claimed)
      .when(toProgressParts(begun))
      .then(reported('ACSP', begun))
      .again()
      .thenNothing();
    const first = [...claimed, reported('ACSP', begun)];
    expect(statusesAfter(first)).toEqual(['ACWC', 'ACSP', 'ACWC']);
    given(...first)
      .when(toProgressParts(lackingFunds(0), settled(1), partRejected(2)))
      .then(reported('PART', lackingFunds(0), settled(1), partRejected(2)));
    const last = reported('PART', lackingFunds(0), settled(1), partRejected(2));
    expect(statusesAfter([...first, last])).toEqual(['ACCP', 'ACSC', 'RJCT']);
  });

  it('ends a claimed bulk as RJCT when the funds are missing for all of it', () => {
    const parts = [0, 1, 2].map(lackingFunds);
    given(...aBulk().claimed())
      .when(toProgressParts(...parts))
      .then(rejected(...parts))
      .again()
      .thenNothing();
  });

  it('ends as RJCT with the last sub-payment when none was settled', () => {
    given(...aBulk().authorised(), reported('PART', lackingFunds(0)))
      .when(toProgressParts(partRejected(1), partRejected(2)))
      .then(rejected(partRejected(1), partRejected(2)))
      .again()
      .thenNothing();
  });

  it('ends as RJCT when the funds are missing for all of it', () => {
    const parts = [0, 1, 2].map(lackingFunds);
    given(...aBulk().authorised())
      .when(toProgress({ fundsAvailable: false }))
      .then(rejected(...parts))
      .again()
      .thenNothing();
    expect(statusesAfter([...aBulk().authorised(), rejected(...parts)])).toEqual([
      'ACCP',
      'ACCP',
      'ACCP',
    ]);
  });

  it('is reported as a whole when there are funds for all of it', () => {
    given(...aBulk().authorised())
      .when(toProgress({ fundsAvailable: true }))
      .then({ type: 'PaymentProgressed', data: { by, status: 'ACCP', fundsAvailable: true, at } })
      .again()
      .thenNothing();
  });

  it('stays ACTC while some sub-payments have not begun', () => {
    const accepted = { part: 0, status: 'ACCP', fundsAvailable: true } as const;
    given(...aBulk().authorised())
      .when(toProgressParts(accepted))
      .then(reported('ACTC', accepted));
  });

  it('is reported by sub-payment once the sub-payments differ', () => {
    given(...executing, reported('ACSP', settled(0)))
      .when(toProgress({ status: 'ACSC' }))
      .thenRejected('CONFLICT');
    given(...executing, reported('ACSP', settled(0)))
      .when(toProgress({ status: 'ACSP' }))
      .thenNothing();
  });

  it.each<[string, readonly PaymentEvent[], readonly PartOutcome[], string]>([
    ['before the approval', aBulk().initiated(), [partRejected(0)], 'CONFLICT'],
    ['after a cancellation', aBulk().cancelled(aBulk().authorised()), [settled(0)], 'CONFLICT'],
    ['that jumps over the booking', aBulk().authorised(), [settled(0)], 'CONFLICT'],
    [
      'when another one of the same report cannot follow',
      [...executing, reported('PART', partRejected(1))],
      [settled(0), settled(1)],
      'CONFLICT',
    ],
    ['that it does not have', executing, [settled(3)], 'FORMAT_ERROR'],
    ['before the first one', executing, [settled(-1)], 'FORMAT_ERROR'],
    ['between two', executing, [settled(0.5)], 'FORMAT_ERROR'],
    ['twice in one report', executing, [settled(0), partRejected(0)], 'FORMAT_ERROR'],
    ['without naming any', executing, [], 'FORMAT_ERROR'],
    [
      'when it is a single payment',
      aPayment().progressed({ status: 'ACSP' }),
      [settled(0)],
      'FORMAT_ERROR',
    ],
  ])('cannot report a sub-payment %s', (_when, history, parts, code) => {
    given(...history)
      .when(toProgressParts(...parts))
      .thenRejected(code);
  });

  it('is of no sub-payment of a bulk that is not there', () => {
    given()
      .when(toProgressParts(settled(0)))
      .thenRejected('RESOURCE_UNKNOWN');
  });
});
