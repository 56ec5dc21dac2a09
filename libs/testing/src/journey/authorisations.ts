import { jsonWith, scaRedirectOf } from './answers.js';
import { demand } from './narrator.js';
import { initiateOne, singlePath } from './payments.js';
import { reaches } from './reaches.js';
import { approveAt } from './site.js';
import type { ListedCustomer, World } from './world.js';

/** A payment is approved by a link that the TPP asked for later. */
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
