import { join } from 'node:path';
import { say } from '@nordgate/local/tool';
import { singlePath } from '@nordgate/testing';
import { statusPathOf } from '../get/get-status.bench.js';
import { requestBytes, requestsPerSecond } from '../http-load.js';
import { startBank } from '../peer/contestants.js';
import type { BankContestant, RequestKind } from '../peer/contestants.js';
import { microsecondsOf } from '../peer/peer.bench.js';
import { median } from '../rounds.js';
import { pssKib } from '../start.bench.js';
import { eventsOf, fillEvents } from './filled-events.js';

const kinds = ['POST', 'GET'] as const;
const ratioMax = 1.1;
const goldenRatio = (Math.sqrt(5) - 1) / 2;
const connections = 32;
/** Signed together, so that a million requests never wait in memory. */
const requestsAtOnce = 2000;
const postsPerLine = 100_000;

/** How large the bank becomes. */
interface GrowthRun {
  /** Payments in the bank at each measurement, in rising order. */
  readonly payments: readonly number[];
  /** Events in the table of payments at the last measurement. */
  readonly events: number;
  /** Counted rounds of each measurement. */
  readonly rounds: number;
}

/**
 * The run that the environment asks for: `BENCH_PAYMENTS` (`30000,100000,1000000`), `BENCH_EVENTS` (`10000000`) and
 * `BENCH_ROUNDS` (`7`). V8 has compiled the code after about 30,000 payments: a smaller first size measures a cold process.
 * Throws RangeError for other text than positive integers, and for sizes that do not rise.
 */
function growthRunOf(env: NodeJS.ProcessEnv): GrowthRun {
  const numbersOf = (name: string, usual: string) =>
    (env[name] ?? usual).split(',').map((text) => {
      const value = Number(text);
      if (!Number.isInteger(value) || value < 1) throw new RangeError(`${name} must be 1 or more`);
      return value;
    });
  const payments = numbersOf('BENCH_PAYMENTS', '30000,100000,1000000');
  if (payments.some((size, n) => size <= (payments[n - 1] ?? 0))) {
    throw new RangeError('BENCH_PAYMENTS must rise');
  }
  const [events = 0] = numbersOf('BENCH_EVENTS', '10000000');
  const [rounds = 0] = numbersOf('BENCH_ROUNDS', '7');
  return { payments, events, rounds };
}

/**
 * Processor time of a sealed POST and of a GET of any payment, in a bank that grows, against one that stays small. Each
 * is a process with its PostgreSQL, and they work alternately.
 */
export async function benchGrowth(dataDir: string): Promise<void> {
  const { payments, events, rounds } = growthRunOf(process.env);
  const small = await GrowingBank.start(join(dataDir, 'small'));
  const grown = await GrowingBank.start(join(dataDir, 'grown'));
  try {
    const [first = 0] = payments;
    await small.growTo(first);
    for (const size of payments) {
      await grown.growTo(size);
      say(`${inWords(size)} payments, the process has ${await grown.memory()}`);
      for (const kind of kinds) say(await ratioLine(kind, { small, grown }, rounds));
    }
    await fillEvents(grown.paymentsUrl, events);
    say(`${inWords(await eventsOf(grown.paymentsUrl))} events in the table of payments`);
    for (const kind of kinds) say(await ratioLine(kind, { small, grown }, rounds));
  } finally {
    await Promise.all([small.stop(), grown.stop()]);
  }
}

/** A bank that knows the ids of all its payments. */
class GrowingBank {
  readonly #ids: string[] = [];
  #asked = 0;

  private constructor(private readonly bank: BankContestant) {}

  static async start(dataDir: string): Promise<GrowingBank> {
    return new GrowingBank(await startBank(dataDir, 'on'));
  }

  get paymentsUrl(): string {
    return this.bank.paymentsUrl;
  }

  /** Sends payments until the bank has this many. */
  async growTo(size: number): Promise<void> {
    const { baseUrl } = this.bank.tpp.options;
    while (this.#ids.length < size) {
      const count = Math.min(requestsAtOnce, size - this.#ids.length);
      const requests = Array.from({ length: count }, (_, n) => {
        const call = this.bank.call('POST', n);
        return requestBytes({ ...call, ...this.bank.tpp.signed(call) }, new URL(baseUrl).host);
      });
      const onAnswer = (answer: Buffer) => this.#ids.push(paymentIdIn(answer));
      await requestsPerSecond(baseUrl, requests, { connections, status: 201, onAnswer });
      if (this.#ids.length % postsPerLine === 0)
        say(`   ${inWords(this.#ids.length)} payments sent`);
    }
  }

  /** Processor time of a request, µs; a GET reads any of the payments. */
  async microseconds(kind: RequestKind): Promise<number> {
    const call = (asked: RequestKind, n: number) =>
      asked === 'POST'
        ? this.bank.call('POST', n)
        : { ...this.bank.call('GET', n), path: statusPathOf(this.#ids, this.#nextIndex()) };
    return microsecondsOf({ ...this.bank, call }, kind);
  }

  /** Goes through the whole bank in long steps, so that no payment is read again soon. */
  #nextIndex(): number {
    this.#asked += 1;
    return Math.floor(((this.#asked * goldenRatio) % 1) * this.#ids.length);
  }

  async memory(): Promise<string> {
    return `${((await pssKib(this.bank.pid)) / 1024).toFixed(0)} MiB PSS`;
  }

  stop(): Promise<void> {
    return this.bank.stop();
  }
}

async function ratioLine(
  kind: RequestKind,
  { small, grown }: Readonly<Record<'small' | 'grown', GrowingBank>>,
  rounds: number,
): Promise<string> {
  const seen: { readonly small: number; readonly grown: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const first = round % 2 === 0 ? await small.microseconds(kind) : undefined;
    const ofGrown = await grown.microseconds(kind);
    seen.push({ small: first ?? (await small.microseconds(kind)), grown: ofGrown });
  }
  const ratios = seen.map((one) => one.grown / one.small);
  const middle = median(ratios);
  const spread = `${middle.toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`;
  const verdict = middle <= ratioMax ? 'met' : 'MISSED';
  const medians = (['grown', 'small'] as const).map((name) =>
    median(seen.map((one) => one[name])).toFixed(0),
  );
  return `   ${kind}: ${spread} of the small bank, target at most ${ratioMax.toFixed(2)}: ${verdict} (medians ${medians.join(' against ')} µs)`;
}

function paymentIdIn(answer: Buffer): string {
  const id = /"paymentId":"([^"]+)"/.exec(answer.toString('latin1'))?.[1];
  if (id === undefined) throw new Error(`an answer to ${singlePath} has no paymentId`);
  return id;
}

function inWords(count: number): string {
  return count.toLocaleString('en');
}
