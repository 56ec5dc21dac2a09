import type { TppClient } from '@nordgate/tpp-client';
import { readAccounts } from './accounts.js';
import { approveBasket, refuseBasket } from './baskets.js';
import { readByConsent } from './consents.js';
import { seeExecution } from './execution.js';
import { meetPsu, setUpSandbox } from './first-contact.js';
import {
  approveByNewLink,
  cancelApproved,
  cancelUnapproved,
  initiatePeriodic,
  initiateTwo,
} from './payments.js';
import { payByEveryProduct } from './products.js';
import { seeRefusals } from './refusals.js';
import { accountOf } from './world.js';
import type { World } from './world.js';

/**
 * A TPP's whole journey: first contact, payments, an approved and a refused basket, every product,
 * cancellations, a new link, a consent, account information, requests that the gateway rejects, and the
 * execution of payments.
 *
 * @param stranger a TPP whose certificate the bank does not trust
 * @throws JourneyError at the first answer that is not the promised one
 */
export async function runJourney(world: World, stranger: TppClient): Promise<void> {
  const { narrator } = world;
  narrator.part('The sandbox, and a PSU that the TPP does not know yet');
  const [customer, neighbour] = await setUpSandbox(world);
  if (customer === undefined || neighbour === undefined) throw new Error('no customers');
  const accounts = { from: accountOf(customer), to: accountOf(neighbour) };
  await meetPsu(world, customer);
  narrator.part('Two payments');
  const payments = await initiateTwo(world, accounts.from, accounts.to);
  narrator.part('A signing basket with both, approved by the PSU');
  await approveBasket(world, payments, customer);
  narrator.part('A periodic payment, which a basket rejects');
  await initiatePeriodic(world, accounts.from, accounts.to);
  narrator.part('Baskets that are not approved');
  await refuseBasket(world, accounts, customer, neighbour);
  narrator.part('Every product in every service, approved by the PSU');
  await payByEveryProduct(world, accounts.from, customer);
  narrator.part('Cancelled payments');
  await cancelUnapproved(world, accounts.from, accounts.to);
  await cancelApproved(world, accounts, customer);
  narrator.part('A new link to approve a payment');
  await approveByNewLink(world, accounts, customer);
  narrator.part('A consent to read an account, and its end');
  await readByConsent(world, customer);
  narrator.part('Account information: a consent with a card, transactions, limits, revocation');
  await readAccounts(world, customer);
  narrator.part('Requests that the gateway rejects');
  await seeRefusals(world, stranger);
  narrator.part('Execution: at once, in a run of the batch, and not without funds');
  await seeExecution(world, { debtor: customer, creditor: neighbour });
}
