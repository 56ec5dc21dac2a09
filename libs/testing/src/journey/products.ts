import { dayInOslo, daysLater } from '@nordgate/contracts/rules';
import type { PaymentService } from '@nordgate/contracts/events';
import { paymentProducts } from '@nordgate/contracts/http';
import type { PaymentProduct } from '@nordgate/contracts/http';
import { initiate, statusAt } from './payments.js';
import { approveAt } from './site.js';
import { jsonWith, demand, reaches } from './world.js';
import type { ListedCustomer, World } from './world.js';

/** Makes a payment of every product in every service and lets the PSU approve it (specification 4.2, 4.4). */
export async function payByEveryProduct(
  world: World,
  from: string,
  customer: ListedCustomer,
): Promise<void> {
  for (const { name, services, execution } of paymentProducts) {
    for (const [service, offer] of Object.entries(services)) {
      const path = `/v1/${service}/${name}`;
      const order = orderOf(offer, from);
      const { paymentId, scaHref } = await initiate(world, path, order);
      const what = `GET status of this ${wordFor[service]} payment`;
      await seeStatus(world, `${path}/${paymentId}`, 'RCVD', what);
      const parts = service === 'bulk-payments' ? [await readParts(world, name, paymentId)] : [];
      const payees = payeesOf(order);
      await approveAt(world, scaHref, customer, payees);
      world.narrator.step(`the PSU sees ${payees.join(' and ')}, approves`, 'back at the TPP');
      const approved = execution === 'instant' ? 'ACSC' : 'ACTC';
      await seeStatus(world, `${path}/${paymentId}`, approved, what);
      for (const part of parts) await seeStatus(world, part, 'ACTC', 'GET status of a sub-payment');
    }
  }
}

/** The creditors of a payment, several for a bulk payment. */
function payeesOf(order: object): string[] {
  const { payments = [order] } = order as { readonly payments?: readonly object[] };
  return payments.map((one) => (one as Pick<Part, 'creditorName'>).creditorName);
}

/** The word for one payment of a service. */
const wordFor: Readonly<Record<string, string>> = {
  payments: 'single',
  'periodic-payments': 'periodic',
  'bulk-payments': 'bulk',
} satisfies Record<PaymentService, string>;

type Offer = NonNullable<PaymentProduct['services'][PaymentService]>;

/**
 * The example body of a product, paid from this account. Without its execution date, which will be in
 * the past one day. The days of a periodic payment are moved to the future.
 */
function orderOf({ body }: Offer, from: string): object {
  const example = Object.entries(body.example).filter(
    ([member]) => member !== 'requestedExecutionDate',
  );
  const days = { startDate: inDays(30), endDate: inDays(430) };
  return {
    ...Object.fromEntries(example),
    ...('startDate' in body.example ? days : {}),
    debtorAccount: { bban: from, currency: 'NOK' },
  };
}

/** Reads a sub-payment of a bulk payment as a single payment. @returns its path */
async function readParts(world: World, name: string, bulkId: string): Promise<string> {
  const { payments } = await detailsAt<{ readonly payments: readonly Part[] }>(
    world,
    `/v1/bulk-payments/${name}/${bulkId}`,
  );
  const [part] = payments;
  demand(part !== undefined, 'sub-payments', payments);
  world.narrator.step('GET the bulk payment', `200, ${String(payments.length)} sub-payments`);
  const singles = `/v1/payments/${name}`;
  const { paymentId, creditorName, instructedAmount } = part;
  const single = await detailsAt<Part>(world, `${singles}/${paymentId}`);
  const isSame =
    single.creditorName === creditorName &&
    single.instructedAmount.amount === instructedAmount.amount;
  demand(isSame, `the sub-payment to ${creditorName}`, single);
  const told = `${instructedAmount.amount} ${instructedAmount.currency} to ${creditorName}`;
  world.narrator.step('GET a sub-payment as a single payment', `200, ${told}`);
  const path = `${singles}/${paymentId}`;
  await seeStatus(world, path, 'RCVD', 'GET status of this sub-payment');
  return path;
}

interface Part {
  readonly paymentId: string;
  readonly creditorName: string;
  readonly instructedAmount: { readonly amount: string; readonly currency: string };
}

async function detailsAt<T extends object>({ tpp }: World, path: string): Promise<T> {
  return jsonWith<T>(await tpp.call({ method: 'GET', path }), 200);
}

async function seeStatus(
  world: World,
  path: string,
  expected: 'RCVD' | 'ACTC' | 'ACSC',
  what: string,
): Promise<void> {
  await reaches(`${path} ${expected}`, expected, () => statusAt(world, path));
  world.narrator.step(what, expected);
}

function inDays(days: number): string {
  return daysLater(dayInOslo(new Date()), days);
}
