import { spec } from '@nordgate/decider/testing';
import { paymentStream } from '../domain/payment.js';
import { aPayment } from '../testing/a-payment.js';
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
