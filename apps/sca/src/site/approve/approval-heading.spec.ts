import { paymentProducts } from '@nordgate/contracts/http';
import type { BulkPaymentInitiation } from '@nordgate/contracts/http';
import type { PaymentInstruction } from '@nordgate/contracts/events';
import type { Language } from '../language/site-language.js';
import { anInstruction, aPaymentView } from '../../testing/a-payment-view.js';
import type { PendingOutcome } from '../content/second-signature.js';
import type { MethodOnPage } from '../challenge/sca-method.js';
import type { PageKind } from '../frame/page-kind.js';
import { textsOf } from '../language/texts.js';
import { headingOf, submitText } from './approval-heading.js';

const paid = (amount: string, currency: 'NOK' | 'EUR' = 'NOK') =>
  anInstruction({ instructedAmount: { amount, currency } });
const code: MethodOnPage = { method: 'sandbox-code', code: '012345' };
const bulk = paymentProducts[0]?.services['bulk-payments']?.body.example as BulkPaymentInitiation;
const periodic = anInstruction({ startDate: '2026-04-01', frequency: 'Monthly' });

/** Title and button of a page with these payments; the last ones are declined. */
function seen(
  instructions: readonly PaymentInstruction[],
  {
    kind = 'payment',
    language = 'en',
    declined = 0,
    proof = code,
  }: {
    kind?: Exclude<PageKind, 'access'>;
    language?: Language;
    declined?: number;
    proof?: MethodOnPage;
  } = {},
) {
  const t = textsOf(language);
  const payments = instructions.map((instruction, at) => {
    const isDeclined = at >= instructions.length - declined;
    const will: PendingOutcome = isDeclined ? 'be-declined' : 'be-approved';
    return { view: aPaymentView({ instruction }), will };
  });
  const { sum, title } = headingOf(kind, { payments }, { language, t });
  const button = submitText({ act: kind, proof, sum }, { t });
  return [t(title.key, title.parameters), button].map((text) => text.replaceAll('\u00a0', ' '));
}

describe('the heading and the button of an approval page', () => {
  it('name the amount of a payment, and the heading its payee', () => {
    expect(seen([paid('1339.50')])).toEqual([
      'Approve 1,339.50 NOK to Strøm & Varme AS',
      'Approve 1,339.50 NOK',
    ]);
  });

  it('write the amount as the language of the reader does', () => {
    expect(seen([paid('1339.50')], { language: 'nb' })).toEqual([
      'Godkjenn 1 339,50 NOK til Strøm & Varme AS',
      'Godkjenn 1 339,50 NOK',
    ]);
  });

  it('name the sum and the number of the payments of a basket', () => {
    expect(seen([paid('1000'), paid('339.50')], { kind: 'basket' })).toEqual([
      'Approve 1,339.50 NOK in 2 payments',
      'Approve 1,339.50 NOK',
    ]);
  });

  it('count only what is approved', () => {
    expect(seen([paid('1000'), paid('339.50')], { kind: 'basket', declined: 1 })).toEqual([
      'Approve 1,000.00 NOK in 1 payment',
      'Approve 1,000.00 NOK',
    ]);
  });

  it('name a sum for each currency', () => {
    const [title] = seen([paid('1000'), paid('20.50', 'EUR')], { kind: 'basket' });
    expect(title).toBe('Approve 1,000.00 NOK + 20.50 EUR in 2 payments');
  });

  it('name the sum and the number of the payments of a bulk', () => {
    expect(seen([bulk])).toEqual(['Approve 59,950.25 NOK in 2 payments', 'Approve 59,950.25 NOK']);
  });

  it('name a periodic payment as a standing order, and say how often it is paid', () => {
    expect(seen([periodic])).toEqual([
      'Approve standing order: 1,250.50 NOK every month to Strøm & Varme AS',
      'Approve 1,250.50 NOK every month',
    ]);
  });

  it('name what is cancelled in the heading', () => {
    expect(seen([paid('1339.50')], { kind: 'cancellation' })).toEqual([
      'Cancel the payment of 1,339.50 NOK to Strøm & Varme AS',
      'Cancel the payment',
    ]);
  });

  it.each([
    [{ method: 'passkey', request: '{}' }, 'Approve 1,339.50 NOK with passkey'],
    [{ method: 'oidc', provider: 'BankID', targets: [] }, 'Approve 1,339.50 NOK with BankID'],
  ] as const)('name the sum with every method: %#', (proof, button) => {
    expect(seen([paid('1339.50')], { proof })[1]).toBe(button);
  });

  it('name no sum without a payment', () => {
    expect(seen([], { kind: 'contact' })).toEqual(['Confirm who you are', 'Confirm']);
  });
});
