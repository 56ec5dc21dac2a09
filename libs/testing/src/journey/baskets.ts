import { initiateTwo, singlePath, statusOf } from './payments.js';
import type { MadePayment } from './payments.js';
import { approveAt, failAt, refuseAt } from './site.js';
import { jsonWith, scaRedirectOf, demand, reaches } from './world.js';
import type { ListedCustomer, World } from './world.js';

const path = '/v1/signing-baskets';

interface MadeBasket {
  readonly basketId: string;
  readonly scaHref: string;
}

/** Makes a basket of these payments (specification 4.1). */
export async function makeBasket(
  world: World,
  payments: readonly MadePayment[],
): Promise<MadeBasket> {
  const paymentIds = payments.map(({ paymentId }) => paymentId);
  const answer = await world.tpp.call({ method: 'POST', path, body: { paymentIds } });
  const made = jsonWith<{ basketId: string; transactionStatus: string }>(answer, 201);
  demand(made.transactionStatus === 'RCVD', 'RCVD', made);
  const scaHref = scaRedirectOf(made);
  world.narrator.step(`POST ${path} with both`, `201 RCVD, ${made.basketId}, scaRedirect`);
  return { basketId: made.basketId, scaHref };
}

/** The status of a basket: the worst case over its payments. */
export async function basketStatusOf(world: World, basketId: string): Promise<string> {
  const answer = await world.tpp.call({ method: 'GET', path: `${path}/${basketId}/status` });
  return jsonWith<{ transactionStatus: string }>(answer, 200).transactionStatus;
}

/** Makes a basket that the PSU approves: basket and payments become ACTC. */
export async function approveBasket(
  world: World,
  payments: readonly MadePayment[],
  customer: ListedCustomer,
): Promise<MadeBasket> {
  const { narrator } = world;
  const basket = await makeBasket(world, payments);
  const back = await approveAt(world, basket.scaHref, customer, ['125.50', '980.00', 'Kreditor']);
  const kept = [...new URL(world.tpp.options.redirectUri).searchParams].every(
    ([name, value]) => back.searchParams.get(name) === value,
  );
  demand(kept, "TPP-Redirect-URI's own query", back.href);
  narrator.step('the PSU sees amount and payee of both, and approves', `back at ${back.origin}`);
  await expectStatuses(world, payments, basket, 'ACTC');
  return basket;
}

/** Makes a basket that another customer cannot approve, and one that the PSU refuses. */
export async function refuseBasket(
  world: World,
  accounts: { readonly from: string; readonly to: string },
  customer: ListedCustomer,
  stranger: ListedCustomer,
): Promise<void> {
  const { narrator } = world;
  const payments = await initiateTwo(world, accounts.from, accounts.to);
  const tried = await makeBasket(world, payments);
  const failed = await failAt(world, tried.scaHref, stranger);
  const code = failed.searchParams.get('code');
  demand(code === 'PSU_CREDENTIALS_INVALID', 'PSU_CREDENTIALS_INVALID', failed.href);
  narrator.step('another customer logs in', 'back at the TPP with PSU_CREDENTIALS_INVALID');
  await expectStatuses(world, payments, tried, 'RCVD');
  const others = await initiateTwo(world, accounts.from, accounts.to);
  const refused = await makeBasket(world, others);
  const back = await refuseAt(world, refused.scaHref, customer);
  narrator.step(
    'the PSU refuses the next basket',
    `back with code ${back.searchParams.get('code') ?? ''}`,
  );
  await expectStatuses(world, others, refused, 'RJCT');
}

async function expectStatuses(
  world: World,
  payments: readonly MadePayment[],
  { basketId }: MadeBasket,
  expected: string,
): Promise<void> {
  for (const { paymentId } of payments) {
    await reaches(`payment ${expected}`, expected, () => statusOf(world, singlePath, paymentId));
  }
  await reaches(`basket ${expected}`, expected, () => basketStatusOf(world, basketId));
  world.narrator.step('GET status of each payment and of the basket', `${expected} everywhere`);
}
