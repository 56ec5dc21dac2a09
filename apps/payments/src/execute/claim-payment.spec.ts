import { instructionHash } from '@nordgate/contracts/rules';
import { nextExecutionDates } from '@nordgate/contracts/calendar';
import type { PeriodicOrder } from '@nordgate/contracts/calendar';
import type { BankProfile } from '@nordgate/contracts/profile';
import type { PaymentEvent, PaymentInstruction, RejectionReason } from '@nordgate/contracts/events';
import { fold } from '@nordgate/decider';
import { spec } from '@nordgate/decider/testing';
import { keptOccurrences } from '../domain/occurrences.js';
import { paymentStream } from '../domain/payment.js';
import {
  aBulk,
  aPayment,
  anInstruction,
  aStandingInstruction,
  aStandingOrder,
  aTransfer,
  firstOccurrence,
  moments,
  occurrenceClaimed,
} from '../testing/a-payment.js';
import type { PaymentBuilder } from '../testing/a-payment.js';
import { ownAccounts, toClaim, toProgressOccurrence } from '../testing/payment-commands.js';
import { progressOccurrence } from './progress-payment.js';
import { claimPayment } from './claim-payment.js';

const { given } = spec(paymentStream, claimPayment(undefined));
const at = moments.settled;
const [run, otherRun] = ['batch-run-2030-03-01-1330', 'batch-run-2030-03-01-1530'];
const day = '2030-03-01';

/** The event of a claim of this payment by the first run. */
const claimed = (payment: PaymentBuilder, changes: object = {}) =>
  payment.claimed({ at, ...changes }).slice(-1);

describe('a run that claims a payment', () => {
  it('takes it as ACCP with the instruction as it was approved, once', () => {
    const debtor = { name: 'Sandbox Person Én' };
    const order = {
      service: 'payments',
      product: 'norwegian-domestic-credit-transfers',
      tpp: 'PSDNO-FSA-999900001',
      instruction: anInstruction,
      debtor,
    } as const;
    given(...aPayment().authorised({ debtor: debtor as never }))
      .when(toClaim())
      .then({
        type: 'PaymentClaimed',
        data: {
          ...{ by: run, status: 'ACCP', order: order as never, day, at },
          instructionHash: instructionHash(anInstruction),
        },
      })
      .again()
      .thenNothing();
  });

  it('names the sealed approvals: one, or both of two', () => {
    const [first, last] = ['hash-of-the-first', 'hash-of-the-last'];
    given(...aPayment().authorised({ approval: last }))
      .when(toClaim())
      .then(...claimed(aPayment(), { approvals: [last] }));
    const second = aPayment().authorised({ approval: last }).slice(1);
    given(...aPayment().signed({ approval: first }), ...second)
      .when(toClaim())
      .then(...claimed(aPayment(), { approvals: [first, last] }));
  });

  it('names no approval where one of two was given in an older release', () => {
    const second = aPayment().authorised({ approval: 'hash-of-the-last' }).slice(1);
    given(...aPayment().signed(), ...second)
      .when(toClaim())
      .then(...claimed(aPayment()));
  });

  it('names the approval of a payment that was exempt and approved all the same', () => {
    const exempt = aPayment().with({ exemption: ownAccounts });
    given(...exempt.authorised({ approval: 'hash' }))
      .when(toClaim())
      .then(...claimed(aPayment(), { approvals: ['hash'] }));
  });

  it('takes one that is executed on another day than asked for as ACWC', () => {
    given(...aPayment().authorised())
      .when(toClaim({ isMoved: true }))
      .then(...claimed(aPayment(), { status: 'ACWC' }));
  });

  it('takes a whole bulk', () => {
    given(...aBulk().authorised())
      .when(toClaim())
      .then(...claimed(aBulk()));
  });

  it('takes a payment that is exempt from SCA like an approved one', () => {
    const exempt = aPayment().with({ exemption: ownAccounts });
    given(...exempt.initiated())
      .when(toClaim())
      .then(...claimed(exempt));
  });

  it('takes nothing from another run, nor what a cancellation has won', () => {
    const { authorised, cancelled } = aPayment();
    for (const history of [aPayment().claimed(), cancelled(authorised())]) {
      given(...history)
        .when(toClaim({ by: otherRun }))
        .thenRejected('CONFLICT');
    }
  });

  it.each([
    ['nobody has approved', aPayment().initiated(), {}, 'CONFLICT'],
    ['one of two has approved', aPayment().signed(), {}, 'CONFLICT'],
    [
      'was reported by sub-payment',
      aBulk().progressed({ status: 'ACTC', parts: [] }),
      {},
      'CONFLICT',
    ],
    ['is not there', [], {}, 'RESOURCE_UNKNOWN'],
    ['has no occurrences', aPayment().authorised(), { occurrence: day }, 'FORMAT_ERROR'],
    ['is periodic, without an occurrence', aStandingOrder().authorised(), {}, 'FORMAT_ERROR'],
    [
      'has no occurrence on that day',
      aStandingOrder().authorised(),
      { occurrence: '2030-03-04' },
      'FORMAT_ERROR',
    ],
  ] as const)('is refused a payment that %s', (_what, history, changes, code) => {
    given(...history)
      .when(toClaim(changes))
      .thenRejected(code);
  });

  it('has nothing to do with a payment that was rejected', () => {
    for (const history of [aPayment().rejected(), aStandingOrder().rejected()]) {
      const changes = history[0]?.type === 'PaymentInitiated' ? history[0].data.service : '';
      const occurrence = changes === 'periodic-payments' ? { occurrence: firstOccurrence } : {};
      given(...history)
        .when(toClaim(occurrence))
        .thenNothing();
    }
  });
});

describe('a run that claims an occurrence of a periodic payment', () => {
  const { authorised } = aStandingOrder();

  it('takes it once, and the order stays ACTC', () => {
    given(...authorised())
      .when(toClaim({ occurrence: firstOccurrence }))
      .then({ ...occurrenceClaimed(firstOccurrence), data: claimData(firstOccurrence) })
      .again()
      .thenNothing();
    expect(
      fold(paymentStream, [...authorised(), occurrenceClaimed(firstOccurrence)]),
    ).toMatchObject({
      status: 'ACTC',
      occurrences: [{ date: firstOccurrence, status: 'ACCP', claimedBy: run }],
    });
  });

  const claimData = (date: string) => ({ ...occurrenceClaimed(date).data, at, day });

  it('takes the next one while the last one is in execution', () => {
    given(...authorised(), occurrenceClaimed(firstOccurrence))
      .when(toClaim({ occurrence: '2030-04-01' }))
      .then({ type: 'PaymentClaimed', data: claimData('2030-04-01') });
  });

  it('leaves one alone that comes before one that was taken', () => {
    given(...authorised(), occurrenceClaimed('2030-04-01'))
      .when(toClaim({ by: otherRun, occurrence: firstOccurrence }))
      .thenNothing();
  });

  it('shows one that is executed on another day as ACWC', () => {
    const history = [...authorised(), occurrenceClaimed(firstOccurrence, '2030-03-04')];
    expect(fold(paymentStream, history)).toMatchObject({ occurrences: [{ status: 'ACWC' }] });
  });

  it('is refused an order that was cancelled, or that has ended', () => {
    const ended: PaymentEvent = {
      type: 'OccurrenceProgressed',
      data: {
        ...{ by: 'execution-1', status: 'ACSC', occurrence: firstOccurrence, at },
        outcome: { status: 'ACSC' },
      },
    };
    const over = [...authorised(), occurrenceClaimed(firstOccurrence), ended];
    for (const history of [aStandingOrder().cancelled(authorised()), over]) {
      given(...history)
        .when(toClaim({ occurrence: '2030-04-01' }))
        .thenRejected('CONFLICT');
    }
  });
});

describe('the state of a daily order over ten years', () => {
  const daily: PaymentInstruction = {
    ...aStandingInstruction,
    endDate: '2040-03-01',
    frequency: 'Daily',
  };

  it('keeps the last occurrences, and older ones that have not ended', () => {
    const order = aStandingOrder().with({ instruction: daily });
    let state = fold(paymentStream, order.authorised());
    const dates = nextExecutionDates(daily as PeriodicOrder, firstOccurrence, 600);
    for (const [n, date] of dates.entries()) {
      const claim = claimPayment(undefined)(toClaim({ occurrence: date, day: date }), state);
      state = (claim as readonly PaymentEvent[]).reduce(paymentStream.evolve, state);
      // The third occurrence never ends.
      if (n === 2) continue;
      const report = progressOccurrence(toProgressOccurrence(date, { status: 'ACSC' }), state);
      state = (report as readonly PaymentEvent[]).reduce(paymentStream.evolve, state);
    }
    const { occurrences = [] } = state.is === 'known' ? state : {};
    expect(occurrences.map(({ date }) => date)).toEqual([
      dates[2],
      ...dates.slice(-keptOccurrences),
    ]);
    // An occurrence that the state has dropped is not taken again.
    const again = toClaim({ occurrence: dates[0] ?? '' });
    expect(claimPayment(undefined)(again, state)).toEqual([]);
  });
});

describe('the rules of the day of execution', () => {
  const { debtorAccount, ...toOneCreditor } = aTransfer;
  const domestic = 'norwegian-domestic-credit-transfers';
  const abroad = 'cross-border-credit-transfers';
  type Rules = Pick<BankProfile, 'products' | 'dates'>;
  const rules = (
    amountMax?: Rules['products'][number]['amountMax'],
    structuredAddressesFrom = '2030-02-01',
  ): Rules => ({
    products: [
      {
        name: domestic,
        services: ['payments', 'bulk-payments', 'periodic-payments'],
        ...(amountMax && { amountMax }),
      },
      { name: abroad, services: ['payments'] },
    ],
    dates: { structuredAddressesFrom },
  });
  const after = (payment: PaymentBuilder, checked: Rules, changes = {}, approval = {}) =>
    claimPayment(checked)(toClaim(changes), fold(paymentStream, payment.authorised(approval)));
  const rejectedFor = (reason: RejectionReason) => [
    { type: 'PaymentRejected', data: { by: run, code: 'PAYMENT_FAILED', reason, at } },
  ];
  const nok = (amount: string) => ({ amount, currency: 'NOK' }) as const;
  const creditorAddress = { townName: 'Oslo', country: 'NO' };
  const cross = aPayment().with({ product: abroad });
  const complete = cross.with({ instruction: { ...anInstruction, creditorAddress } as never });
  const debtor = { name: 'Sandbox Person Én', address: creditorAddress };
  const inEuros = { ...toOneCreditor, instructedAmount: { amount: '1', currency: 'EUR' } } as const;
  const exchanging = (one: object) =>
    aBulk().with({ instruction: { debtorAccount, payments: [toOneCreditor, one] } as never });

  it.each<[string, unknown]>([
    ['on offer and within its limit', after(aPayment(), rules(nok('1250.50')))],
    ['of which all addresses are complete', after(complete, rules(), {}, { debtor })],
    [
      'a bulk whose one exchange is complete',
      after(exchanging({ ...inEuros, creditorAddress }), rules(), {}, { debtor }),
    ],
    [
      'of an amount that cannot be compared with a new limit',
      after(aPayment(), rules({ amount: '1', currency: 'EUR' })),
    ],
    [
      'an occurrence of an amount that cannot be compared with a new limit',
      after(aStandingOrder(), rules({ amount: '1', currency: 'EUR' }), {
        occurrence: firstOccurrence,
      }),
    ],
    ['executed before addresses are enforced', after(cross, rules(undefined, '2030-03-02'))],
    ['an occurrence', after(aStandingOrder(), rules(), { occurrence: firstOccurrence })],
  ])('allow a payment that is %s', (_what, decision) => {
    expect(decision).toMatchObject([{ type: 'PaymentClaimed' }]);
  });

  it.each<[string, RejectionReason, unknown]>([
    [
      'whose product is no longer on offer',
      'product-not-offered',
      after(aPayment(), { ...rules(), products: [] }),
    ],
    [
      'whose product is no longer on offer in its service',
      'product-not-offered',
      after(cross.with({ service: 'bulk-payments' }), rules()),
    ],
    ['above a new limit', 'amount-above-limit', after(aPayment(), rules(nok('1250.49')))],
    ['with a sub-payment above a new limit', 'amount-above-limit', after(aBulk(), rules(nok('1')))],
    [
      'with an occurrence above a new limit',
      'amount-above-limit',
      after(aStandingOrder(), rules(nok('1')), { occurrence: firstOccurrence }),
    ],
    [
      'whose creditor has no structured address',
      'creditor-address-incomplete',
      after(cross, rules(), {}, { debtor }),
    ],
    [
      'with a sub-payment in another currency and no structured address',
      'creditor-address-incomplete',
      after(exchanging(inEuros), rules(), {}, { debtor }),
    ],
    ['whose debtor the bank does not know', 'debtor-unknown', after(complete, rules())],
  ])('end a payment as RJCT %s', (_what, reason, decision) => {
    expect(decision).toEqual(rejectedFor(reason));
  });

  it('end a payment once', () => {
    spec(paymentStream, claimPayment({ ...rules(), products: [] }))
      .given(...aPayment().authorised())
      .when(toClaim())
      .then(...(rejectedFor('product-not-offered') as PaymentEvent[]))
      .again()
      .thenNothing();
  });

  it('say nothing about a payment that a cancellation has won', () => {
    const { authorised, cancelled } = aPayment();
    const state = fold(paymentStream, cancelled(authorised()));
    expect(claimPayment({ ...rules(), products: [] })(toClaim(), state)).toEqual({
      refused: 'CONFLICT',
    });
  });
});
