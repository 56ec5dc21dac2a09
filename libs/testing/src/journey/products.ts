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

/** The sub-payments of a bulk payment are read as single payments (specification 4.4). */
async function readParts(world: World, name: string, bulkId: string): Promise<void> {
  const bulk = await world.tpp.call({
    method: 'GET',
    path: `/v1/bulk-payments/${name}/${bulkId}`,
  });
  const { payments } = jsonWith<{ payments: readonly { paymentId: string }[] }>(bulk, 200);
  const [part] = payments;
  demand(part !== undefined, 'sub-payments', bulk.text);
  world.narrator.step('GET the bulk payment', `200, ${String(payments.length)} sub-payments`);
  const what = 'GET status of a sub-payment, as of a single payment';
  await seeReceived(world, `/v1/payments/${name}`, part.paymentId, what);
}

async function seeReceived(world: World, path: string, id: string, what: string): Promise<void> {
  await reaches(`${path} RCVD`, 'RCVD', () => statusOf(world, path, id));
  world.narrator.step(what, 'RCVD');
}
