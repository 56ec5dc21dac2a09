import { jsonWith, scaRedirectOf } from './answers.js';
import { demand } from './narrator.js';
import { initiateOne, singlePath, statusOf } from './payments.js';
import { reaches } from './reaches.js';
import { approveAt } from './site.js';
import type { ListedCustomer, World } from './world.js';

/** A payment that nobody has approved is called off at once. */
export async function callOffUnapproved(world: World, from: string, to: string): Promise<void> {
  const { paymentId } = await initiateOne(world, from, to);
  const answer = await callOff(world, paymentId);
  demand(answer.status === 204, 'status 204', answer.text);
  world.narrator.step('DELETE of the payment, not approved yet', '204');
  await seeStatus(world, paymentId, 'CANC');
}

/** One that was approved is called off when the PSU approves that as well. */
export async function callOffApproved(
  world: World,
  { from, to }: { readonly from: string; readonly to: string },
  customer: ListedCustomer,
): Promise<void> {
  const { narrator } = world;
  const { paymentId, scaHref } = await initiateOne(world, from, to);
  await approveAt(world, scaHref, customer, ['125.50']);
  narrator.step('the PSU approves the payment', 'back at the TPP');
  await seeStatus(world, paymentId, 'ACTC');
  const asked = jsonWith<{ transactionStatus: string }>(await callOff(world, paymentId), 202);
  demand(asked.transactionStatus === 'ACTC', 'ACTC', asked);
  const cancellationHref = scaRedirectOf(asked);
  narrator.step('DELETE of the approved payment', '202 ACTC with a scaRedirect link');
  await approveAt(world, cancellationHref, customer, ['125.50', 'Call off']);
  narrator.step('the PSU sees what is called off, enters the code', 'back at the TPP');
  await seeStatus(world, paymentId, 'CANC');
}

function callOff({ tpp }: World, paymentId: string) {
  return tpp.call({ method: 'DELETE', path: `${singlePath}/${paymentId}` });
}

async function seeStatus(world: World, paymentId: string, expected: string): Promise<void> {
  await reaches(`payment ${expected}`, expected, () => statusOf(world, singlePath, paymentId));
  world.narrator.step('GET status of the payment', expected);
}
