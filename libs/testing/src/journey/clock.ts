import { dayInOslo, daysLater } from '@nordgate/contracts/rules';
import { firstThat } from '../eventually.js';
import { aPeriodicPayment } from '../payment-bodies.js';
import { listedCustomers, meetPsu } from './first-contact.js';
import { initiate, periodicPath } from './payments.js';
import { approveAt } from './site.js';
import { accountOf, demand, jsonWith } from './world.js';
import type { ListedCustomer, World } from './world.js';

/** The path of the clock of the TPP's world. */
export const clockPath = '/v1/sandbox/clock';

/** The clock of the TPP's world. */
export interface Clock {
  readonly now: string;
  readonly state: 'ready' | 'advancing';
  readonly target?: string;
  readonly progress?: number;
}

/** The clock now. */
export async function clockOf({ tpp }: World): Promise<Clock> {
  return jsonWith<Clock>(await tpp.call({ method: 'GET', path: clockPath }), 200);
}

/**
 * Moves the clock, and waits until everything that is due on the way is carried out.
 *
 * @param to where: a time (ISO 8601) or a duration (ISO 8601)
 */
export async function moveClock(
  world: World,
  to: { readonly now: string } | { readonly advance: string },
): Promise<Clock> {
  const answer = await world.tpp.call({ method: 'PUT', path: clockPath, body: to });
  jsonWith<Clock>(answer, 202);
  return firstThat(
    'the clock is ready',
    () => clockOf(world),
    ({ state }) => state === 'ready',
    { limitMs: 120_000, everyMs: 50 },
  );
}

/** The clock moves two months on: a standing order is executed on its days, and a session has ended (specification 1, 5.13). */
export async function seeClock(world: World): Promise<void> {
  const { narrator, tpp } = world;
  const persons = (await listedCustomers(tpp)).filter(
    ({ customerType }) => customerType === 'PRIVATE',
  );
  const [debtor, creditor] = persons;
  demand(debtor !== undefined && creditor !== undefined, 'two customers', debtor);
  await meetAgain(world, debtor);
  const first = daysLater(dayInOslo(new Date()), 7);
  const body = aPeriodicPayment({
    debtorAccount: { bban: accountOf(debtor), currency: 'NOK' },
    creditorAccount: { bban: accountOf(creditor), currency: 'NOK' },
    ...{ startDate: first, endDate: daysLater(first, 365), dayOfExecution: first.slice(8) },
  });
  const { paymentId, scaHref } = await initiate(world, periodicPath, body);
  await approveAt(world, scaHref, debtor);
  const { now } = await moveClock(world, { advance: 'P2M' });
  narrator.step(`PUT ${clockPath} {"advance": "P2M"}, GET until ready`, now.slice(0, 10));
  const user = await tpp.call({ method: 'GET', path: '/v1/user' });
  demand(user.status === 401, '401: the session is over', user.text);
  narrator.step('GET /v1/user', '401, the session of an hour is over');
  await meetAgain(world, debtor);
  const path = `${periodicPath}/${paymentId}`;
  const { occurrences } = jsonWith<Order>(await tpp.call({ method: 'GET', path }), 200);
  demand(occurrences.length === 2, 'two occurrences', occurrences);
  const days = occurrences.map(({ date, transactionStatus }) => `${date} ${transactionStatus}`);
  narrator.step('GET the standing order', days.join(', '));
  jsonWith(await tpp.call({ method: 'POST', path: '/v1/sandbox/initialize' }), 200);
  narrator.step('POST /v1/sandbox/initialize', 'real time again');
}

/** A TPP that knows a PSU begins without one. */
async function meetAgain(world: World, customer: ListedCustomer): Promise<void> {
  world.tpp.actFor(undefined);
  await meetPsu(world, customer);
}

interface Order {
  readonly occurrences: readonly { readonly date: string; readonly transactionStatus: string }[];
}
