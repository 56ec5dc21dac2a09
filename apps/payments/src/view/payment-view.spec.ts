import { fold } from '@nordgate/decider';
import type { PaymentEvent } from '@nordgate/contracts/events';
import { instructionHash } from '@nordgate/contracts/rules';
import { paymentStream } from '../domain/payment.js';
import {
  aBulk,
  aPayment,
  anInstruction,
  otherTpp,
  partRejected,
  paymentId,
  tpp,
} from '../testing/a-payment.js';
import { approvable, paymentViewOf } from './payment-view.js';

const viewAfter = (history: readonly PaymentEvent[], reader = tpp) =>
  paymentViewOf(paymentId, history.length, fold(paymentStream, history), reader);

describe('the view of a payment', () => {
  const { initiated, authorised, rejected, cancelled } = aPayment();

  it('shows all that was asked for', () => {
    expect(viewAfter(initiated())).toEqual({
      paymentId,
      version: 1,
      service: 'payments',
      product: 'norwegian-domestic-credit-transfers',
      initiator: {
        tpp,
        tppName: 'Sandbox TPP AS',
        psuId: 'c9d7a6b1-5e1f-4a37-9d0a-3c1f6d2b8e47',
        context: 'PRIVATE',
        tppSessionId: '0f6f2a54-70b1-4a0f-8a53-6a8f2f5d7c11',
        redirectUri: 'https://tpp.example/return',
      },
      fingerprint: 'fingerprint-of-the-request',
      instruction: anInstruction,
      transactionStatus: 'RCVD',
      acceptedAt: '2030-03-01T09:00:00.000Z',
      authorisationId: 'b2e1d4c3f5a6079889706b5c4d3e2f1a',
    });
  });

  it('has the hash of what the PSU approves only where a PSU may be shown it', () => {
    const view = viewAfter(initiated());
    expect(view).not.toHaveProperty('hash');
    expect(approvable(view!)).toEqual({ ...view, hash: instructionHash(anInstruction) });
  });

  it.each([
    ['RCVD', initiated()],
    ['ACTC', authorised()],
    ['RJCT', rejected()],
    ['CANC', cancelled()],
    ['CANC', cancelled(authorised())],
  ])('shows %s', (transactionStatus, history) => {
    expect(viewAfter(history)).toMatchObject({ transactionStatus, version: history.length });
  });

  it('shows why a payment was rejected, and only then', () => {
    const rejection = { code: 'PAYMENT_FAILED', reason: 'refused-by-psu' };
    expect(viewAfter(rejected())).toMatchObject({ rejection });
    expect(viewAfter(cancelled())).not.toHaveProperty('rejection');
  });

  it('shows the sub-payments of a bulk once they differ', () => {
    const accepted = { part: 1, status: 'ACCP', fundsAvailable: true } as const;
    const parts = [partRejected(0), accepted];
    expect(viewAfter(aBulk().authorised())).not.toHaveProperty('parts');
    const view = viewAfter(aBulk().progressed({ status: 'PART', parts }));
    const rejection = { code: 'PAYMENT_FAILED', reason: 'not-executable' };
    expect(view).toMatchObject({
      transactionStatus: 'PART',
      parts: [
        { transactionStatus: 'RJCT', rejection },
        { transactionStatus: 'ACCP', fundsAvailable: true },
        { transactionStatus: 'ACTC' },
      ],
    });
    expect(view).not.toHaveProperty('fundsAvailable');
  });

  it('shows of a bulk that the funds are missing when no sub-payment has any', () => {
    const parts = [0, 1, 2].map(
      (part) => ({ part, status: 'ACCP', fundsAvailable: false }) as const,
    );
    const view = viewAfter(aBulk().rejected({ reason: 'not-executable', parts }));
    expect(view).toMatchObject({ transactionStatus: 'RJCT', fundsAvailable: false });
  });

  it('shows who signed first and under which agreement, and what approved it', () => {
    const { signed } = aPayment();
    const first = viewAfter(signed({ by: 'basket-1', corporateId: 'agreement-1' }));
    const signedBy = { by: 'basket-1', customerId: 'customer-1', corporateId: 'agreement-1' };
    expect(first).toMatchObject({ transactionStatus: 'PDNG', signedBy });
    expect(first).not.toHaveProperty('authorisedBy');
    expect(viewAfter(signed())?.signedBy).not.toHaveProperty('corporateId');
    expect(viewAfter(authorised({ by: 'basket-1' }))).toMatchObject({ authorisedBy: 'basket-1' });
    expect(viewAfter(authorised())).not.toHaveProperty('signedBy');
  });

  it('never shows the hash of a link token', () => {
    expect(JSON.stringify(viewAfter(authorised()))).not.toContain('hash-of-token');
  });

  it('shows another TPP nothing, whatever the state', () => {
    for (const history of [initiated(), authorised(), rejected(), cancelled()]) {
      expect(viewAfter(history, otherTpp)).toBeNull();
    }
  });

  it('shows nothing of a payment that is not there', () => {
    expect(viewAfter([])).toBeNull();
  });

  it('is the same when it is read again', () => {
    expect(viewAfter(rejected())).toEqual(viewAfter(rejected()));
  });
});
