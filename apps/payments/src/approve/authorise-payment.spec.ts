import type { Debtor, PaymentInstruction } from '@nordgate/contracts/events';
import { instructionHash } from '@nordgate/contracts/rules';
import { fold } from '@nordgate/decider';
import { spec } from '@nordgate/decider/testing';
import { paymentStream } from '../domain/payment.js';
import { aPayment, anInstruction, authorisation, moments } from '../testing/a-payment.js';
import type { PaymentBuilder } from '../testing/a-payment.js';
import { toAuthorise } from '../testing/payment-commands.js';
import { authorisePayment } from './approve-payment.js';

const { given } = spec(paymentStream, authorisePayment);
const basket = 'basket-d4c3f6e5a7b8291aa0928d7e6f504132';

describe('authorising a payment', () => {
  it('lets the payment go on when the PSU approved what it still is', () => {
    given(...aPayment().initiated())
      .when(toAuthorise())
      .then({
        type: 'PaymentAuthorised',
        data: {
          by: 'authorisation-b2e1d4c3f5a6079889706b5c4d3e2f1a',
          customerId: 'customer-1',
          at: '2030-03-01T09:05:00.000Z',
          order: {
            product: 'norwegian-domestic-credit-transfers',
            tpp: 'PSDNO-FSA-999900001',
            acceptedAt: moments.initiated,
          },
        },
      })
      .again()
      .thenNothing();
  });

  describe('of which the clearing has to know who pays', () => {
    const debtor: Debtor = {
      name: 'Sandbox Person Én',
      address: { street: 'Prøveveien', townName: 'Oslo', country: 'NO' },
    };
    const { debtorAccount } = anInstruction;
    const euros = { amount: '10.00', currency: 'EUR' } as const;
    const inEuros = { ...anInstruction, instructedAmount: euros } as PaymentInstruction;
    const bulk = { debtorAccount, payments: [anInstruction, inEuros] } as PaymentInstruction;
    const ncbct = 'cross-border-credit-transfers';
    const enforced = aPayment().with({ structuredAddresses: true });
    const outcome = (payment: PaymentBuilder, instruction = anInstruction, known?: Debtor) => {
      const hash = instructionHash(instruction);
      const command = toAuthorise({ hash, debtor: known });
      const state = fold(paymentStream, payment.with({ instruction }).initiated());
      return authorisePayment(command, state);
    };
    const authorised = (more: object) => [
      {
        type: 'PaymentAuthorised',
        data: {
          ...{ by: authorisation, customerId: 'customer-1', ...more, at: moments.settled },
          order: expect.anything() as object,
        },
      },
    ];

    it.each([
      ['abroad', enforced.with({ product: ncbct }), anInstruction],
      ['with an exchange', enforced, inEuros],
      ['with an exchange in one of many', enforced.with({ service: 'bulk-payments' }), bulk],
    ])('keeps the debtor that the bank has inferred: %s', (_what, payment, instruction) => {
      expect(outcome(payment, instruction, debtor)).toEqual(authorised({ debtor }));
    });

    it('keeps nothing that nobody needs: within the country', () => {
      expect(outcome(enforced, anInstruction, debtor)).toEqual(authorised({}));
      expect(outcome(enforced)).toEqual(authorised({}));
    });

    it('keeps it before it is enforced, as far as the bank knows it: the execution may be later', () => {
      const early = aPayment().with({ product: ncbct });
      expect(outcome(early, anInstruction, debtor)).toEqual(authorised({ debtor }));
      expect(outcome(early)).toEqual(authorised({}));
    });

    it('is RJCT when the bank cannot infer it', () => {
      const why = { code: 'PAYMENT_FAILED', reason: 'debtor-unknown' };
      expect(outcome(enforced.with({ product: ncbct }))).toEqual([
        { type: 'PaymentRejected', data: { by: authorisation, ...why, at: moments.settled } },
      ]);
    });
  });

  it('takes the approval of a basket like an approval of this payment alone', () => {
    given(...aPayment().initiated())
      .when(toAuthorise({ by: basket }))
      .then(...aPayment().authorised({ by: basket }).slice(1))
      .again()
      .thenNothing();
  });

  it('has nothing left to do when the same approval comes again', () => {
    const { authorised, cancelled } = aPayment();
    for (const history of [authorised(), cancelled(authorised())]) {
      given(...history)
        .when(toAuthorise())
        .thenNothing()
        .again()
        .thenNothing();
    }
  });

  it('refuses a second approval by somebody else', () => {
    given(...aPayment().authorised({ by: authorisation }))
      .when(toAuthorise({ by: basket }))
      .thenRejected('CONFLICT')
      .again()
      .thenRejected('CONFLICT');
  });

  it.each([
    ['rejected', aPayment().rejected()],
    ['cancelled', aPayment().cancelled()],
    [
      'cancelled after another approval',
      aPayment().cancelled(aPayment().authorised({ by: basket })),
    ],
  ])('refuses a payment that was %s', (_, history) => {
    given(...history)
      .when(toAuthorise())
      .thenRejected('CONFLICT')
      .again()
      .thenRejected('CONFLICT');
  });

  it('refuses a payment that is not there', () => {
    given()
      .when(toAuthorise())
      .thenRejected('RESOURCE_UNKNOWN')
      .again()
      .thenRejected('RESOURCE_UNKNOWN');
  });
});

describe('dynamic linking', () => {
  const shown: readonly [string, PaymentInstruction][] = [
    ['amount', { ...anInstruction, instructedAmount: { amount: '1250.51', currency: 'NOK' } }],
    ['currency', { ...anInstruction, instructedAmount: { amount: '1250.50', currency: 'SEK' } }],
    ['payee', { ...anInstruction, creditorName: 'Sandbox Bedrift To AS' }],
    [
      'payee account',
      { ...anInstruction, creditorAccount: { bban: '99996000024', currency: 'NOK' } },
    ],
  ];

  it.each(shown)('refuses an approval for another %s than the payment has', (_, instruction) => {
    given(...aPayment().initiated())
      .when(toAuthorise({ hash: instructionHash(instruction) }))
      .thenRejected('CONFLICT')
      .again()
      .thenRejected('CONFLICT');
  });

  it.each(shown)('refuses an approval when the %s has changed since', (_, instruction) => {
    given(...aPayment().with({ instruction }).initiated())
      .when(toAuthorise())
      .thenRejected('CONFLICT')
      .again()
      .thenRejected('CONFLICT');
  });

  it('refuses an approval of nothing', () => {
    given(...aPayment().initiated())
      .when(toAuthorise({ hash: '' }))
      .thenRejected('CONFLICT')
      .again()
      .thenRejected('CONFLICT');
  });
});
