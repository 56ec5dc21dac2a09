import fc from 'fast-check';
import { PAYMENT_STATUSES } from '@nordgate/contracts/codes';
import type { BasketStatus, PaymentStatus } from '@nordgate/contracts/codes';
import type { RegisteredStatus } from '@nordgate/contracts/events';
import { basketStatusOf, basketValueOf, laterOf } from './basket-status.js';

type Register = ReadonlyMap<string, RegisteredStatus>;
type History = readonly RegisteredStatus[];

const members = ['1', '2', '3', '4'];
const rankOf: Readonly<Record<BasketStatus, number>> = { RJCT: 0, RCVD: 1, PATC: 2, ACTC: 3 };

/** One payment's facts in the order of their versions. */
function historyOf(paymentId: string): fc.Arbitrary<History> {
  const step = fc.record({ status: fc.constantFrom(...PAYMENT_STATUSES), funds: fc.boolean() });
  return fc.array(step, { maxLength: 5 }).map((steps) =>
    steps.map(({ status, funds }, i) => {
      const fact = { paymentId, version: i + 1, status };
      return status === 'ACCP' ? { ...fact, fundsAvailable: funds } : fact;
    }),
  );
}

/** What happened to every member, and to a payment that is in no basket. */
const histories = fc.tuple(...[...members, 'stranger'].map(historyOf)).map((all) => all.flat());

/** The same facts as an unreliable bus delivers them: in any order, some of them again. */
const delivered = (facts: History): fc.Arbitrary<History> =>
  fc.tuple(fc.subarray([...facts]), fc.infiniteStream(fc.nat())).map(([again, order]) =>
    [...facts, ...again]
      .map((fact) => ({ fact, at: order.next().value as number }))
      .sort((a, b) => a.at - b.at)
      .map(({ fact }) => fact),
  );
const deliveries = histories.chain((facts) =>
  fc.record({ facts: fc.constant(facts), delivery: delivered(facts) }),
);

function note(register: Register, fact: RegisteredStatus): Register {
  const known = register.get(fact.paymentId);
  return new Map([
    ...register,
    [fact.paymentId, known === undefined ? fact : laterOf(known, fact)],
  ]);
}
const registerOf = (facts: History) => facts.reduce(note, new Map() as Register);
const merged = (a: Register, b: Register) => [...b.values()].reduce(note, a);
const statusAfter = (facts: History) => basketStatusOf(members, registerOf(facts));

const always = { numRuns: 2000 };

describe('the status of a basket over what happened to its members', () => {
  it('does not depend on the order of the facts, nor on how often each is told', () => {
    fc.assert(
      fc.property(deliveries, ({ facts, delivery }) => {
        expect(statusAfter(delivery)).toBe(statusAfter(facts));
        expect(registerOf(delivery)).toEqual(registerOf(facts));
      }),
      always,
    );
  });

  it('is the same when the facts are split among registers that are merged in any order', () => {
    fc.assert(
      fc.property(deliveries, fc.nat(), fc.nat(), ({ facts, delivery }, i, j) => {
        const [from, to] = [i, j].map((n) => n % (delivery.length + 1)).sort((a, b) => a - b);
        const [a, b, c] = [
          delivery.slice(0, from),
          delivery.slice(from, to),
          delivery.slice(to),
        ].map(registerOf) as [Register, Register, Register];
        const whole = registerOf(facts);
        expect(merged(a, merged(b, c))).toEqual(whole);
        expect(merged(merged(a, b), c)).toEqual(whole);
        expect(merged(merged(c, a), b)).toEqual(whole);
        expect(merged(whole, whole)).toEqual(whole);
      }),
      always,
    );
  });

  it('is the status of its worst member as each of them stands last', () => {
    fc.assert(
      fc.property(histories, (facts) => {
        const values = members.map((id) => {
          const last = facts.filter(({ paymentId }) => paymentId === id).at(-1);
          return last === undefined ? 'RCVD' : basketValueOf(last);
        });
        expect(rankOf[statusAfter(facts)]).toBe(Math.min(...values.map((value) => rankOf[value])));
      }),
      always,
    );
  });

  it('counts a member without facts as if it were RCVD', () => {
    fc.assert(
      fc.property(histories, fc.constantFrom(...members), (facts, silent) => {
        const others = facts.filter(({ paymentId }) => paymentId !== silent);
        const asReceived = { paymentId: silent, version: 1, status: 'RCVD' } as const;
        expect(statusAfter(others)).toBe(statusAfter([...others, asReceived]));
      }),
      always,
    );
  });

  it('never gets worse when a member gets better', () => {
    const status = fc.constantFrom(...PAYMENT_STATUSES);
    fc.assert(
      fc.property(histories, fc.constantFrom(...members), status, (facts, id, next) => {
        const register = registerOf(facts);
        const known = register.get(id);
        const before = known === undefined ? 'RCVD' : basketValueOf(known);
        const version = (known?.version ?? 0) + 1;
        const later = [...facts, { paymentId: id, version, status: next }];
        const memberRose = rankOf[basketValueOf({ status: next })] - rankOf[before];
        const basketRose = rankOf[statusAfter(later)] - rankOf[statusAfter(facts)];
        if (memberRose >= 0) expect(basketRose).toBeGreaterThanOrEqual(0);
        else expect(basketRose).toBeLessThanOrEqual(0);
      }),
      always,
    );
  });
});

/** What looks simpler: remember the worst value that any event ever showed. */
function runningWorst(facts: History): BasketStatus {
  const values = facts
    .filter(({ paymentId }) => members.includes(paymentId))
    .map((fact) => basketValueOf(fact));
  const worst = (a: BasketStatus, b: BasketStatus) => (rankOf[b] < rankOf[a] ? b : a);
  return values.reduce(worst, 'ACTC');
}

/** What looks simpler still: the last fact that arrived is the latest. */
const lastArrival = (facts: History) =>
  basketStatusOf(members, new Map(facts.map((fact) => [fact.paymentId, fact])));

const went = (paymentId: string, ...statuses: PaymentStatus[]): History =>
  statuses.map((status, i) => ({ paymentId, version: i + 1, status }));

describe('the running worst, which is not how it is done', () => {
  it('always stays RCVD, because every payment was RCVD once', () => {
    const facts = members.flatMap((id) => went(id, 'RCVD', 'ACTC', 'ACSC'));
    expect(statusAfter(facts)).toBe('ACTC');
    expect(runningWorst(facts)).toBe('RCVD');
  });

  it('holds a short of funds against a member that was paid in after all', () => {
    const short = { paymentId: '1', version: 1, status: 'ACCP', fundsAvailable: false } as const;
    const paid = { paymentId: '1', version: 2, status: 'ACSC' } as const;
    const others = members.slice(1).flatMap((id) => went(id, 'ACTC'));
    expect(statusAfter([short, ...others, paid])).toBe('ACTC');
    expect(runningWorst([short, ...others, paid])).toBe('RJCT');
  });

  it('overlooks a member that nothing is known of', () => {
    const facts = went('1', 'ACTC');
    expect(statusAfter(facts)).toBe('RCVD');
    expect(runningWorst(facts)).toBe('ACTC');
  });

  it('breaks the law of the worst member within a few tries', () => {
    const law = fc.property(histories, (facts) => runningWorst(facts) === statusAfter(facts));
    expect(fc.check(law, always).failed).toBe(true);
  });
});

describe('the last arrival, which is not how it is done either', () => {
  it('brings a cancelled payment back to life when its first event is late', () => {
    const facts = members.flatMap((id) => went(id, 'ACTC'));
    const cancelled = { paymentId: '1', version: 2, status: 'CANC' } as const;
    const delivery = [cancelled, ...facts];
    expect(statusAfter(delivery)).toBe('RJCT');
    expect(lastArrival(delivery)).toBe('ACTC');
  });

  it('breaks the law of order within a few tries', () => {
    const law = fc.property(
      deliveries,
      ({ facts, delivery }) => lastArrival(delivery) === lastArrival(facts),
    );
    expect(fc.check(law, always).failed).toBe(true);
  });
});
