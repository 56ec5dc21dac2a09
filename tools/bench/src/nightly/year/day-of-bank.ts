import { join } from 'node:path';
import { dayInOslo } from '@nordgate/contracts/rules';
import {
  approveAt,
  initiate,
  initiateTwo,
  listedCustomers,
  makeApproved,
  makeBasket,
  meetPsu,
  orderBetween,
  psuBrowser,
  accountOf,
  readAccounts,
  runBatch,
  setUpSandbox,
  singlePath,
  uncheckedTpp,
} from '@nordgate/testing';
import type { ListedCustomer, World } from '@nordgate/testing';
import { accountReport, entryReport } from '../core-accounts.js';
import type { YearBank, YearPlace } from './year-bank.js';

/** What happens on each day. The default is a thousandth of a bank with 100,000 customers. */
export interface DayOfBank {
  /** Executed payments. */
  readonly payments: number;
  /** Entries that the core reports. */
  readonly entries: number;
  /** Accounts of which the core reports. */
  readonly accounts: number;
}

/** Every so many days. */
const every = { unapproved: 2, basket: 3, cancelled: 5 } as const;
const small = { instructedAmount: { amount: '1.00', currency: 'NOK' } };

/** Makes the customers of the sandbox, and the accounts of the core. */
export async function firstDay(
  running: YearBank,
  { dataDir }: YearPlace,
  { accounts }: DayOfBank,
): Promise<void> {
  await setUpSandbox(await worldOf(running, dataDir));
  await running.core.follow(Array.from({ length: accounts }, (_, n) => accountReport(n)));
}

/** One day: customers pay, read their accounts, make and end consents, and the core reports. */
export async function liveDay(
  running: YearBank,
  { dataDir }: YearPlace,
  day: DayOfBank,
  n: number,
): Promise<void> {
  await reportEntries(running, day, n);
  const world = await worldOf(running, dataDir);
  const persons = (await listedCustomers(world.tpp)).filter(
    ({ customerType }) => customerType === 'PRIVATE',
  );
  const [debtor, creditor] = [persons[n % persons.length], persons[(n + 1) % persons.length]];
  if (debtor === undefined || creditor === undefined) throw new Error('no customers');
  await readAccounts(world, debtor);
  world.tpp.actFor(undefined);
  await meetPsu(world, debtor);
  await pay(world, { debtor, creditor }, day.payments, n);
  await runBatch(world);
}

async function pay(
  world: World,
  parties: { readonly debtor: ListedCustomer; readonly creditor: ListedCustomer },
  payments: number,
  n: number,
): Promise<void> {
  const { debtor, creditor } = parties;
  for (let at = 0; at < payments; at += 1) await makeApproved(world, parties, small);
  const make = () => initiate(world, singlePath, orderBetween(parties, small));
  if (n % every.unapproved === 0) await make();
  if (n % every.basket === 0) {
    const two = await initiateTwo(world, accountOf(debtor), accountOf(creditor));
    const { scaHref } = await makeBasket(world, two);
    await approveAt(world, scaHref, debtor);
  }
  if (n % every.cancelled === 0) {
    const { paymentId } = await make();
    await world.tpp.call({ method: 'DELETE', path: `${singlePath}/${paymentId}` });
  }
}

async function reportEntries(
  { core }: YearBank,
  { entries, accounts }: DayOfBank,
  n: number,
): Promise<void> {
  const day = dayInOslo(new Date());
  const reports = Array.from({ length: entries }, (_, at) =>
    entryReport(at % accounts, `entry-${String(n)}-${String(at)}`, '-125.50', day),
  );
  await core.follow(reports);
}

async function worldOf({ bank }: YearBank, dataDir: string): Promise<World> {
  const { gatewayUrl, scaUrl } = bank;
  return {
    tpp: await uncheckedTpp({ gatewayUrl, scaUrl }, join(dataDir, 'bank')),
    newBrowser: () => psuBrowser({ gatewayUrl, scaUrl }),
    narrator: { part: () => undefined, step: () => undefined },
  };
}
