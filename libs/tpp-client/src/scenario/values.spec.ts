import { isSameDecimal, sumOf } from './expectation.js';
import { Values, StepError } from './values.js';

describe('the values of a scenario', () => {
  const at = (now: string) => new Values(() => new Date(now));

  it('replace names in texts, and a whole text by the value itself', () => {
    const values = at('2026-11-27T10:00:00Z');
    values.keep('payment', { paymentId: 'p1', parts: [{ id: 'a' }] });
    expect(
      values.fill({ path: '/x/${payment.paymentId}', all: ['${payment.parts.0}'], n: 1 }),
    ).toEqual({
      path: '/x/p1',
      all: [{ id: 'a' }],
      n: 1,
    });
  });

  it.each([
    ['today', '2026-11-28'],
    ['today+4', '2026-12-02'],
    ['today-28', '2026-10-31'],
    ['month', '2026-11'],
    ['month+2', '2027-01'],
    ['saturday', '2026-12-05'],
  ])('have ${%s} as a day of Oslo', (expression, day) => {
    expect(at('2026-11-27T23:30:00Z').fill(`\${${expression}}`)).toBe(day);
  });

  it('throw for a name without a value, and for an object within a text', () => {
    const values = at('2026-11-27T10:00:00Z');
    values.keep('payment', {});
    expect(() => values.fill('${payment.paymentId}')).toThrow(StepError);
    expect(() => values.fill('a ${payment}')).toThrow('${payment} is no text');
  });
});

describe('decimals of a scenario', () => {
  it.each([
    ['25000.00', '-125.50', '24874.50'],
    ['0.1', '0.2', '0.3'],
    ['1', '-1.05', '-0.05'],
    ['999999999999999999.99999', '0.00001', '1000000000000000000.00000'],
  ])('add %s and %s exactly', (one, other, sum) => {
    expect(sumOf(one, other)).toBe(sum);
  });

  it('are the same with more zeros, and no sum comes of a text', () => {
    expect([isSameDecimal('1.5', '1.50'), isSameDecimal('1.5', 'x'), sumOf('1', 'x')]).toEqual([
      true,
      false,
      undefined,
    ]);
  });
});
