import {
  approveAt,
  batchRunsPath,
  eventually,
  initiate,
  jsonWith,
  makeBasket,
  meetPsu,
  orderBetween,
  runReport,
  setUpSandbox,
  singlePath,
  statusOf,
} from '@nordgate/testing';
import type { MadePayment, RunReport, World } from '@nordgate/testing';
import type { Stores } from '../checker/evidence/databases.js';
import { openDatabases } from '../checker/evidence/databases.js';
import { since } from '../checker/evidence/evidence.js';
import type { Before } from '../checker/evidence/evidence.js';
import { storedEvidence, streamsOfNow } from '../checker/evidence/gather.js';
import { judge } from '../checker/law.js';
import type { Verdict } from '../checker/law.js';
import { laws } from '../checker/laws.js';
import { isAnythingDue } from '../checker/rest.js';

const beyondFunds = { instructedAmount: { amount: '9000000.00', currency: 'NOK' } };
const refusing = { creditorAccount: { bban: '99970000018', currency: 'NOK' } };
/** Four payments that succeed, one without funds, and one that the bank of the creditor refuses. */
const changes: readonly object[] = [{}, {}, beyondFunds, {}, refusing, {}];
/** What becomes of them. */
const ends = ['ACSC', 'ACSC', 'ACCP', 'ACSC', 'RJCT', 'ACSC'];

/** Approved payments of a bank, and the run that executes them while the bank is killed. */
export class RunToKill {
  private readonly request = { 'x-request-id': crypto.randomUUID() };

  private constructor(
    private readonly world: World,
    private readonly stores: Stores,
    private readonly payments: readonly MadePayment[],
    private readonly before: Before,
  ) {}

  /** Resets the sandbox; a PSU approves six payments in a basket, and batch knows it. */
  static async prepare(world: World, stores: Stores): Promise<RunToKill> {
    const [debtor, creditor] = await setUpSandbox(world);
    if (debtor === undefined || creditor === undefined) throw new Error('no customers');
    await meetPsu(world, debtor);
    const before = await streamsOfNow(stores);
    const payments: MadePayment[] = [];
    for (const change of changes) {
      const order = orderBetween({ debtor, creditor }, change);
      payments.push(await initiate(world, singlePath, order));
    }
    const { scaHref } = await makeBasket(world, payments);
    await approveAt(world, scaHref, debtor);
    await eventually('all payments are due', () => isAnythingDue(stores, changes.length));
    return new RunToKill(world, stores, payments, before);
  }

  /** Asks for the run. A repeat is the same request. @returns its id; undefined without an answer */
  async ask(): Promise<string | undefined> {
    const call = { method: 'POST', path: batchRunsPath, headers: this.request } as const;
    const answer = await this.world.tpp.call(call).catch(() => undefined);
    if (answer === undefined || answer.status === 503) return undefined;
    return jsonWith<{ runId: string }>(answer, 202).runId;
  }

  /** Asks again until the run is acknowledged, and waits until it has ended. @returns its report */
  async finish(): Promise<RunReport> {
    let runId: string | undefined;
    await eventually('the run is acknowledged', async () => {
      runId = await this.ask();
      return runId !== undefined;
    });
    const report = () => runReport(this.world, runId ?? '');
    await eventually('the run ends', async () => (await report()).status === 'completed', limits);
    const statuses = () =>
      Promise.all(
        this.payments.map(({ paymentId }) => statusOf(this.world, singlePath, paymentId)),
      );
    const all = async () => (await statuses()).join() === ends.join();
    await eventually('every payment has its end', all, limits);
    return report();
  }

  /** The laws of the stores on everything since the payments were made. */
  async verdict(runId: string): Promise<Verdict> {
    const databases = await openDatabases(this.stores);
    try {
      const evidence = await storedEvidence(databases);
      const own = laws.filter(({ id, promise }) => ids.includes(id) && promise !== onTopics);
      return judge(own, since(this.before, { ...evidence, runs: [runId] }));
    } finally {
      await databases.close();
    }
  }
}

const limits = { limitMs: 60_000, everyMs: 50 };
/** The laws that need no history of requests, and of L2 what needs no topic. */
const ids: readonly string[] = ['L2', 'L4', 'L8', 'L9', 'L10', 'L11'];
const onTopics = 'stored: on the topic, in order';
