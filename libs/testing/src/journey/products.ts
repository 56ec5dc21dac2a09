import { paymentProducts } from '@nordgate/contracts';
import type { PaymentProduct, PaymentService } from '@nordgate/contracts';
import { jsonWith } from './answers.js';
import { demand } from './narrator.js';
import { initiate, statusOf } from './payments.js';
import { reaches } from './reaches.js';
import type { World } from './world.js';

/** A payment of every product in every service, each with its status (specification 4.2, 4.4). */
export async function payByEveryProduct(world: World, from: string): Promise<void> {
  for (const { name, services } of paymentProducts) {
    for (const [service, offer] of Object.entries(services)) {
      const path = `/v1/${service}/${name}`;
      const { paymentId } = await initiate(world, path, orderOf(offer, from));
      await seeReceived(world, path, paymentId, `GET status of this ${wordFor[service]} payment`);
      if (service === 'bulk-payments') await readParts(world, name, paymentId);
    }
  }
}

/** What a service calls one payment of it. */
const wordFor: Readonly<Record<string, string>> = {
  payments: 'single',
  'periodic-payments': 'periodic',
  'bulk-payments': 'bulk',
} satisfies Record<PaymentService, string>;

type Offer = NonNullable<PaymentProduct['services'][PaymentService]>;

/**
 * The example of a product, paid from this account. It goes without its execution date, which is
 * over one day: as soon as possible. The days of a standing order are made to lie ahead.
 */
function orderOf({ body }: Offer, from: string): object {
  const example = Object.entries(body.example).filter(
    ([member]) => member !== 'requestedExecutionDate',
  );
  const nextYear = new Date().getFullYear() + 1;
  const days = { startDate: `${String(nextYear)}-03-01`, endDate: `${String(nextYear + 1)}-03-01` };
  return {
    ...Object.fromEntries(example),
    ...('startDate' in body.example ? days : {}),
    debtorAccount: { bban: from, currency: 'NOK' },
  };
}

/** The sub-payments of a bulk payment are read as single payments. */
async function readParts(world: World, name: string, bulkId: string): Promise<void> {
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
  await seeReceived(world, singles, paymentId, 'GET status of this sub-payment');
}

interface Part {
  readonly paymentId: string;
  readonly creditorName: string;
  readonly instructedAmount: { readonly amount: string; readonly currency: string };
}

async function detailsAt<T extends object>({ tpp }: World, path: string): Promise<T> {
  return jsonWith<T>(await tpp.call({ method: 'GET', path }), 200);
}

async function seeReceived(world: World, path: string, id: string, what: string): Promise<void> {
  await reaches(`${path} RCVD`, 'RCVD', () => statusOf(world, path, id));
  world.narrator.step(what, 'RCVD');
}
