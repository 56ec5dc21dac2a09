import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppName } from '@nordgate/local/cluster';
import { run } from '@nordgate/local/programs';
import { services } from '@nordgate/standalone/config';
import type { ProductionBank } from '@nordgate/standalone/production-bank';
import { ola } from '@nordgate/standalone/production-customers';
import { Load } from '@nordgate/standalone/repeated-load';
import { instantPath, singlePath } from '@nordgate/testing';
import { repository } from '../releases.js';
import { meetCustomers } from './bank-customers.js';
import type { BankCustomers } from './bank-customers.js';
import { programOf } from './built-release.js';
import { faultIn, fromOla, Journeys } from './journeys.js';
import type { OpenMatters } from './journeys.js';
import { PaymentsBook } from './payments-book.js';
import { TransactionsBook } from './transactions-book.js';
import { orderOf } from './upgrade-options.js';
import type { Turn } from './upgrade-options.js';
import type { Attempt, ParkedMessages, UpgradeEvidence } from './upgrade-evidence.js';
import type { PhaseRow } from './upgrade-report.js';

interface PlayOptions {
  /** A bank whose apps have the programs of the old release. */
  readonly bank: ProductionBank;
  /** The folder of the old release. */
  readonly old: string;
  readonly turns: readonly Turn[];
  readonly order: readonly AppName[];
  readonly say: (line: string) => void;
}

export interface UpgradeResult {
  readonly rows: readonly PhaseRow[];
  readonly evidence: UpgradeEvidence;
}

/** Calm load between two replacements. */
const settleMs = 3000;
const afterWorkMs = 300;

/**
 * Replaces the apps of a bank under load, turn by turn. In each turn customers end what the phases before have left open.
 *
 * @throws Error when the bank cannot be loaded: then nothing can be judged
 */
export async function playUpgrade(options: PlayOptions): Promise<UpgradeResult> {
  const { bank, say, turns } = options;
  const customers = await meetCustomers(bank);
  const payments = new PaymentsBook();
  const transactions = new TransactionsBook();
  const journeys = new Journeys({ customers, payments, transactions, say });
  const play = new UpgradePlay(options, { customers, payments, journeys });
  await journeys.consent();
  let open = await journeys.begin('the old release');
  await journeys.read('the old release');
  for (const [at, turn] of turns.entries())
    open = await play.turn(`${turn} ${String(at + 1)}`, turn, open);
  await journeys.finish(open, 'the end');
  await journeys.read('the end');
  await payments.readAll('the end');
  await payments.awaitExecutions('the end');
  await payments.showAll();
  const { links, steps } = journeys;
  return {
    rows: play.rows,
    evidence: {
      ...{ payments: payments.records, transactions: transactions.records },
      ...{ links, journeys: steps, parked: play.parked, replacements: play.replacements },
    },
  };
}

interface Players {
  readonly customers: BankCustomers;
  readonly payments: PaymentsBook;
  readonly journeys: Journeys;
}

class UpgradePlay {
  readonly rows: PhaseRow[] = [];
  readonly parked: ParkedMessages[] = [];
  readonly replacements: Attempt[] = [];

  constructor(
    private readonly options: PlayOptions,
    private readonly players: Players,
  ) {}

  /** One turn with what it ends. Returns what the release after it has left open. */
  async turn(phase: string, turn: Turn, open: OpenMatters): Promise<OpenMatters> {
    const { journeys, payments } = this.players;
    const { order, say } = this.options;
    say(`${phase}: ${orderOf(turn, order).join(', ')}`);
    const mixed = await this.underLoad(phase, () => this.replaceAll(phase, turn));
    for (const matters of [open, mixed]) await journeys.finish(matters, phase);
    await journeys.read(phase);
    await payments.readAll(phase);
    await this.lookForParked(phase);
    return journeys.begin(phase);
  }

  /** Replaces each app. In the middle of it customers begin something on both releases. */
  private async replaceAll(phase: string, turn: Turn): Promise<OpenMatters> {
    const apps = orderOf(turn, this.options.order);
    const half = Math.ceil(apps.length / 2);
    if (turn === 'forth') for (const app of services) await this.migrate(app);
    for (const app of apps.slice(0, half)) await this.replace(app, turn);
    const mixed = await this.players.journeys.begin(`the middle of ${phase}`);
    for (const app of apps.slice(half)) await this.replace(app, turn);
    return mixed;
  }

  /** As the job of the release does, while the processes of the other one run. */
  private async migrate(app: AppName): Promise<void> {
    const env = { ...process.env, NODE_OPTIONS: '', ...this.options.bank.environments.get(app) };
    const program = join(repository, 'apps', app, 'dist', 'migrate.js');
    await this.attempt(`${app}: the database is migrated`, () =>
      run(process.execPath, [program], { cwd: repository, env }),
    );
  }

  private async replace(app: AppName, turn: Turn): Promise<void> {
    const { bank, old } = this.options;
    const process = bank.processOf(app);
    const to = turn === 'forth' ? 'this tree' : 'the old release';
    await this.attempt(`${app}: ${to}`, async () => {
      const code = await process.stop();
      process.use(turn === 'forth' ? undefined : { file: programOf(old, app), env: {} });
      await process.start();
      if (code !== 0) throw new Error(`the process before ended with ${String(code)}`);
    });
    await sleep(settleMs);
  }

  private async underLoad<T>(phase: string, work: () => Promise<T>): Promise<T> {
    const { customers, payments } = this.players;
    const load = new Load(loadOf(customers, payments));
    const started = performance.now();
    const before = { ...payments.counts, repeats: customers.repeats.count };
    try {
      return await work();
    } finally {
      await load.stop();
      const { made, approved } = payments.counts;
      const row: PhaseRow = {
        ...{ phase, seconds: (performance.now() - started) / 1000 },
        ...{ made: made - before.made, approved: approved - before.approved },
        ...{ repeats: customers.repeats.count - before.repeats, failed: load.errors.length },
      };
      this.rows.push(row);
      const reasons = new Set(load.errors.map((error) => faultIn(error).slice(0, 200)));
      for (const reason of [...reasons].slice(0, 3))
        this.options.say(`  a customer gave up: ${reason}`);
    }
  }

  private async lookForParked(when: string): Promise<void> {
    const { bank, say } = this.options;
    for (const app of services) {
      const messages = await bank.parkedOf(app);
      this.parked.push({ when, app, messages });
      for (const message of messages) say(`  parked in ${app}: ${message}`);
    }
  }

  private async attempt(what: string, work: () => Promise<unknown>): Promise<void> {
    const fault = await work().then(() => undefined, faultIn);
    this.replacements.push({ what, fault });
    this.options.say(fault === undefined ? `  ok     ${what}` : `  FAILED ${what}: ${fault}`);
  }
}

/** A payment that nobody approves, and one that its PSU approves, again and again. */
function loadOf({ payer, psu }: BankCustomers, book: PaymentsBook) {
  const works = [
    () => book.make(payer, singlePath, fromOla('10.00')),
    async () => {
      const payment = await book.make(payer, instantPath, fromOla('1.00'));
      await psu(ola).approveAt(payment.scaHref);
      book.approved(payment);
    },
  ];
  // A work that fails at once would repeat without an end while the site is replaced.
  return works.map((work) => async () => {
    try {
      await work();
    } finally {
      await sleep(afterWorkMs);
    }
  });
}
