import type { ExecutionStatus, PaymentEvent, PaymentInitiated } from '@nordgate/contracts/events';
import type { PaymentStatus } from '@nordgate/contracts/codes';
import { paymentStatusAfter } from '@nordgate/contracts/rules';
import { fold } from '@nordgate/decider';
import { writtenBy } from '@nordgate/decider/testing';
import { paymentsDeciders } from '../payments.deciders.js';
import { aBulk, aPayment, aStandingOrder } from '../testing/a-payment.js';
import { mayFollow, paymentSamples } from '../testing/payment-commands.js';
import { paymentStream } from './payment.js';

describe('every event of a payment', () => {
  const { initiated, signed, authorised, progressed } = aPayment();
  const written = writtenBy(paymentsDeciders(undefined), paymentStream, paymentSamples);
  const eventOf = (type: string) =>
    written.find(({ event }) => event.type === type)?.event as PaymentEvent;
  const historyTo = (status: PaymentStatus | 'none'): readonly PaymentEvent[] => {
    const early = { none: [], RCVD: initiated(), PDNG: signed(), ACTC: authorised() };
    return status in early
      ? early[status as keyof typeof early]
      : progressed({ status: status as ExecutionStatus });
  };
  const cases = (Object.keys(mayFollow) as PaymentEvent['type'][]).flatMap((type) =>
    mayFollow[type].map((status) => [type, status] as const),
  );

  it.each(cases)('%s folds after %s', (type, status) => {
    const event = eventOf(type);
    const state = fold(paymentStream, [...historyTo(status), event]);
    expect(state).toMatchObject({
      is: 'known',
      status: paymentStatusAfter(event),
      fingerprint: 'fingerprint-of-the-request',
    });
  });

  it.each(Object.keys(mayFollow).filter((type) => type !== 'PaymentInitiated'))(
    '%s stops the fold when nothing was initiated',
    (type) => {
      expect(() => fold(paymentStream, [eventOf(type)])).toThrow('before PaymentInitiated');
    },
  );

  it('stops the fold when it comes from a newer release', () => {
    const unknown = { type: 'PaymentFrozen', data: {} } as unknown as PaymentEvent;
    expect(() => fold(paymentStream, [...initiated(), unknown])).toThrow('unreachable');
  });
});

describe('a payment', () => {
  const { initiated, signed, changed, authorised, progressed } = aPayment();
  const hasEnded = (events: readonly PaymentEvent[]) =>
    paymentStream.hasEnded?.(fold(paymentStream, events));

  it('keeps for SQL its status, service and TPP, and its time while nobody has approved it', () => {
    const [{ data }] = initiated() as [PaymentInitiated];
    const { service, initiator, acceptedAt } = data;
    const kept = (events: readonly PaymentEvent[]) =>
      paymentStream.kept?.(fold(paymentStream, events));
    const always = { is: 'known', service, initiator: { tpp: initiator.tpp } };
    expect(kept(initiated())).toEqual({ ...always, status: 'RCVD', acceptedAt });
    expect(kept(authorised())).toEqual({ ...always, status: 'ACTC' });
    expect(kept(progressed({ status: 'ACSC' }))).toEqual({ ...always, status: 'ACSC' });
    expect(kept([])).toBeUndefined();
  });

  it('keeps everything where lists show it, or it may have many events', () => {
    const long = [aBulk().initiated(), aStandingOrder().initiated(), changed()];
    for (const events of [signed(), ...long]) {
      expect(paymentStream.kept?.(fold(paymentStream, events))).toBeUndefined();
    }
  });

  it('has ended, and may be deleted later, in a last status only', () => {
    expect(hasEnded([])).toBe(false);
    expect(hasEnded(initiated())).toBe(false);
    expect(hasEnded(authorised())).toBe(false);
    expect(hasEnded(progressed({ status: 'ACSP' }))).toBe(false);
    expect(hasEnded(progressed({ status: 'ACSC' }))).toBe(true);
  });

  it('has not ended while an occurrence that a run has taken is on its way', () => {
    const state = fold(paymentStream, progressed({ status: 'ACSC' }));
    if (state.is === 'none') throw new Error('the payment is known');
    const occurrence = { date: '2030-03-01', claimedBy: 'batch-run-1', progress: [] } as const;
    const withOne = (status: 'ACSP' | 'ACSC') =>
      paymentStream.hasEnded?.({ ...state, occurrences: [{ ...occurrence, status }] });
    expect(withOne('ACSP')).toBe(false);
    expect(withOne('ACSC')).toBe(true);
  });
});
