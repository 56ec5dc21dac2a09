import type { OccurrenceOutcome, PaymentEvent } from '@nordgate/contracts/events';
import { fold } from '@nordgate/decider';
import { spec } from '@nordgate/decider/testing';
import { paymentStream } from '../domain/payment.js';
import {
  aPayment,
  aStandingOrder,
  moments,
  occurrenceClaimed,
  occurrenceDates,
} from '../testing/a-payment.js';
import { toProgressOccurrence } from '../testing/payment-commands.js';
import { progressOccurrence } from './progress-payment.js';

const { given } = spec(paymentStream, progressOccurrence);
const { authorised, cancelled } = aStandingOrder();
const [first, second, third] = occurrenceDates;

const lackingFunds: OccurrenceOutcome = { status: 'ACCP', fundsAvailable: false };
const rejected: OccurrenceOutcome = {
  status: 'RJCT',
  code: 'PAYMENT_FAILED',
  reason: 'creditor-account-unknown',
};

const reported = (
  occurrence: string,
  outcome: OccurrenceOutcome,
  status: 'ACTC' | 'ACSC' | 'CANC' | 'RJCT' = 'ACTC',
): PaymentEvent => ({
  type: 'OccurrenceProgressed',
  data: {
    ...{ by: toProgressOccurrence(occurrence).data.by, status, occurrence, outcome },
    at: moments.settled,
  },
});

/** A run has taken all three occurrences. */
const allClaimed = [...authorised(), ...occurrenceDates.map((date) => occurrenceClaimed(date))];
const oneClaimed = [...authorised(), occurrenceClaimed(first)];
const statusesAfter = (history: readonly PaymentEvent[]) => {
  const state = fold(paymentStream, history);
  return state.is === 'none' ? [] : [state.status, ...(state.occurrences ?? []).map(statusOf)];
};
const statusOf = ({ status }: { readonly status: string }) => status;

describe('the execution of an occurrence', () => {
  it.each<[string, readonly OccurrenceOutcome[]]>([
    ['ACSC step by step', [{ status: 'ACSP' }, { status: 'ACWP' }, { status: 'ACSC' }]],
    ['ACSC at once', [{ status: 'ACSC' }]],
    ['ACCP without funds, although a run took it as ACCP', [lackingFunds]],
    ['ACCP without funds after it began', [{ status: 'ACSP', fundsAvailable: true }, lackingFunds]],
    ['RJCT', [{ status: 'ACSP' }, rejected]],
  ])('is reported up to %s, while the order stays ACTC', (_what, outcomes) => {
    const history: PaymentEvent[] = [...oneClaimed];
    for (const outcome of outcomes) {
      given(...history)
        .when(toProgressOccurrence(first, outcome))
        .then(reported(first, outcome))
        .again()
        .thenNothing();
      history.push(reported(first, outcome));
    }
    expect(statusesAfter(history)).toEqual(['ACTC', outcomes.at(-1)?.status]);
  });

  it('keeps the reason of a rejection', () => {
    expect(fold(paymentStream, [...oneClaimed, reported(first, rejected)])).toMatchObject({
      occurrences: [{ rejection: { code: 'PAYMENT_FAILED', reason: 'creditor-account-unknown' } }],
    });
  });

  it('changes nothing by a report that comes late', () => {
    given(...oneClaimed, reported(first, { status: 'ACSC' }))
      .when(toProgressOccurrence(first, { status: 'ACSP' }))
      .thenNothing();
  });

  it.each<[string, OccurrenceOutcome, OccurrenceOutcome]>([
    ['settled', { status: 'ACSC' }, rejected],
    ['settled', { status: 'ACSC' }, lackingFunds],
    ['rejected', rejected, { status: 'ACSC' }],
    ['without funds', lackingFunds, { status: 'ACSP' }],
  ])('is refused what contradicts that it is %s', (_what, known, outcome) => {
    given(...oneClaimed, reported(first, known))
      .when(toProgressOccurrence(first, outcome))
      .thenRejected('CONFLICT');
  });

  it.each([
    ['that no run has taken', authorised()],
    ['of a payment that has none', aPayment().claimed()],
    ['of a payment that is not there', []],
  ])('is refused for one %s', (_what, history) => {
    given(...history)
      .when(toProgressOccurrence(first))
      .thenRejected('RESOURCE_UNKNOWN');
  });
});

describe('the order of the occurrences', () => {
  const settled: OccurrenceOutcome = { status: 'ACSC' };

  it('ends as ACSC with the last occurrence, whatever became of the others', () => {
    const history = [...allClaimed, reported(first, lackingFunds), reported(second, rejected)];
    given(...history)
      .when(toProgressOccurrence(third, settled))
      .then(reported(third, settled, 'ACSC'))
      .again()
      .thenNothing();
  });

  it('ends as ACSC with an earlier occurrence that takes longer', () => {
    const history = [...allClaimed, reported(first, settled), reported(third, settled)];
    given(...history)
      .when(toProgressOccurrence(second, settled))
      .then(reported(second, settled, 'ACSC'));
  });

  it('stays ACTC while an occurrence is not due yet', () => {
    given(...authorised(), occurrenceClaimed(first), occurrenceClaimed(second))
      .when(toProgressOccurrence(second, settled))
      .then(reported(second, settled));
  });

  it.each([
    ['CANC', cancelled(oneClaimed)],
    [
      'RJCT',
      [...oneClaimed, ...aStandingOrder().rejected({ reason: 'product-not-offered' }).slice(-1)],
    ],
  ] as const)('stays %s while its occurrence in flight is completed', (status, history) => {
    given(...history)
      .when(toProgressOccurrence(first, settled))
      .then(reported(first, settled, status))
      .again()
      .thenNothing();
    expect(statusesAfter([...history, reported(first, settled, status)])).toEqual([status, 'ACSC']);
  });
});
