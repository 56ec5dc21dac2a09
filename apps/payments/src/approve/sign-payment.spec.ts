import { spec } from '@nordgate/decider/testing';
import { authorisePayment, signPayment } from './approve-payment.js';
import { paymentStream } from '../domain/payment.js';
import { aPayment, moments } from '../testing/a-payment.js';
import { toAuthorise, toSign } from '../testing/payment-commands.js';

const { given } = spec(paymentStream, signPayment);

describe('the first of two signatures', () => {
  it('makes a payment wait for the second', () => {
    given(...aPayment().initiated())
      .when(toSign())
      .then(...aPayment().signed().slice(1))
      .again()
      .thenNothing();
  });

  it.each([
    ['has a first one', aPayment().signed({ by: 'authorisation-1' })],
    ['is approved', aPayment().authorised({ by: 'authorisation-1' })],
    ['was refused', aPayment().rejected()],
    ['was called off', aPayment().cancelled()],
    ['has changed since it was shown', aPayment().changed()],
  ])('is refused of a payment that %s', (_what, history) => {
    given(...history)
      .when(toSign())
      .thenRejected('CONFLICT');
  });

  it('is refused of a payment that is not there', () => {
    given().when(toSign()).thenRejected('RESOURCE_UNKNOWN');
  });
});

/** What runs pick the payment by. */
const order = {
  product: 'norwegian-domestic-credit-transfers',
  tpp: 'PSDNO-FSA-999900001',
  acceptedAt: moments.initiated,
};

/** The first signature, under an agreement. */
const waiting = aPayment().signed({ corporateId: 'agreement-1' });

describe.each([
  ['as a signature', spec(paymentStream, signPayment), toSign],
  ['as an approval', spec(paymentStream, authorisePayment), toAuthorise],
] as const)('the second of two, sent %s,', (_as, second, command) => {
  const byAnother = { by: 'authorisation-2', customerId: 'customer-2' };
  const when = (changes: Partial<Parameters<typeof toSign>[0]>, history = waiting) =>
    second.given(...history).when(command({ corporateId: 'agreement-1', ...changes }) as never);

  it('lets the payment go on', () => {
    when(byAnother)
      .then({
        type: 'PaymentAuthorised',
        data: { ...byAnother, at: '2030-03-01T09:05:00.000Z', order },
      })
      .again()
      .thenNothing();
  });

  it('says who pays where the clearing has to know it, or ends the payment', () => {
    const product = 'cross-border-credit-transfers';
    const abroad = aPayment().with({ product, structuredAddresses: true });
    const history = abroad.signed({ corporateId: 'agreement-1' });
    const debtor = { name: 'Bedrift AS', address: { townName: 'Bodø', country: 'NO' } } as const;
    const at = '2030-03-01T09:05:00.000Z';
    when({ ...byAnother, debtor }, history).then({
      type: 'PaymentAuthorised',
      data: { ...byAnother, debtor, at, order: { ...order, product } },
    });
    const why = { code: 'PAYMENT_FAILED', reason: 'debtor-unknown' } as const;
    when(byAnother, history).then({
      type: 'PaymentRejected',
      data: { by: byAnother.by, ...why, at },
    });
  });

  it.each([
    ['is not that of the first signer once more', { by: 'authorisation-2' }],
    ['is not one under another agreement', { ...byAnother, corporateId: 'agreement-2' }],
    ['is not one without an agreement', { ...byAnother, corporateId: '' }],
    ['is bound to what was shown', { ...byAnother, hash: 'another' }],
  ])('%s', (_what, changes) => {
    when(changes).thenRejected('CONFLICT');
  });

  it('comes too late after the second of somebody else', () => {
    const done = [
      ...waiting,
      ...aPayment()
        .authorised({ ...byAnother })
        .slice(1),
    ];
    when({ by: 'authorisation-3', customerId: 'customer-3' }, done).thenRejected('CONFLICT');
  });
});

describe('both signatures of one basket', () => {
  const by = 'basket-1';
  const first = aPayment().signed({ by });

  it('are told apart by who signs', () => {
    given(...first)
      .when(toSign({ by, customerId: 'customer-2' }))
      .then(...aPayment().authorised({ by, customerId: 'customer-2' }).slice(1));
  });

  it('are one when the same comes again', () => {
    given(...first)
      .when(toSign({ by }))
      .thenNothing();
    given(...first, ...aPayment().authorised({ by, customerId: 'customer-2' }).slice(1))
      .when(toSign({ by }))
      .thenNothing();
  });
});
