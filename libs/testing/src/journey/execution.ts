import { dayInOslo } from '@nordgate/contracts/rules';
import { aDomesticPayment } from '../payment-bodies.js';
import { basketStatusOf, makeBasket } from './baskets.js';
import { actAs, meetPsu } from './first-contact.js';
import { initiate, singlePath, statusOf } from './payments.js';
import type { MadePayment } from './payments.js';
import { approveAt, grantAt } from './site.js';
import { accountOf, demand, jsonWith, reaches, scaRedirectOf } from './world.js';
import type { ListedCustomer, World } from './world.js';

/** The path of the runs of the batch. */
export const batchRunsPath = '/v1/sandbox/batch-runs';

/** The path of payments that are executed at once. */
export const instantPath = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks';

/** The report of a run. */
export interface RunReport {
  readonly runId: string;
  readonly status: 'queued' | 'running' | 'completed';
  readonly counts: Readonly<
    Record<
      'due' | 'executed' | 'withoutFunds' | 'rejected' | 'held' | 'inProgress' | 'dropped',
      number
    >
  >;
  readonly sums: readonly { readonly amount: string; readonly currency: string }[];
  readonly failures: readonly {
    readonly paymentId: string;
    readonly code: string;
    readonly text: string;
  }[];
}

/** The report of a run now. */
export async function runReport({ tpp }: World, runId: string): Promise<RunReport> {
  return jsonWith<RunReport>(
    await tpp.call({ method: 'GET', path: `${batchRunsPath}/${runId}` }),
    200,
  );
}

/** The answer to a request for a run. */
export interface StartedRun {
  readonly runId: string;
  readonly startedAt: string;
  /** While a run was open: the one that executes what is approved now. */
  readonly followingRunId?: string;
  readonly tppMessages?: readonly { readonly category: string; readonly code: string }[];
}

/** Starts a run, or queues one behind the open one. @returns the id of the run that executes what is approved now */
export async function startRun({ tpp }: World): Promise<string> {
  const answer = await tpp.call({ method: 'POST', path: batchRunsPath });
  const { runId, followingRunId } = jsonWith<StartedRun>(answer, 202);
  return followingRunId ?? runId;
}

/** Executes what is approved now, and waits until that run is completed. @returns its report */
export async function runBatch(world: World): Promise<RunReport> {
  const runId = await startRun(world);
  await reaches(
    `run ${runId} completed`,
    'completed',
    async () => (await runReport(world, runId)).status,
  );
  return runReport(world, runId);
}

const runsMax = 20;

/**
 * Runs the batch until the payments are done: a transfer that another run has claimed may outlast the run of this
 * request.
 *
 * @returns the reports of all runs
 * @throws JourneyError when twenty runs are not enough
 */
export async function runBatchUntil(
  world: World,
  isDone: () => Promise<boolean>,
): Promise<readonly RunReport[]> {
  const reports: RunReport[] = [];
  do {
    demand(reports.length < runsMax, 'executed payments', reports.at(-1));
    reports.push(await runBatch(world));
  } while (!(await isDone()));
  return reports;
}

/** Two customers, of whom the first pays the second. */
export interface Parties {
  readonly debtor: ListedCustomer;
  readonly creditor: ListedCustomer;
}

/** Makes a payment between the first accounts of two customers, and the debtor approves it. */
export async function makeApproved(
  world: World,
  { debtor, creditor }: Parties,
  { path = singlePath, ...changes }: { readonly path?: string } & Record<string, unknown> = {},
): Promise<MadePayment> {
  const made = await initiate(world, path, orderBetween({ debtor, creditor }, changes));
  await approveAt(world, made.scaHref, debtor);
  return made;
}

/** A domestic payment between the first accounts of two customers. */
export function orderBetween({ debtor, creditor }: Parties, changes: object = {}): object {
  return aDomesticPayment({
    debtorAccount: { bban: accountOf(debtor), currency: 'NOK' },
    creditorName: creditor.customerName,
    creditorAccount: { bban: accountOf(creditor), currency: 'NOK' },
    ...changes,
  });
}

/**
 * Approved payments are executed: an instant one at once, another one in a run of the batch, and one without
 * funds not at all (specification 1, 3).
 */
export async function seeExecution(world: World, parties: Parties): Promise<void> {
  world.tpp.actFor(undefined);
  await meetPsu(world, parties.debtor);
  await payAtOnce(world, parties);
  await payInTheBatch(world, parties);
  await lackFunds(world, parties);
}

async function payAtOnce(world: World, parties: Parties): Promise<void> {
  const { paymentId } = await makeApproved(world, parties, { path: instantPath });
  await reaches('instant payment ACSC', 'ACSC', () => statusOf(world, instantPath, paymentId));
  world.narrator.step('the PSU approves it, GET status', 'ACSC at once');
}

async function payInTheBatch(world: World, parties: Parties): Promise<void> {
  const { narrator } = world;
  const text = `Rent ${crypto.randomUUID().slice(0, 8)}`;
  const wish = { remittanceInformationUnstructured: text };
  const { paymentId } = await makeApproved(world, parties, wish);
  const status = () => statusOf(world, singlePath, paymentId);
  await reaches('approved payment ACTC', 'ACTC', status);
  narrator.step('the PSU approves it, GET status', 'ACTC until the next run');
  const reports = await runBatchUntil(world, async () => (await status()) === 'ACSC');
  narrator.step(`POST ${batchRunsPath}, GET the run`, `completed, ${summaryOf(reports)}`);
  narrator.step('GET status of the payment', 'ACSC');
  await seeBooked(world, parties.creditor, text, 125.5);
  // The last one, whose PSU makes the next payments.
  await seeBooked(world, parties.debtor, text, -125.5);
}

/** How many payments the runs executed, of those that were due. */
function summaryOf(reports: readonly RunReport[]): string {
  const sumOf = (count: 'due' | 'executed') =>
    String(reports.reduce((sum, { counts }) => sum + counts[count], 0));
  return `${sumOf('executed')} of ${sumOf('due')} executed`;
}

/** A customer lets the TPP read the first account; the transaction is booked there. */
async function seeBooked(
  world: World,
  customer: ListedCustomer,
  text: string,
  amount: number,
): Promise<void> {
  const bban = accountOf(customer);
  const href = await transactionsOf(world, customer);
  const path = `${href}?bookingStatus=booked&dateFrom=${dayInOslo(new Date())}`;
  await reaches(`booked on ${bban}`, String(amount), () => bookedAmount(world, path, text));
  world.narrator.step(`GET transactions of ${bban}`, `booked, ${amount.toFixed(2)} NOK`);
}

/** The path of the transactions of a customer's first account, after the customer's consent. */
export async function transactionsOf(world: World, customer: ListedCustomer): Promise<string> {
  const { tpp } = world;
  tpp.actFor(undefined);
  const refused = jsonWith(await tpp.call({ method: 'GET', path: '/v1/accounts' }), 401);
  const choice = { bbans: [accountOf(customer)] };
  actAs(tpp, await grantAt(world, scaRedirectOf(refused), customer, choice));
  const listed = await tpp.call({ method: 'GET', path: '/v1/accounts' });
  type Account = { readonly _links: { readonly transactions: { readonly href: string } } };
  const [account] = jsonWith<{ accounts: readonly Account[] }>(listed, 200).accounts;
  demand(account !== undefined, 'the granted account', listed.text);
  return account._links.transactions.href;
}

/** The amount of the transaction with this text; empty while there is none. */
async function bookedAmount({ tpp }: World, path: string, text: string): Promise<string> {
  type Booked = {
    readonly remittanceInformationUnstructured?: string;
    readonly transactionAmount: { readonly amount: string };
  };
  type Page = { readonly transactions: { readonly booked?: readonly Booked[] } };
  const { transactions } = jsonWith<Page>(await tpp.call({ method: 'GET', path }), 200);
  const found = transactions.booked?.find((one) => one.remittanceInformationUnstructured === text);
  return found === undefined ? '' : String(Number(found.transactionAmount.amount));
}

async function lackFunds(world: World, parties: Parties): Promise<void> {
  const { narrator } = world;
  const tooMuch = { amount: '9000000.00', currency: 'NOK' };
  const small = await initiate(world, singlePath, orderBetween(parties));
  const large = await initiate(
    world,
    singlePath,
    orderBetween(parties, { instructedAmount: tooMuch }),
  );
  const basket = await makeBasket(world, [small, large]);
  await approveAt(world, basket.scaHref, parties.debtor);
  narrator.step('the PSU approves the basket', 'back at the TPP');
  const status = ({ paymentId }: MadePayment) => statusOf(world, singlePath, paymentId);
  await reaches('approved basket ACTC', 'ACTC', () => basketStatusOf(world, basket.basketId));
  const reports = await runBatchUntil(
    world,
    async () => (await status(small)) === 'ACSC' && (await status(large)) === 'ACCP',
  );
  const failure = reports
    .flatMap(({ failures }) => failures)
    .find(({ paymentId }) => paymentId === large.paymentId);
  demand(failure !== undefined, 'the payment without funds in the report', reports);
  narrator.step(`POST ${batchRunsPath}`, `202, then ${failure.code} ${failure.text}`);
  await seeNoFunds(world, large.paymentId);
  await reaches('basket RJCT', 'RJCT', () => basketStatusOf(world, basket.basketId));
  narrator.step('GET status of the basket', 'RJCT');
}

async function seeNoFunds({ tpp, narrator }: World, paymentId: string): Promise<void> {
  const answer = await tpp.call({ method: 'GET', path: `${singlePath}/${paymentId}/status` });
  const { fundsAvailable, transactionStatus } = jsonWith<{
    fundsAvailable?: boolean;
    transactionStatus: string;
  }>(answer, 200);
  const isRight = transactionStatus === 'ACCP' && fundsAvailable === false;
  demand(isRight, 'ACCP with fundsAvailable=false', answer.text);
  narrator.step('GET status of the payment without funds', 'ACCP, fundsAvailable=false');
}
