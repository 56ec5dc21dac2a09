import { randomOrders, strangersDays } from '@nordgate/testing/calendar';
import fc from 'fast-check';
import { firstDay, lastDay, ledDays } from '../testing/led-days.js';

const orders = randomOrders({ from: firstDay, startDays: 365, lengthDays: 1096 });

// 10,000 orders are in the spec beside, which runs with its judge in Python.
describe('the clock of a world', () => {
  it('executes random standing orders on the days of the library date-holidays', () => {
    // A failure prints its seed, and in its cause the smallest order that differs.
    fc.assert(
      fc.property(orders, (order) => {
        const days = strangersDays(order, lastDay);
        expect({ order, days: ledDays(order) }).toEqual({ order, days });
      }),
      { numRuns: 500 },
    );
  });

  it('executes a daily order over three years on each banking day of that library', () => {
    const order = { startDate: firstDay, frequency: 'Daily' } as const;
    const days = strangersDays(order, lastDay);
    expect(days.length).toBeGreaterThan(740);
    expect(ledDays(order)).toEqual(days);
  });
});
