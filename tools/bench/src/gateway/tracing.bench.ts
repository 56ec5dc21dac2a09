import type { Comparison } from '../rounds.js';
import { startTraceSink } from '../trace-sink.js';
import { BenchedServer } from './gateway.bench.js';

/** The layout of its memory and its compiled code make a process up to a tenth slower than another of the same kind. */
const pairs = 9;
/** Many rounds of about a tenth of a second: other work of the machine then spoils few of them, and both sides alike. */
const roundsOfPair = 15;
const requestsPerRound = 1000;
/**
 * Until the JIT compiler has optimised both sides. The rare requests that are recorded throw optimised code away, so the
 * traced side needs longer: after 12,000 requests it cost a tenth more than after 40,000.
 */
const warmUps = 50;

/** The gateway that records this share of all traces, against the same without tracing, by processor time. */
export async function tracingBench(
  share: number,
  target: number,
): Promise<Comparison & { stop(): Promise<void> }> {
  const sink = await startTraceSink();
  const traced = new Successors([sink.endpoint, share]);
  const untraced = new Successors([]);
  return {
    name: `gateway that records ${String(share * 100)} % of all traces, per processor second`,
    target,
    rounds: pairs * roundsOfPair,
    warmUps: 0,
    against: 'the same without tracing',
    ours: () => traced.rate(),
    baseline: () => untraced.rate(),
    stop: async () => {
      await Promise.all([traced.stop(), untraced.stop()]);
      sink.stop();
    },
  };
}

/** Servers of one kind, one after the other, each for some rounds. */
class Successors {
  private server: BenchedServer | undefined;
  private roundsLeft = 0;

  constructor(private readonly tracing: Parameters<typeof BenchedServer.start>[1]) {}

  async rate(): Promise<number> {
    const server = this.roundsLeft === 0 ? await this.next() : this.server;
    this.roundsLeft -= 1;
    return server?.rate() ?? Number.NaN;
  }

  async stop(): Promise<void> {
    await this.server?.stop();
  }

  private async next(): Promise<BenchedServer> {
    await this.stop();
    this.server = await BenchedServer.start('ours', this.tracing, requestsPerRound);
    for (let round = 0; round < warmUps; round += 1) await this.server.rate();
    this.roundsLeft = roundsOfPair;
    return this.server;
  }
}
