import { join } from 'node:path';
import { carryingAccounts } from '@nordgate/accounts/carry-forward.work';
import { dayInOslo } from '@nordgate/contracts/rules';
import { exportEvents, FolderStore } from '@nordgate/event-store';
import { startEmbeddedServer } from '@nordgate/local/postgres';
import { say } from '@nordgate/local/tool';
import { carryAll } from '@nordgate/service';
import type { StartWork } from '@nordgate/service';
import { accountIdAt, accountReport, CoreAccounts } from '../core-accounts.js';
import { NightlyClock } from '../nightly-clock.js';
import { NightlyReport } from '../nightly-report.js';
import type { NightlyParts, NightlyPlace } from '../nightly-report.js';
import { categoryIn, tableSizes } from '../table-sizes.js';
import {
  balancesIn,
  driftedAccounts,
  eventsIn,
  readOne,
  readPages,
  rebuildTransactions,
  sumOf,
  transactionsIn,
  untilProjected,
} from './account-checks.js';
import { archivePayments } from './archived-payments.js';
import { fillEntries } from './filled-entries.js';
import { booksOf, ReportedBooks } from './reported-books.js';

/** The least that a profile allows. */
const heldMonths = 14;
/** Nothing is dropped as long as the core reports. */
const bookedMonths = 15;
/** Of the bookings. Each month after them drops the first one that is left. */
const droppedMonths = 2;
/** Longer than each month: the clock goes into the next one. */
const monthDays = 31;
const reportsAtOnce = 2000;
const sampleMax = 40;
const entriesPerPayment = 50;
const always = new AbortController().signal;

/**
 * Lets a core report entries over 15 months, reads them, rebuilds what was made of them, and drops what is older than 14 months; then
 * executes, exports, archives, deletes and restores payments. Prints each phase, and what holds.
 *
 * @returns whether every check held
 */
export async function runEntries(
  { entries, reported }: EntriesSize,
  place: NightlyPlace,
): Promise<boolean> {
  const { dataDir, clocksDir } = place;
  const log = () => undefined;
  const postgres = { dataDir: join(dataDir, 'postgres'), durable: false, log };
  const server = await startEmbeddedServer(postgres);
  const report = new NightlyReport();
  try {
    const clock = new NightlyClock(clocksDir, server.url('postgres'));
    for (const name of ['core', 'neighbour']) await server.ensureDatabase(name);
    const run = await EntriesRun.start({ ...place, server, clock, report }, { entries, reported });
    try {
      await run.load();
      await run.read();
      await run.rebuild();
      await run.drop();
      await run.repeat();
    } finally {
      await run.stop();
    }
    const payments = Math.max(1, Math.floor(entries / entriesPerPayment));
    await archivePayments({ dataDir, server, clock, report }, payments);
  } finally {
    await server.stop();
  }
  say(report.hasHeld ? 'everything held' : 'SOMETHING DID NOT HOLD');
  return report.hasHeld;
}

/** How many entries there are, and how many of them take the real path. */
export interface EntriesSize {
  readonly entries: number;
  readonly reported: number;
}

type CarryingService = Parameters<StartWork>[0];

class EntriesRun {
  private readonly books: ReportedBooks;
  private firstDay = '';

  private constructor(
    private readonly parts: NightlyParts,
    private readonly core: CoreAccounts,
    private readonly service: CarryingService,
    { entries, reported }: EntriesSize,
  ) {
    this.books = new ReportedBooks(booksOf(entries, reported, bookedMonths));
  }

  static async start(parts: NightlyParts, size: EntriesSize): Promise<EntriesRun> {
    let service: CarryingService | undefined;
    // The run decides when accounts are carried forward.
    const work: StartWork = (running) => {
      service = running;
      return { stop: () => Promise.resolve() };
    };
    const { server } = parts;
    const [url, neighbourUrl] = [server.url('core'), server.url('neighbour')];
    const core = await CoreAccounts.start({ url, neighbourUrl, months: heldMonths, work });
    if (service === undefined) throw new Error('accounts has no work');
    return new EntriesRun(parts, core, service, size);
  }

  stop(): Promise<void> {
    return this.core.stop();
  }

  /** By the real path as far as the size says: a report of the core, its command, an event, and a row. */
  async load(): Promise<void> {
    const { report, clock } = this.parts;
    const { accounts, months } = this.books.size;
    const { perMonth } = this.books;
    await report.phase('load', async () => {
      const started = performance.now();
      const byReport = this.books.reportedPerMonth * months;
      say(`   ${String(byReport)} entries are reported, the others are filled in by SQL`);
      const opened = Array.from({ length: accounts }, (_, n) => accountReport(n));
      await this.core.follow(opened);
      for (let month = 0; month < months; month += 1) {
        if (month > 0) await clock.move(monthDays);
        await this.loadMonth(month);
        await this.carry();
        say(
          `   month ${String(month + 1)} of ${String(months)}, ${this.rateOf(started, perMonth * (month + 1))}`,
        );
      }
      await untilProjected(this.core, perMonth * months);
      return this.rateOf(started, perMonth * months);
    });
    say(`   ${await this.bytes()}`);
  }

  private async loadMonth(month: number): Promise<void> {
    const day = dayInOslo(new Date());
    if (month === 0) this.firstDay = day;
    const { perMonth, reportedPerMonth: reported, size } = this.books;
    for (let from = 0; from < reported; from += reportsAtOnce)
      await this.core.follow(this.books.reports(month, day, from, reportsAtOnce));
    const { accounts } = size;
    await fillEntries(this.core, { month, day, accounts, from: reported, to: perMonth });
  }

  /** Carries accounts forward, after the export has read everything: a reader that is behind would hold them back. */
  private async carry() {
    const { dataDir } = this.parts;
    const store = new FolderStore(join(dataDir, 'core-export'));
    await exportEvents({ database: this.core.database, service: 'accounts', store }, always);
    return carryAll(carryingAccounts(this.service, heldMonths), always);
  }

  /** Pages, filters and single transactions of some accounts, against the sums of the core. */
  async read(): Promise<void> {
    const { report } = this.parts;
    const { accounts, months } = this.books.size;
    const sample = Math.min(sampleMax, accounts);
    const seen = { pages: [0, 0], filtered: [0, 0], single: 0 };
    const wanted = { pages: [0, 0], filtered: [0, 0], single: 0 };
    await report.phase('read', async () => {
      for (let n = 0; n < sample; n += 1) {
        const account = `account-${accountIdAt(n)}`;
        const all = await readPages(this.core, account);
        const filtered = await readPages(this.core, account, this.firstDay);
        const { count, sum } = this.books.ofAccount(n);
        add(seen.pages, all.length, sumOf(all));
        add(seen.filtered, filtered.length, sumOf(filtered));
        add(wanted.pages, count * months, sum * months);
        add(wanted.filtered, count, sum);
        for (const one of [all[0], all.at(-1)].filter((found) => found !== undefined)) {
          const found = await readOne(this.core, account, one);
          seen.single += Number(found?.amount ?? 0);
          wanted.single += Number(one.amount);
        }
      }
      return `${String(seen.pages[0])} transactions of ${String(sample)} accounts`;
    });
    report.check('transactions read, and their sums', seen, wanted);
  }

  async rebuild(): Promise<void> {
    const { report } = this.parts;
    const before = await transactionsIn(this.core);
    await report.phase('rebuild', async () => {
      await rebuildTransactions(this.core);
      return `${String(before.rows)} rows`;
    });
    report.check('transactions after the rebuild', await transactionsIn(this.core), before);
    report.check('accounts that differ from their events', await driftedAccounts(this.core), []);
  }

  /** The months pass, and each carries the accounts forward. */
  async drop(): Promise<void> {
    const { report, clock } = this.parts;
    await report.phase('carry forward and drop', async () => {
      let dropped = 0;
      for (let month = 0; month < droppedMonths; month += 1) {
        await clock.move(monthDays);
        dropped += (await this.carry()).dropped;
      }
      return `${String(dropped)} times the history of an account`;
    });
    say(`   ${await this.bytes()}`);
    const { accounts } = this.books.size;
    const { rows } = await transactionsIn(this.core);
    const held = this.books.perMonth * (bookedMonths - droppedMonths);
    report.check('transactions held', rows, held);
    // The first event that carries forward goes with the second month.
    const events = held + accounts * (bookedMonths + droppedMonths - 1);
    report.check('events held', await eventsIn(this.core), events);
    report.check('balances that differ from the core', await this.wrongBalances(), []);
  }

  /** The core reports entries once more that the bank has dropped. */
  async repeat(): Promise<void> {
    const { report } = this.parts;
    const before = await eventsIn(this.core);
    const reports = this.books.reports(0, this.firstDay, 0, reportsAtOnce);
    await report.phase('repeat', async () => {
      await this.core.follow(reports);
      return `${String(reports.length)} dropped entries reported again`;
    });
    report.check('events after the repeat', await eventsIn(this.core), before);
    report.check('balances that differ after the repeat', await this.wrongBalances(), []);
  }

  private async wrongBalances(): Promise<readonly string[]> {
    const found = await balancesIn(this.core);
    const expected = [...this.books.balances()];
    return expected.flatMap(([stream, sum]) => (found.get(stream) === sum ? [] : [stream]));
  }

  private async bytes(): Promise<string> {
    const sizes = await tableSizes('accounts', this.parts.server.url('core'));
    const shown = ['es.event', 'es.stream', 'es.inbox', 'public.transaction_place'].map((name) => {
      const size = sizes.get(`accounts ${name}`);
      return `${name} ${inMb(size?.bytes ?? 0)} (${String(size?.rows ?? 0)} rows)`;
    });
    // The table of events has those of each category.
    const ofTables = [...sizes].filter(([name]) => categoryIn(name) === undefined);
    const all = ofTables.reduce((sum, [, { bytes }]) => sum + bytes, 0);
    return `MB after a vacuum: all ${inMb(all)}, ${shown.join(', ')}`;
  }

  private rateOf(started: number, entries: number): string {
    const rate = (1000 * entries) / (performance.now() - started);
    return `${entries.toLocaleString('en')} entries on ${String(this.books.size.accounts)} accounts, ${rate.toFixed(0)} a second`;
  }
}

function add(sums: number[], ...values: readonly number[]): void {
  values.forEach((value, at) => (sums[at] = (sums[at] ?? 0) + value));
}

const inMb = (bytes: number) => (bytes / 1_000_000).toFixed(1);
