import { instantInOslo } from '@nordgate/contracts/calendar';
import type { PeriodicOrder } from '@nordgate/contracts/calendar';
import { dayInOslo, daysLater } from '@nordgate/contracts/rules';
import {
  approveAt,
  aPeriodicPayment,
  initiate,
  jsonWith,
  meetPsu,
  moveClock,
  orderBetween,
  periodicPath,
  setUpSandbox,
} from '@nordgate/testing';
import { randomOrders, strangersDays } from '@nordgate/testing/calendar';
import fc from 'fast-check';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

interface Order {
  readonly occurrences?: readonly { readonly date: string; readonly transactionStatus: string }[];
}

const orderCount = 30;
/** Longer ranges are in the spec of batch, by the same rules without a bank. */
const movedDays = 90;
const slowMs = 180_000;

/** The interface refuses an order without an occurrence, and takes December with a fix only. */
const isTaken = (order: PeriodicOrder) =>
  order.monthsOfExecution?.includes(12) !== true && strangersDays(order, '2035-12-31').length > 0;

describe('a bank whose clock is moved', () => {
  let test: TestBank;
  beforeAll(async () => {
    test = await startTestBank();
  });
  afterAll(() => test.stop());

  it(
    'executes 30 random standing orders on the days of the library date-holidays',
    async () => {
      const world = { ...test.world(), tpp: await test.newTpp('PSDNO-FSA-77100') };
      const [debtor, creditor] = await setUpSandbox(world);
      if (debtor === undefined || creditor === undefined) throw new Error('no customers');
      await meetPsu(world, debtor);
      const today = dayInOslo(new Date());
      const last = daysLater(today, movedDays);
      const seed = Math.floor(Math.random() * 2 ** 31);
      const range = { from: daysLater(today, 1), startDays: 30, lengthDays: 400 };
      const asked = fc.sample(randomOrders(range).filter(isTaken), { seed, numRuns: orderCount });
      const optional = { endDate: undefined, executionRule: undefined, dayOfExecution: undefined };
      const amount = { instructedAmount: { amount: '1.00', currency: 'NOK' } };
      const transfer = { ...orderBetween({ debtor, creditor }), ...amount, ...optional };
      const paymentIds: string[] = [];
      for (const order of asked) {
        const body = aPeriodicPayment({ ...transfer, ...order });
        const { paymentId, scaHref } = await initiate(world, periodicPath, body);
        await approveAt(world, scaHref, debtor);
        paymentIds.push(paymentId);
      }
      await moveClock(world, { now: instantInOslo(last, '23:30').toISOString() });
      // The session of an hour has ended.
      world.tpp.actFor(undefined);
      await meetPsu(world, debtor);
      const differing: object[] = [];
      for (const [at, order] of asked.entries()) {
        const path = `${periodicPath}/${paymentIds[at] ?? ''}`;
        const answer = await world.tpp.call({ method: 'GET', path });
        const { occurrences = [] } = jsonWith<Order>(answer, 200);
        const days = occurrences.map(({ date }) => date);
        const expected = strangersDays(order, last).slice(-100);
        const isExecuted = occurrences.every((one) => one.transactionStatus === 'ACSC');
        if (!isExecuted || String(days) !== String(expected)) {
          differing.push({ order, days, expected, isExecuted });
        }
      }
      expect({ seed, differing }).toEqual({ seed, differing: [] });
    },
    slowMs,
  );
});
