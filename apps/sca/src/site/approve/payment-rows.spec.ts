import { paymentProducts } from '@nordgate/contracts/http';
import type { BulkPaymentInitiation } from '@nordgate/contracts/http';
import { anInstruction, aPaymentView } from '../../testing/a-payment-view.js';
import { aBasket } from '../../testing/an-authorisation.js';
import { kari } from '../../testing/psu-steps.js';
import { approvalContent } from '../content/approval-content.js';
import { paymentsOnPage } from './approval-view.js';

const [context] = kari.contexts;
const terms = { products: [], now: new Date('2026-11-26T10:00:00Z') };
const bulk = paymentProducts[0]?.services['bulk-payments']?.body.example as BulkPaymentInitiation;

/** The cards of a page with payments that differ in these members. */
function cardsOf(changes: readonly Parameters<typeof anInstruction>[0][]) {
  const paymentIds = changes.map((_, index) => `pay-${String(index)}`);
  const views = changes.map((change, index) =>
    aPaymentView({
      paymentId: `pay-${String(index)}`,
      hash: `hash-${String(index)}`,
      instruction: anInstruction(change),
    }),
  );
  const resource = { ...aBasket, paymentIds };
  const content = approvalContent(resource, views, context!, kari.customerId);
  return paymentsOnPage(content!, 'en', terms as never);
}

const written = (lines: readonly { label: string; value: string }[]) =>
  lines.map(({ label, value }) => `${label}: ${value.replaceAll('\u00a0', ' ')}`);

describe('the payments of a basket', () => {
  it('are rows of one card, which says once what they have in common', () => {
    const payee = { creditorName: 'Fisk AS', remittanceInformationUnstructured: 'Cod' };
    const [card, ...others] = cardsOf([{}, payee, {}]);
    expect(others).toEqual([]);
    expect(written(card!.lines)).toEqual([
      'Payments: 3',
      'To account: 8601 11 17947',
      'From account: Account acc-1 1506 20 78902',
      'Date: As soon as possible',
      'Fee: None',
    ]);
    const rows = card!.rows.map(({ payee, lines }) => [payee, ...written(lines)]);
    expect(rows).toEqual([
      ['Strøm & Varme AS', 'Text: March <invoice>'],
      ['Fisk AS', 'Text: Cod'],
      ['Strøm & Varme AS', 'Text: March <invoice>'],
    ]);
    expect(card!.rows.map(({ exact }) => exact)).toEqual(['1250.50', '1250.50', '1250.50']);
  });

  it('keep in their rows what only some of them say', () => {
    const [card] = cardsOf([{}, { requestedExecutionDate: '2030-03-01' }]);
    expect(written(card!.lines).join()).not.toContain('Date');
    expect(card!.rows.map(({ lines }) => written(lines))).toEqual([
      ['Date: As soon as possible'],
      ['Date: 1 March 2030'],
    ]);
  });

  it('are marked in their rows, and do not take the common facts of the others away', () => {
    const debtorAccount = { bban: '12345678903', currency: 'NOK' } as const;
    const [card] = cardsOf([{}, {}, { debtorAccount }]);
    expect(written(card!.lines)).toContain('From account: Account acc-1 1506 20 78902');
    expect(card!.rows.map(({ mark }) => mark !== undefined)).toEqual([false, false, true]);
    expect(written(card!.rows[2]!.lines)).toEqual(['From account: Account acc-2 1234 56 78903']);
  });
});

describe('the payments of a bulk payment', () => {
  it('are rows of one card', () => {
    const view = aPaymentView({ service: 'bulk-payments', instruction: bulk });
    const resource = { kind: 'payment', paymentId: 'pay-1' } as const;
    const content = approvalContent(resource, [view], context!, kari.customerId);
    const [card, ...others] = paymentsOnPage(content!, 'en');
    expect(others).toEqual([]);
    expect(card!.lines[0]).toMatchObject({ label: 'Sum', exact: '59950.25' });
    expect(card!.rows.map(({ payee }) => payee)).toEqual(
      bulk.payments.map(({ creditorName }) => creditorName),
    );
  });
});

describe('a single payment', () => {
  it('has no rows', () => {
    const resource = { kind: 'payment', paymentId: 'pay-1' } as const;
    const content = approvalContent(resource, [aPaymentView()], context!, kari.customerId);
    const [card] = paymentsOnPage(content!, 'en');
    expect(card!.rows).toEqual([]);
    expect(written(card!.lines)).toContain('From account: Account acc-1 1506 20 78902');
  });
});
