import { amountUnits } from '@nordgate/contracts/rules';
import type { PaymentReceipt } from '@nordgate/contracts/commands';
import type { PaymentExempted } from '@nordgate/contracts/events';
import { exemptionBoundsOf } from '../domain/exemptions.js';
import { paymentsApp } from '../payments.module.js';
import { paymentsDeciders } from '../payments.deciders.js';
import { toTransfer } from '../testing/payment-commands.js';
import { paymentsOnABus } from '../testing/payments-on-a-bus.fixture.js';
import type { PaymentsOnABus } from '../testing/payments-on-a-bus.fixture.js';

const countMax = 7;
const sumMax = { amount: '1000', currency: 'NOK' } as const;
const exemptions = { ownAccountsDailyCountMax: countMax, ownAccountsDailySumMax: sumMax };
const day = (customer: string) => `exemptions-${customer}-2030-03-01`;

let instances: readonly [PaymentsOnABus, PaymentsOnABus];
beforeAll(async () => {
  const deciders = () => paymentsDeciders(exemptionBoundsOf({ exemptions }));
  const app = { ...paymentsApp, commands: { topic: 'payments.commands.v1' as const, deciders } };
  const one = await paymentsOnABus(app);
  instances = [one, await paymentsOnABus(app, one.url)];
});
afterEach(async () => expect(await instances[0].parked()).toBe(0));
afterAll(async () => {
  // The second instance works on the database of the first one.
  await instances[1].stop();
  await instances[0].stop();
});

/** Sends transfers at once, each to the other instance than the one before; answers with exemptions. */
async function sendAll(...transfers: ReturnType<typeof toTransfer>[]): Promise<boolean[]> {
  const results = await Promise.all(
    transfers.map((transfer, n) => instances[(n % 2) as 0 | 1].send(transfer)),
  );
  return results.map((result) => {
    if (result.is !== 'decided') throw new Error(`the transfer was ${result.is}`);
    return (result.receipt as PaymentReceipt).isExempt === true;
  });
}

async function exemptedOf(customer: string): Promise<PaymentExempted['data'][]> {
  const events = await instances[0].eventsOf(day(customer));
  return events.map(({ data }) => data as PaymentExempted['data']);
}

const numbers = (count: number) => Array.from({ length: count }, (_, n) => String(n));

describe('transfers of one customer through two instances at once', () => {
  it('are exempt exactly as often as the profile allows on one day', async () => {
    const customerId = 'by-count';
    const transfers = numbers(20).map((n) =>
      toTransfer(`count-${n}`, { amount: '1.00', customerId }),
    );
    const exempt = await sendAll(...transfers);
    expect(exempt.filter(Boolean)).toHaveLength(countMax);
    expect(await exemptedOf(customerId)).toHaveLength(countMax);
    // A repeat changes nothing, and every payment keeps its answer.
    expect(await sendAll(...transfers.toReversed())).toEqual(exempt.toReversed());
    expect(await exemptedOf(customerId)).toHaveLength(countMax);
  });

  it('are exempt up to exactly the sum that the profile allows on one day', async () => {
    const customerId = 'by-sum';
    const transfers = numbers(20).map((n) =>
      toTransfer(`sum-${n}`, { amount: '250.00', customerId }),
    );
    expect((await sendAll(...transfers)).filter(Boolean)).toHaveLength(4);
    const sum = (await exemptedOf(customerId))
      .map(({ amount }) => amountUnits(amount.amount))
      .reduce((left, right) => left + right, 0n);
    expect(sum).toBe(amountUnits(sumMax.amount));
  });

  it('count once where twenty requests are the same', async () => {
    const customerId = 'repeated';
    const transfer = toTransfer('repeated', { customerId });
    const exempt = await sendAll(...numbers(20).map(() => transfer));
    expect(exempt).toEqual(Array<boolean>(20).fill(true));
    expect(await exemptedOf(customerId)).toHaveLength(1);
  });
});
