import { approveByNewLink } from './authorisations.js';
import { approveBasket, refuseBasket } from './baskets.js';
import { callOffApproved, callOffUnapproved } from './cancellations.js';
import { readByConsent } from './consents.js';
import { meetPsu, setUpSandbox } from './first-contact.js';
import { initiatePeriodic, initiateTwo } from './payments.js';
import { payByEveryProduct } from './products.js';
import { seeRefusals } from './refusals.js';
import { accountOf } from './world.js';
import type { World } from './world.js';
import type { TppClient } from '@nordgate/tpp-client';

/**
 * A TPP's whole journey: first contact, payments, a basket approved and one refused, every product,
 * payments called off, a new link, a consent, and what the gateway does not take. `stranger` is a TPP whose certificate nobody trusts. Throws JourneyFailed.
 */
export async function runJourney(world: World, stranger: TppClient): Promise<void> {
  const { narrator } = world;
  narrator.part('The sandbox, and a PSU whom the TPP does not know yet');
  const [customer, neighbour] = await setUpSandbox(world);
  if (customer === undefined || neighbour === undefined) throw new Error('no customers');
  const accounts = { from: accountOf(customer), to: accountOf(neighbour) };
  await meetPsu(world, customer);
  narrator.part('Two payments');
  const payments = await initiateTwo(world, accounts.from, accounts.to);
  narrator.part('A signing basket with both, approved by the PSU');
  await approveBasket(world, payments, customer);
  narrator.part('A periodic payment, which no basket takes');
  await initiatePeriodic(world, accounts.from, accounts.to);
  narrator.part('Baskets that are not approved');
  await refuseBasket(world, accounts, customer, neighbour);
  narrator.part('Every product in every service, approved by the PSU');
  await payByEveryProduct(world, accounts.from, customer);
  narrator.part('Payments that are called off');
  await callOffUnapproved(world, accounts.from, accounts.to);
  await callOffApproved(world, accounts, customer);
  narrator.part('A new link to approve a payment');
  await approveByNewLink(world, accounts, customer);
  narrator.part('A consent to read an account, and its end');
  await readByConsent(world, customer);
  narrator.part('What the gateway does not take');
  await seeRefusals(world, stranger);
}
