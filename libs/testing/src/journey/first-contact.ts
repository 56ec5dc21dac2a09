import type { TppClient } from '@nordgate/tpp-client';
import { answered } from '../described/patient-tpp.js';
import { approveAt } from './site.js';
import { codesOf, jsonWith, scaRedirectOf, demand } from './world.js';
import type { ListedCustomer, World } from './world.js';

/** Resets the sandbox to its known state. @returns its private customers */
export async function setUpSandbox({ tpp, narrator }: World): Promise<readonly ListedCustomer[]> {
  const reset = await answered(tpp, { method: 'POST', path: '/v1/sandbox/initialize' });
  jsonWith(reset, 200);
  narrator.step('POST /v1/sandbox/initialize', '200, the known state');
  const customers = await listedCustomers(tpp);
  const persons = customers.filter(({ customerType }) => customerType === 'PRIVATE');
  demand(
    persons.length === 5 && customers.length === 8,
    'five persons, three companies',
    customers,
  );
  const names = customers.map(({ customerName }) => customerName).join(', ');
  narrator.step('GET /v1/sandbox/customers', `200, ${names}`);
  return persons;
}

/** The customers of the sandbox with their accounts: the list names each, and each is read. */
export async function listedCustomers(tpp: Calls): Promise<readonly ListedCustomer[]> {
  const list = await answered(tpp, { method: 'GET', path: '/v1/sandbox/customers' });
  const found: ListedCustomer[] = [];
  for (const { customerId } of jsonWith<{ readonly customerId: string }[]>(list, 200)) {
    const path = `/v1/sandbox/customers/${customerId}`;
    found.push(jsonWith(await answered(tpp, { method: 'GET', path }), 200));
  }
  return found;
}

type Calls = Pick<TppClient, 'call'>;

/** The TPP gets the ids of a new PSU by SCA (specification 4.4, 5.10, 5.11). */
export async function meetPsu(world: World, customer: ListedCustomer): Promise<void> {
  const { tpp, narrator } = world;
  const unknown = await answered(tpp, { method: 'GET', path: '/v1/user' });
  const body = jsonWith(unknown, 401);
  demand(codesOf(unknown).includes('SCA_NOT_FOUND'), 'SCA_NOT_FOUND', body);
  narrator.step('GET /v1/user without PSU-ID', '401 SCA_NOT_FOUND with a scaRedirect link');
  const back = await approveAt(world, scaRedirectOf(body), customer);
  demand(back.searchParams.get('context') === 'PRIVATE', 'context=PRIVATE', back.href);
  const psuId = actAs(tpp, back);
  narrator.step('the PSU logs in and confirms', `back at ${back.origin}${back.search}`);
  const known = jsonWith<{ psuId: string }>(
    await answered(tpp, { method: 'GET', path: '/v1/user' }),
    200,
  );
  demand(known.psuId === psuId, 'the same psu-id', known);
  narrator.step('GET /v1/user with PSU-ID and TPP-Session-ID', '200, a live session');
}

/**
 * Lets later calls carry the ids of the PSU's return address (specification 5.11).
 *
 * @returns the psu-id
 * @throws JourneyError when the address has no ids
 */
export function actAs(tpp: TppClient, back: URL): string {
  const psuId = back.searchParams.get('psu-id') ?? '';
  const tppSessionId = back.searchParams.get('tpp-session-id') ?? '';
  demand(psuId !== '' && tppSessionId !== '', '5.11 parameters', back.href);
  tpp.actFor({ psuId, tppSessionId });
  return psuId;
}
