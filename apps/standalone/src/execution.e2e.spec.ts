import { join } from 'node:path';
import { OperationsClient } from '@nordgate/operator/operations-client';
import { operatorProgram } from '@nordgate/operator/operator-program';
import { openDatabase } from '@nordgate/event-store';
import { dayInOslo, daysLater, streamIdIn } from '@nordgate/contracts/rules';
import {
  accountOf,
  approveAt,
  basketStatusOf,
  codesOf,
  eventually,
  initiate,
  instantPath,
  jsonWith,
  makeApproved,
  makeBasket,
  meetPsu,
  orderBetween,
  runBatch,
  runBatchUntil,
  runReport,
  scaRedirectOf,
  setUpSandbox,
  singlePath,
  startRun,
  statusOf,
} from '@nordgate/testing';
import type { MadePayment, Parties, StartedRun, World } from '@nordgate/testing';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const bulkPath = '/v1/bulk-payments/norwegian-domestic-credit-transfers';
const runsPath = '/v1/sandbox/batch-runs';
/** Accounts of the sandbox that give a payment a known end. */
const payee = { refused: '99970000018', unconfirmed: '99970000034', slow: '99970000042' };
const to = (bban: string) => ({ creditorAccount: { bban, currency: 'NOK' } });

describe('the execution of approved payments', () => {
  let test: TestBank;
  let world: World;
  let parties: Parties;
  beforeAll(async () => {
    test = await startTestBank();
    world = test.world();
    const [debtor, creditor] = await setUpSandbox(world);
    if (debtor === undefined || creditor === undefined) throw new Error('no customers');
    parties = { debtor, creditor };
    await meetPsu(world, debtor);
  });
  afterAll(() => test.stop());

  const status = ({ paymentId }: MadePayment, path = singlePath) =>
    statusOf(world, path, paymentId);
  const becomes = (expected: string, made: MadePayment, path = singlePath) =>
    eventually(`the payment is ${expected}`, async () => (await status(made, path)) === expected);
  const cancel = ({ paymentId }: MadePayment) =>
    world.tpp.call({ method: 'DELETE', path: `${singlePath}/${paymentId}` });
  const operator = async (...args: readonly string[]): Promise<string> => {
    const said: string[] = [];
    const secrets = join(test.dataDir, 'secrets');
    const settings = { OPERATIONS_URL: test.bank.operationsUrl, NORDGATE_SECRETS_DIR: secrets };
    const program = operatorProgram(await OperationsClient.open(settings), (text) => {
      said.push(text);
    });
    await program.parseAsync(args, { from: 'user' });
    return said.join('\n');
  };

  /** A bulk payment to these accounts that the debtor has approved. */
  async function makeBulk(accounts: readonly string[], changes: object = {}): Promise<MadePayment> {
    const payments = accounts.map((bban) => ({
      ...{ instructedAmount: { amount: '125.50', currency: 'NOK' }, creditorName: 'Kari Kreditor' },
      ...to(bban),
    }));
    const debtorAccount = { bban: accountOf(parties.debtor), currency: 'NOK' };
    const made = await initiate(world, bulkPath, { debtorAccount, payments, ...changes });
    await approveAt(world, made.scaHref, parties.debtor);
    return made;
  }

  it('settles an instant payment at once, and reports it in the instant run of the day', async () => {
    const made = await makeApproved(world, parties, { path: instantPath });
    await becomes('ACSC', made, instantPath);
    const runId = `${dayInOslo(new Date())}-instant`;
    await eventually(
      'the instant run has it',
      async () => (await runReport(world, runId)).counts.executed === 1,
    );
    expect(await runReport(world, runId)).toMatchObject({ runId, status: 'running' });
  });

  it('settles a payment in a run on demand, whose report has its sum', async () => {
    const made = await makeApproved(world, parties);
    await becomes('ACTC', made);
    const reports = await runBatchUntil(world, async () => (await status(made)) === 'ACSC');
    const counts = { executed: 1, withoutFunds: 0, rejected: 0, held: 0, inProgress: 0 };
    expect(reports.at(-1)).toMatchObject({
      status: 'completed',
      counts: { due: 1, ...counts },
      sums: [{ amount: '125.50', currency: 'NOK' }],
      failures: [],
    });
  });

  it('ends a bulk payment of which one part is refused as PART, and names that part', async () => {
    const made = await makeBulk([accountOf(parties.creditor), payee.refused]);
    const done = async () => (await status(made, bulkPath)) === 'PART';
    const reports = await runBatchUntil(world, done);
    const answer = await world.tpp.call({ method: 'GET', path: `${bulkPath}/${made.paymentId}` });
    type Part = { readonly paymentId: string; readonly transactionStatus: string };
    const { payments } = jsonWith<{ payments: readonly Part[] }>(answer, 200);
    expect(payments.map(({ transactionStatus }) => transactionStatus)).toEqual(['ACSC', 'RJCT']);
    const failures = reports.flatMap((report) => report.failures);
    expect(failures).toEqual([
      {
        paymentId: payments[1]?.paymentId,
        code: 'PAYMENT_FAILED',
        text: expect.any(String) as string,
      },
    ]);
  });

  it('settles a bulk payment that is booked as one debit', async () => {
    const accounts = [accountOf(parties.creditor), accountOf(parties.creditor, 1)];
    const made = await makeBulk(accounts, { batchBookingPreferred: true });
    await runBatchUntil(world, async () => (await status(made, bulkPath)) === 'ACSC');
  });

  it('leaves payments alone that are not due, cancelled or not approved', async () => {
    const tomorrow = { requestedExecutionDate: daysLater(dayInOslo(new Date()), 1) };
    const later = await makeApproved(world, parties, tomorrow);
    const unapproved = await initiate(world, singlePath, orderBetween(parties));
    const cancelled = await makeApproved(world, parties);
    await approveAt(
      world,
      scaRedirectOf(jsonWith<object>(await cancel(cancelled), 202)),
      parties.debtor,
    );
    await becomes('CANC', cancelled);
    const due = await makeApproved(world, parties);
    await runBatchUntil(world, async () => (await status(due)) === 'ACSC');
    const statuses = await Promise.all([later, unapproved, cancelled].map((one) => status(one)));
    expect(statuses).toEqual(['ACTC', 'RCVD', 'CANC']);
  });

  it('takes a basket to RJCT by a member without funds, and keeps it ACTC with settled ones', async () => {
    const tooMuch = { instructedAmount: { amount: '9000000.00', currency: 'NOK' } };
    const order = (changes = {}) => initiate(world, singlePath, orderBetween(parties, changes));
    const good = [await order(), await order()];
    const bad = [await order(), await order(tooMuch)];
    const baskets = [await makeBasket(world, good), await makeBasket(world, bad)];
    for (const { scaHref } of baskets) await approveAt(world, scaHref, parties.debtor);
    const all = () => Promise.all([...good, ...bad].map((one) => status(one)));
    const reports = await runBatchUntil(
      world,
      async () => (await all()).join() === 'ACSC,ACSC,ACSC,ACCP',
    );
    const path = `${singlePath}/${bad[1]?.paymentId ?? ''}/status`;
    const answer = await world.tpp.call({ method: 'GET', path });
    expect(answer.json).toMatchObject({ transactionStatus: 'ACCP', fundsAvailable: false });
    const failures = reports.flatMap((report) => report.failures);
    expect(failures.map(({ paymentId }) => paymentId)).toEqual([bad[1]?.paymentId]);
    const ofBaskets = () =>
      Promise.all(baskets.map(({ basketId }) => basketStatusOf(world, basketId)));
    await eventually('the baskets follow', async () => (await ofBaskets()).join() === 'ACTC,RJCT');
  });

  it('refuses to cancel a payment in execution, which is ACSP and then ACSC', async () => {
    const made = await makeApproved(world, parties, to(payee.slow));
    await eventually('the payment is ACSP', async () => {
      await startRun(world);
      return (await status(made)) === 'ACSP';
    });
    const refused = await cancel(made);
    expect([refused.status, ...codesOf(refused)]).toEqual([409, 'CONFLICT']);
    await becomes('ACSC', made);
  });

  it('shows a payment as ACWP until the bank of the creditor has confirmed it', async () => {
    const made = await makeApproved(world, parties, to(payee.unconfirmed));
    await runBatchUntil(world, async () => (await status(made)) === 'ACWP');
    await runBatchUntil(world, async () => (await status(made)) === 'ACSC');
  });

  it('claims a payment as ACWC on a later day than the TPP asked for', async () => {
    const made = await makeApproved(world, parties);
    await becomes('ACTC', made);
    const streamId = streamIdIn(made.paymentId)?.streamId ?? '';
    await eventually('the wish is of yesterday', () => askedForYesterday(test, streamId));
    await runBatchUntil(world, async () => (await status(made)) === 'ACSC');
    const events = await operator(
      ...['stream', 'show', 'payments', `payment-${streamId}`, '--no-json'],
    );
    expect(events).toMatch(/PaymentClaimed [^]*status: ACWC/);
  });

  it('leaves out what the fraud desk holds, counts it, and executes it after the release', async () => {
    const made = await makeApproved(world, parties);
    await becomes('ACTC', made);
    const payment = ['--payment', made.paymentId, '--reason', 'reported by the customer'];
    const stream = streamIdIn(made.paymentId)?.streamId ?? '';
    expect(await operator('batch', 'hold', ...payment)).toBe(`${stream} is held`);
    await eventually('the hold is listed', async () =>
      (await operator('batch', 'holds')).includes(stream),
    );
    await eventually('a run counts it', async () => (await runBatch(world)).counts.held === 1);
    expect(await status(made)).toBe('ACTC');
    expect(await operator('batch', 'release', ...payment)).toBe(`${stream} is not held`);
    await runBatchUntil(world, async () => (await status(made)) === 'ACSC');
    expect(await operator('batch', 'list')).toMatch(/-now-1\.\d+ +completed/);
    // The operator opens runs in worlds with something to execute only.
    await becomes('ACTC', await makeApproved(world, parties));
    const [, runId = ''] = /^run (\S+) is open/.exec(await operator('batch', 'run')) ?? [];
    expect(await operator('batch', 'show', runId)).toContain(runId);
    expect(await operator('batch', 'overdue')).toBe('no transfer is overdue');
    expect(await operator('batch', 'contradictions')).toBe('no outcome contradicts');
  });

  it('answers a request while a run is open with that run, a warning and the run that follows', async () => {
    const ids = [crypto.randomUUID(), crypto.randomUUID()];
    const ask = async (id: string | undefined) => {
      const headers = { 'x-request-id': id ?? '' };
      const answer = await world.tpp.call({ method: 'POST', path: runsPath, headers });
      return jsonWith<StartedRun>(answer, 202);
    };
    const made = await makeApproved(world, parties);
    // The second one of two at once finds the run of the first one open.
    const asked = await Promise.all(ids.map(ask));
    const joined = asked.find(({ followingRunId }) => followingRunId !== undefined);
    expect(asked.map(({ runId }) => runId)).toEqual([joined?.runId, joined?.runId]);
    expect(joined?.startedAt).toBe(asked[0]?.startedAt);
    expect(joined?.tppMessages).toMatchObject([{ category: 'WARNING', code: 'CONFLICT' }]);
    const following = joined?.followingRunId ?? '';
    const done = async () => (await runReport(world, following)).status === 'completed';
    await eventually('the run that follows is completed', done);
    expect(await status(made)).toBe('ACSC');
    expect(await Promise.all(ids.map(ask))).toEqual(asked);
  });

  it('executes what was approved before the request in the very run that it gets', async () => {
    for (let round = 0; round < 3; round += 1) {
      const made = await makeApproved(world, parties);
      await runBatch(world);
      expect(await status(made)).toBe('ACSC');
    }
  });

  it('shows no other TPP a run, which is of one world', async () => {
    const made = await makeApproved(world, parties);
    const reports = await runBatchUntil(world, async () => (await status(made)) === 'ACSC');
    const runId = reports.at(-1)?.runId ?? '';
    const tpp = await test.newTpp('PSDNO-FSA-700000091', ['PSP_AI']);
    const answer = await tpp.call({ method: 'GET', path: `${runsPath}/${runId}` });
    expect([answer.status, ...codesOf(answer)]).toEqual([404, 'RESOURCE_UNKNOWN']);
  });

  it('knows no run that there is not, and after a reset none from before', async () => {
    const { runId } = await runBatch(world);
    const read = async (id: string) => {
      const answer = await world.tpp.call({ method: 'GET', path: `${runsPath}/${id}` });
      return [answer.status, ...codesOf(answer)];
    };
    const gone = [404, 'RESOURCE_UNKNOWN'];
    expect(await read('2020-01-01-now-9')).toEqual(gone);
    expect(await read('unknown')).toEqual(gone);
    const left = await makeApproved(world, parties);
    await setUpSandbox(world);
    expect(await read(runId)).toEqual(gone);
    const after = await runBatch(world);
    expect(after).toMatchObject({ counts: { due: 0 } });
    world.tpp.actFor(undefined);
    await meetPsu(world, parties.debtor);
    expect((await cancel(left)).status).toBe(404);
  });
});

/** Lets the order book have a payment as if it had missed the run of the day that its TPP asked for. */
async function askedForYesterday(test: TestBank, paymentId: string): Promise<boolean> {
  const own = { applicationName: 'test', migrations: [], poolMax: 1 };
  const database = await openDatabase({ url: test.databaseUrl('batch'), ...own });
  const { rowCount } = await database.pool.query(
    `update order_book set requested_day = $2, received_day = $2
      where payment_id = $1 and status = 'ACTC'`,
    [paymentId, daysLater(dayInOslo(new Date()), -1)],
  );
  await database.close();
  return rowCount === 1;
}
