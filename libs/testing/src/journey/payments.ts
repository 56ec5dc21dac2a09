import { aDomesticPayment, aPeriodicPayment } from '../payment-bodies.js';
import { codesOf, jsonWith, scaRedirectOf } from './answers.js';
import { demand } from './narrator.js';
import type { World } from './world.js';

export const singlePath = '/v1/payments/norwegian-domestic-credit-transfers';
export const periodicPath = '/v1/periodic-payments/norwegian-domestic-credit-transfers';

/** A payment as the TPP knows it. */
export interface MadePayment {
  readonly paymentId: string;
  readonly transactionStatus: string;
  readonly scaHref: string;
}

/** Makes one payment (specification 4.4). */
export async function initiate(world: World, path: string, body: object): Promise<MadePayment> {
  const answer = await world.tpp.call({ method: 'POST', path, body });
  const made = jsonWith<{ paymentId: string; transactionStatus: string }>(answer, 201);
  demand(made.transactionStatus === 'RCVD', 'RCVD', made);
  const scaHref = scaRedirectOf(made);
  world.narrator.step(`POST ${path}`, `201 RCVD, ${made.paymentId}`);
  return { ...made, scaHref };
}

/** A domestic payment of 125.50, or of what else is said. */
export function initiateOne(
  world: World,
  from: string,
  to: string,
  { amount, text } = { amount: '125.50', text: 'Invoice 4711' },
): Promise<MadePayment> {
  const body = aDomesticPayment({
    instructedAmount: { amount, currency: 'NOK' },
    debtorAccount: { bban: from, currency: 'NOK' },
    creditorAccount: { bban: to, currency: 'NOK' },
    remittanceInformationUnstructured: text,
  });
  return initiate(world, singlePath, body);
}

/** Two domestic payments of one debtor. */
export async function initiateTwo(
  world: World,
  from: string,
  to: string,
): Promise<readonly MadePayment[]> {
  const invoice = await initiateOne(world, from, to);
  const rent = await initiateOne(world, from, to, { amount: '980.00', text: 'Rent' });
  return [invoice, rent];
}

/** A periodic payment, which no basket takes (specification 3, rule 3). */
export async function initiatePeriodic(world: World, from: string, to: string): Promise<void> {
  const body = aPeriodicPayment({
    debtorAccount: { bban: from, currency: 'NOK' },
    creditorAccount: { bban: to, currency: 'NOK' },
  });
  const { paymentId } = await initiate(world, periodicPath, body);
  const mixed = await world.tpp.call({
    method: 'POST',
    path: '/v1/signing-baskets',
    body: { paymentIds: [paymentId] },
  });
  demand(mixed.status === 400, 'status 400', mixed.text);
  demand(codesOf(mixed).join() === 'REFERENCE_MIX_INVALID', 'REFERENCE_MIX_INVALID', mixed.text);
  world.narrator.step('that periodic payment in a basket', '400 REFERENCE_MIX_INVALID');
}

/** The transactionStatus of a payment, also before its approval. */
export function statusOf(world: World, path: string, paymentId: string): Promise<string> {
  return statusAt(world, `${path}/${paymentId}`);
}

/** The same of the payment at a path. */
export async function statusAt({ tpp }: World, path: string): Promise<string> {
  const answer = await tpp.call({
    method: 'GET',
    path: `${path}/status`,
    headers: { 'x-accept-fix': 'amount-as-string,payment-status-before-approval' },
  });
  return jsonWith<{ transactionStatus: string }>(answer, 200).transactionStatus;
}
