import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Comparison } from '../rounds.js';
import { startTraceSink } from '../trace-sink.js';
import { startBank } from './contestants.js';
import type { Contestant } from './contestants.js';
import { microsecondsOf } from './peer.bench.js';

/** Who sees the traces: people in a console, or a Collector that gets the share of a bank of several processes. */
const settingsOf = {
  kept: () => ({ TRACES_KEPT: '500' }),
  sent: (endpoint: string) => ({
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint,
    TRACES_PERCENT: '1',
    TRACES_KEPT: '0',
  }),
};

/** The layout of its memory and its compiled code make a process up to a tenth slower than another of the same kind. */
const pairs = 5;
const roundsOfPair = 9;
/** V8 has compiled the code of a POST after about 30,000 of them. */
const warmUpRequests = 30_000;

/**
 * The one-process bank with traces against the same without tracing, by the processor time of a POST with all that it sets
 * in motion and with PostgreSQL. Takes about a quarter of an hour.
 *
 * @param traces `kept` as in a sandbox: at the rate of a bench about one trace of twenty is recorded whole; or `sent` to a
 *   Collector, one of a hundred. Others are recorded where a request fails or is slow.
 */
export async function tracedBankBench(
  dataDir: string,
  traces: keyof typeof settingsOf,
): Promise<Comparison & { stop(): Promise<void> }> {
  const sink = await startTraceSink();
  const traced = new Successors(join(dataDir, 'traced'), settingsOf[traces](sink.endpoint));
  const untraced = new Successors(join(dataDir, 'untraced'), { TRACES_KEPT: '0' });
  return {
    name: `POST to a bank whose traces are ${traces}, per processor second`,
    target: 0.95,
    rounds: pairs * roundsOfPair,
    warmUps: 0,
    against: 'the same without tracing',
    ours: () => traced.perSecond(),
    baseline: () => untraced.perSecond(),
    stop: async () => {
      await Promise.all([traced.stop(), untraced.stop()]);
      sink.stop();
    },
  };
}

/** Banks of one kind, one after the other, each for some rounds. */
class Successors {
  private bank: Contestant | undefined;
  private roundsLeft = 0;

  constructor(
    private readonly dataDir: string,
    private readonly settings: Readonly<Record<string, string>>,
  ) {}

  /** POSTs per second of processor time. */
  async perSecond(): Promise<number> {
    const bank = this.roundsLeft === 0 || this.bank === undefined ? await this.next() : this.bank;
    this.roundsLeft -= 1;
    return 1e6 / (await microsecondsOf(bank, 'POST'));
  }

  async stop(): Promise<void> {
    await this.bank?.stop();
  }

  private async next(): Promise<Contestant> {
    await this.stop();
    await rm(this.dataDir, { recursive: true, force: true });
    const bank = await startBank(this.dataDir, 'on', this.settings);
    const requests = 1500;
    for (let sent = 0; sent < warmUpRequests; sent += requests) {
      await microsecondsOf(bank, 'POST', requests);
    }
    this.bank = bank;
    this.roundsLeft = roundsOfPair;
    return bank;
  }
}
