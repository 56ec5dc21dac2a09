import type { AuthorisedResource, PaymentInstruction } from '@nordgate/contracts/events';
import type { ApprovablePayment } from '@nordgate/contracts/queries';
import { anInstruction, aPaymentView } from '../../testing/a-payment-view.js';
import { aBasket, anInitiator, aPayment } from '../../testing/an-authorisation.js';
import { kari } from '../../testing/psu-steps.js';
import { approvalContent } from '../content/approval-content.js';
import { siteLanguages } from '../language/site-language.js';
import { textsOf } from '../language/texts.js';
import { sentencesOf } from './approval-sentences.js';
import { paymentsOnPage } from './approval-view.js';

const cancellation: AuthorisedResource = { kind: 'cancellation', paymentId: 'pay-1' };
const contact: AuthorisedResource = { kind: 'access' };
const [context] = kari.contexts;
const monthly = { startDate: '2026-04-01', frequency: 'Monthly' } as const;

function pageOf(
  resource: AuthorisedResource,
  views: readonly ApprovablePayment[] = [],
  language: (typeof siteLanguages)[number] = 'en',
) {
  const content = approvalContent(resource, views, context!, kari.customerId);
  if (content === undefined) throw new Error('a payment is missing');
  const link = { initiator: anInitiator(), resource };
  const sentences = sentencesOf({ link, content, exemptsReads: false }, { t: textsOf(language) });
  const cards = paymentsOnPage(content, language);
  const marks = cards.flatMap(({ mark, rows }) =>
    rows.length === 0 ? [mark] : rows.map((row) => row.mark),
  );
  return { ...sentences, marks };
}

const one = (change: Partial<ApprovablePayment>) => [aPaymentView(change)];
const instructed = (change: object): PaymentInstruction => anInstruction(change);

describe('an approval page', () => {
  it.each<readonly [string, AuthorisedResource, readonly ApprovablePayment[], string, string]>([
    [
      'of a payment',
      aPayment,
      one({}),
      '',
      'The payment is not approved yet. If you refuse, it is not carried out.',
    ],
    [
      'of a periodic payment',
      aPayment,
      one({ service: 'periodic-payments', instruction: instructed(monthly) }),
      '',
      'The payment is not approved yet. If you refuse, it is not carried out.',
    ],
    [
      'of a cancellation',
      cancellation,
      one({ transactionStatus: 'ACTC' }),
      'The payment is approved but not carried out yet. If you cancel it, it is not carried out.',
      'If you keep the payment, it is carried out as planned.',
    ],
    [
      'of the cancellation of a periodic payment',
      cancellation,
      one({
        transactionStatus: 'ACTC',
        service: 'periodic-payments',
        instruction: instructed(monthly),
      }),
      'The payments are approved. If you cancel them, no more of them are carried out.',
      'If you keep the payment, it is carried out as planned.',
    ],
    [
      'of a log-in',
      contact,
      [],
      'Penger AS gets confirmation that you are a customer here.',
      'If you refuse, Penger AS gets no confirmation. Access that you have given before does not change.',
    ],
  ])(
    '%s says the state before, and what each button changes',
    (_what, resource, views, then, no) => {
      const page = pageOf(resource, views);
      expect(page.then.join(' ')).toContain(then);
      expect(page.refuseHint).toBe(no);
      expect(page.lead).toMatch(/^Penger AS asks for /);
    },
  );

  it.each<readonly [string, Partial<ApprovablePayment>, string | undefined]>([
    ['waits', {}, undefined],
    ['is approved', { transactionStatus: 'ACTC' }, 'is approved already'],
    ['is carried out', { transactionStatus: 'ACSC' }, 'is approved already'],
    ['is cancelled', { transactionStatus: 'CANC' }, 'is cancelled'],
    ['is rejected', { transactionStatus: 'RJCT' }, 'was rejected'],
    ['lacks funds', { transactionStatus: 'ACCP', fundsAvailable: false }, 'was rejected'],
    [
      'is of an account that the PSU cannot use',
      { instruction: instructed({ debtorAccount: { bban: '12345678903', currency: 'NOK' } }) },
      'If you approve, this payment is declined.',
    ],
  ])('of a basket says of a member that it %s', (_state, change, words) => {
    const member = aPaymentView({ paymentId: 'pay-2', hash: 'hash-2', ...change });
    const { marks, refuseHint } = pageOf(aBasket, [aPaymentView(), member]);
    if (words === undefined) expect(marks[1]).toBeUndefined();
    else expect(marks[1]).toContain(words);
    expect(refuseHint).toBe(
      'If you refuse, none of the payments waiting for you will be carried out.',
    );
  });

  it.each(siteLanguages)(
    'of a log-in says in %s that each payment is still approved',
    (language) => {
      const link = (roles: readonly ('PSP_AI' | 'PSP_PI')[]) => ({
        initiator: anInitiator({ roles }),
        resource: contact,
      });
      const t = textsOf(language);
      const then = (roles: readonly ('PSP_AI' | 'PSP_PI')[]) =>
        sentencesOf({ link: link(roles), content: { payments: [] }, exemptsReads: false }, { t })
          .then;
      expect(then(['PSP_PI'])).toEqual([
        t('access.contact', { tpp: 'Penger AS' }),
        t('access.payments'),
      ]);
      expect(then(['PSP_AI'])).not.toContain(t('access.payments'));
      expect(then(['PSP_AI', 'PSP_PI'])).toHaveLength(3);
    },
  );
});
