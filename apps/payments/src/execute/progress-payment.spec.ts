import { spec } from '@nordgate/decider/testing';
import { paymentStream } from '../domain/payment.js';
import { aPayment, aStandingOrder } from '../testing/a-payment.js';
import { toProgress } from '../testing/payment-commands.js';
import { progressPayment } from './progress-payment.js';

const { given } = spec(paymentStream, progressPayment);
const { progressed } = aPayment();

describe('the execution of a payment', () => {
  it('reports whether there are funds', () => {
    given(...aPayment().authorised())
      .when(toProgress({ fundsAvailable: false }))
      .then({
        type: 'PaymentProgressed',
        data: {
          by: 'batch-run-2030-03-01-3',
          status: 'ACCP',
          fundsAvailable: false,
          at: '2030-03-01T11:30:00.000Z',
        },
      })
      .again()
      .thenNothing();
  });

  it('changes nothing by a report that comes late', () => {
    given(...progressed({ fundsAvailable: true }, { status: 'ACSP' }, { status: 'ACSC' }))
      .when(toProgress({ status: 'ACSP' }))
      .thenNothing();
  });

  it.each([
    ['ACCP', aPayment().claimed()],
    ['ACWC', aPayment().claimed({ status: 'ACWC' })],
    ['ACSP', [...aPayment().claimed(), ...progressed({ status: 'ACSP' }).slice(-1)]],
  ] as const)(
    'reports after the claim that a payment that is %s has no funds',
    (_what, history) => {
      const { data } = toProgress({ fundsAvailable: false });
      given(...history)
        .when(toProgress({ fundsAvailable: false }))
        .then({
          type: 'PaymentProgressed',
          data: { ...data, at: '2030-03-01T11:30:00.000Z' } as never,
        })
        .again()
        .thenNothing();
    },
  );

  it('changes nothing by an ACCP with unknown funds after the claim', () => {
    for (const status of ['ACCP', 'ACWC'] as const) {
      given(...aPayment().claimed({ status }))
        .when(toProgress())
        .thenNothing();
    }
  });

  it('changes nothing by a step that an executor reports after a later one', () => {
    const settled = [...aPayment().claimed(), ...progressed({ status: 'ACSC' }).slice(-1)];
    for (const status of ['ACSP', 'ACWP'] as const) {
      given(...settled)
        .when(toProgress({ status }))
        .thenNothing();
    }
  });

  it('cannot report that the funds of a settled payment are missing', () => {
    given(...progressed({ status: 'ACSP' }, { status: 'ACSC' }))
      .when(toProgress({ fundsAvailable: false }))
      .thenRejected('CONFLICT');
  });

  it('is not reported of a whole periodic payment', () => {
    given(...aStandingOrder().authorised())
      .when(toProgress({ status: 'ACSP' }))
      .thenRejected('FORMAT_ERROR');
  });

  it.each([
    ['before the approval', aPayment().initiated(), 'ACCP'],
    ['after lack of funds', progressed({ fundsAvailable: false }), 'ACSP'],
    ['after a cancellation', aPayment().cancelled(aPayment().authorised()), 'ACSP'],
    ['that jumps over the booking', aPayment().authorised(), 'ACSC'],
  ] as const)('cannot report anything %s', (_what, history, status) => {
    given(...history)
      .when(toProgress({ status }))
      .thenRejected('CONFLICT');
  });

  it('is of no payment that is not there', () => {
    given().when(toProgress()).thenRejected('RESOURCE_UNKNOWN');
  });
});
