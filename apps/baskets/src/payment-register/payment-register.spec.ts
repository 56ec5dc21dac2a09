import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BasketStatus } from '@nordgate/contracts/codes';
import type { PaymentEvent } from '@nordgate/contracts/events';
import { received } from '@nordgate/decider/testing';
import { defined } from '@nordgate/decider';
import { basketStatusOf, laterOf } from '../domain/basket-status.js';
import { paymentEvents, progressed } from '../testing/a-payment.js';
import { registeredEvents, registeredStatusOf, registerRow } from './payment-register.js';

/** The golden files of payments: each event as it is stored, and the state of the payment after it. */
interface Golden {
  readonly stored: { readonly type: string; readonly data: unknown };
  readonly state: { readonly status: string; readonly fundsAvailable?: boolean };
}
const folder = join(import.meta.dirname, '../../../payments/src/testing/golden');
const goldens = readdirSync(folder)
  .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Golden)
  .filter(({ stored }) => registeredEvents.types.some((type) => type === stored.type));

describe('the register of payment statuses', () => {
  it.each(goldens)('reads the status that $stored.type leaves', ({ stored, state }) => {
    const event = { type: stored.type, data: stored.data } as PaymentEvent;
    const { status, fundsAvailable } = state;
    expect(registeredStatusOf(received('payment-42', event, 7))).toEqual({
      paymentId: '42',
      version: 7,
      ...defined({ status, fundsAvailable }),
    });
  });

  it('has a status of every event that may change a basket', () => {
    const stored = new Set(goldens.map((golden) => golden.stored.type));
    expect([...stored].sort()).toEqual([...registeredEvents.types].sort());
  });

  it('passes over the events that leave a basket as it is', () => {
    const { PaymentAuthorised, PaymentClaimed, PaymentInitiated } = paymentEvents;
    const valueOf = (...events: readonly PaymentEvent[]) => {
      const facts = events
        .filter(({ type }) => registeredEvents.types.some((one) => one === type))
        .map((event, n) => registeredStatusOf(received('payment-1', event, n + 1)));
      return basketStatusOf(['1'], new Map(facts.map((one) => [one.paymentId, one])));
    };
    expect(valueOf(PaymentInitiated)).toBe('RCVD');
    expect(valueOf(PaymentAuthorised)).toBe('ACTC');
    expect(valueOf(PaymentAuthorised, PaymentClaimed)).toBe('ACTC');
    expect(registeredEvents.types).not.toContain('PaymentInitiated');
    expect(registeredEvents.types).not.toContain('PaymentClaimed');
  });

  it('reads that an accepted payment has no funds', () => {
    const event = received('payment-42', paymentEvents.PaymentProgressed, 7);
    expect(registeredStatusOf(event)).toEqual({
      paymentId: '42',
      version: 7,
      status: 'ACCP',
      fundsAvailable: false,
    });
  });

  it.each<[string, readonly PaymentEvent[], BasketStatus]>([
    ['ACTC while a run has it', [], 'ACTC'],
    [
      'ACTC from its reservation to its end',
      [progressed('ACSP', true), progressed('ACWP'), progressed('ACSC')],
      'ACTC',
    ],
    ['RJCT when its funds are missing', [progressed('ACCP', false)], 'RJCT'],
    [
      'RJCT when its funds are missing after it began',
      [progressed('ACSP'), progressed('ACCP', false)],
      'RJCT',
    ],
    ['RJCT when it is rejected', [progressed('ACSP'), paymentEvents.PaymentRejected], 'RJCT'],
  ])('makes the basket of a claimed member %s', (_what, outcomes, expected) => {
    const { PaymentAuthorised, PaymentClaimed, PaymentInitiated } = paymentEvents;
    const statusAfter = (...events: readonly PaymentEvent[]) => {
      const facts = events.map((event, n) =>
        registeredStatusOf(received('payment-1', event, n + 1)),
      );
      const settled = { paymentId: '2', version: 6, status: 'ACSC' } as const;
      const last = facts.reduce(laterOf);
      return basketStatusOf(
        ['1', '2'],
        new Map([last, settled].map((fact) => [fact.paymentId, fact])),
      );
    };
    const claimed = [PaymentInitiated, PaymentAuthorised, PaymentClaimed];
    expect(statusAfter(...claimed)).toBe('ACTC');
    expect(statusAfter(...claimed, ...outcomes)).toBe(expected);
  });

  it('keeps ids that look like streams whole', () => {
    const event = paymentEvents.PaymentInitiated;
    const fact = registeredStatusOf(received('payment-payment-1', event, 1));
    expect(fact.paymentId).toBe('payment-1');
  });

  it('writes a fact as one row, with funds only where they are known', () => {
    const fact = { paymentId: '1', version: 3, status: 'ACCP' } as const;
    expect(registerRow(fact).row).toEqual(['1', 3, 'ACCP', null]);
    expect(registerRow({ ...fact, fundsAvailable: false }).row).toEqual(['1', 3, 'ACCP', false]);
  });

  it('makes the same row of an event that comes again', () => {
    const event = received('payment-1', paymentEvents.PaymentAuthorised, 2);
    const [first, second] = [1, 2].map(() => registerRow(registeredStatusOf(event)));
    expect(second).toEqual(first);
  });
});
