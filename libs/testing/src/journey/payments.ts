import { aDomesticPayment, aPeriodicPayment } from '../payment-bodies.js';
import { approveAt } from './site.js';
import { codesOf, jsonWith, scaRedirectOf, demand, reaches } from './world.js';
import type { World, ListedCustomer } from './world.js';

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

/** Makes a domestic payment, of 125.50 by default. */
function initiateOne(
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

/** Makes two domestic payments of one debtor. */
export async function initiateTwo(
  world: World,
  from: string,
  to: string,
): Promise<readonly MadePayment[]> {
  const invoice = await initiateOne(world, from, to);
  const rent = await initiateOne(world, from, to, { amount: '980.00', text: 'Rent' });
  return [invoice, rent];
}

/** Makes a periodic payment, which a basket rejects (specification 3, rule 3). */
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

/** The transactionStatus of a payment, even before its approval. */
export function statusOf(world: World, path: string, paymentId: string): Promise<string> {
  return statusAt(world, `${path}/${paymentId}`);
}

/** The transactionStatus of the payment at a path, even before its approval. */
export async function statusAt({ tpp }: World, path: string): Promise<string> {
  const answer = await tpp.call({
    method: 'GET',
    path: `${path}/status`,
    headers: { 'x-accept-fix': 'amount-as-string,payment-status-before-approval' },
  });
  return jsonWith<{ transactionStatus: string }>(answer, 200).transactionStatus;
}

/** Cancels an unapproved payment: it is cancelled at once. */
export async function cancelUnapproved(world: World, from: string, to: string): Promise<void> {
  const { paymentId } = await initiateOne(world, from, to);
  const answer = await cancel(world, paymentId);
  demand(answer.status === 204, 'status 204', answer.text);
  world.narrator.step('DELETE of the payment, not approved yet', '204');
  await seeStatus(world, paymentId, 'CANC');
}

/** Cancels an approved payment: the PSU has to approve the cancellation. */
export async function cancelApproved(
  world: World,
  { from, to }: { readonly from: string; readonly to: string },
  customer: ListedCustomer,
): Promise<void> {
  const { narrator } = world;
  const { paymentId, scaHref } = await initiateOne(world, from, to);
  await approveAt(world, scaHref, customer, ['125.50']);
  narrator.step('the PSU approves the payment', 'back at the TPP');
  await seeStatus(world, paymentId, 'ACTC');
  const asked = jsonWith<{ transactionStatus: string }>(await cancel(world, paymentId), 202);
  demand(asked.transactionStatus === 'ACTC', 'ACTC', asked);
  const cancellationHref = scaRedirectOf(asked);
  narrator.step('DELETE of the approved payment', '202 ACTC with a scaRedirect link');
  await approveAt(world, cancellationHref, customer, ['125.50', 'Cancel the payment']);
  narrator.step('the PSU sees the payment to cancel, and approves', 'back at the TPP');
  await seeStatus(world, paymentId, 'CANC');
}

function cancel({ tpp }: World, paymentId: string) {
  return tpp.call({ method: 'DELETE', path: `${singlePath}/${paymentId}` });
}

async function seeStatus(world: World, paymentId: string, expected: string): Promise<void> {
  await reaches(`payment ${expected}`, expected, () => statusOf(world, singlePath, paymentId));
  world.narrator.step('GET status of the payment', expected);
}

/** Approves a payment by a link that the TPP requested later. */
export async function approveByNewLink(
  world: World,
  { from, to }: { readonly from: string; readonly to: string },
  customer: ListedCustomer,
): Promise<void> {
  const { tpp, narrator } = world;
  const { paymentId, scaHref: firstHref } = await initiateOne(world, from, to);
  const path = `${singlePath}/${paymentId}/authorisations`;
  const started = jsonWith<{ authorisationId: string; scaStatus: string }>(
    await tpp.call({ method: 'POST', path }),
    201,
  );
  demand(started.scaStatus === 'received', 'received', started);
  const scaHref = scaRedirectOf(started);
  demand(scaHref !== firstHref, 'another link than the first', started);
  narrator.step('POST authorisations of the payment', '201 received, a new scaRedirect link');
  await approveAt(world, scaHref, customer, ['125.50']);
  narrator.step('the PSU approves by the new link', 'back at the TPP');
  const own = `${path}/${started.authorisationId}`;
  await reaches('scaStatus finalised', 'finalised', () => scaStatusAt(world, own));
  narrator.step('GET that authorisation', 'scaStatus finalised');
}

async function scaStatusAt({ tpp }: World, path: string): Promise<string> {
  const answer = await tpp.call({ method: 'GET', path });
  return jsonWith<{ scaStatus: string }>(answer, 200).scaStatus;
}
