import { join } from 'node:path';
import { requestBytes, requestsPerSecond } from '../http-load.js';
import { median } from '../rounds.js';
import { startBank, startPeer } from './contestants.js';
import type { Contestant, RequestKind } from './contestants.js';
import { processorSeconds, untilIdle } from './process-time.js';

const connections = 32;
const requestsPerRound = 1500;
const statuses = { POST: 201, GET: 200 } as const;
/** Of the peer's processor time for the same request. */
const targets = { POST: 0.4, GET: 0.35 } as const;
const kinds = ['POST', 'GET'] as const;

/** How long the bench takes; a short run says less. */
export interface PeerRun {
  /** Counted rounds. */
  readonly rounds: number;
  /**
   * Requests of each kind to each server before the first counted round. The compiler of V8 works for the bank until about
   * 42,000 POSTs (docs/adr/0053-processor-time-of-a-request.md), and for the peer, which has less code, for fewer.
   */
  readonly warmUp: number;
}

/** The run that the environment asks for: `BENCH_ROUNDS` and `BENCH_WARM_UP`. Throws RangeError for other text than a number. */
export function peerRunOf(env: NodeJS.ProcessEnv): PeerRun {
  const numberOf = (name: string, usual: number) => {
    const value = Number(env[name] ?? usual);
    if (!Number.isInteger(value) || value < 1) throw new RangeError(`${name} must be 1 or more`);
    return value;
  };
  return { rounds: numberOf('BENCH_ROUNDS', 7), warmUp: numberOf('BENCH_WARM_UP', 42_000) };
}

/**
 * Processor time of a request in the bank, sealed and unsealed, against a plain CRUD server. Each server has its
 * own PostgreSQL, whose time counts too. One server works while the others are idle.
 *
 * @returns a line per kind of request and seal: the ratio to the peer of the same round
 */
export async function peerFigures(dataDir: string, run: PeerRun): Promise<string[]> {
  const sealed = await startBank(join(dataDir, 'sealed'), 'on');
  const unsealed = await startBank(join(dataDir, 'unsealed'), 'off');
  const peer = await startPeer(join(dataDir, 'peer'), sealed.tpp.options.identity);
  const all = { sealed, unsealed, peer };
  try {
    const lines: string[] = [];
    for (const kind of kinds) lines.push(...(await linesOf(kind, all, run)));
    return lines;
  } finally {
    await Promise.all(Object.values(all).map((one) => one.stop()));
  }
}

type Contestants = Readonly<Record<'sealed' | 'unsealed' | 'peer', Contestant>>;
const names = ['sealed', 'unsealed', 'peer'] as const;

async function linesOf(
  kind: RequestKind,
  all: Contestants,
  { rounds, warmUp }: PeerRun,
): Promise<string[]> {
  for (const name of names) {
    for (let sent = 0; sent < warmUp; sent += requestsPerRound) {
      await microsecondsOf(all[name], kind, Math.min(requestsPerRound, warmUp - sent));
    }
  }
  const seen: Record<(typeof names)[number], number[]> = { sealed: [], unsealed: [], peer: [] };
  for (let round = 0; round < rounds; round += 1) {
    // Every other round the other way round, so that no server always follows the same one.
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      seen[name].push(await microsecondsOf(all[name], kind, requestsPerRound));
    }
  }
  const ofPeer = median(seen.peer).toFixed(0);
  return (['sealed', 'unsealed'] as const).map((name) => {
    const ratios = seen[name].map((us, round) => us / (seen.peer[round] ?? Number.NaN));
    const spread = `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`;
    const target = targets[kind];
    const verdict = median(ratios) <= target ? 'met' : 'MISSED';
    const goal = name === 'sealed' ? `, target at most ${target.toFixed(2)}: ${verdict}` : '';
    return `${kind} ${name}: ${spread} of the peer's processor time${goal}\n   medians ${median(seen[name]).toFixed(0)} against ${ofPeer} µs a request, ${String(connections)} connections`;
  });
}

/** Processor time per answered request, µs. They are signed before the measurement. */
export async function microsecondsOf(
  one: Contestant,
  kind: RequestKind,
  count = requestsPerRound,
): Promise<number> {
  const { baseUrl } = one.tpp.options;
  const requests = Array.from({ length: count }, (_, n) => {
    const call = one.call(kind, n);
    return requestBytes({ ...call, ...one.tpp.signed(call) }, new URL(baseUrl).host);
  });
  await untilIdle(one);
  const before = await processorSeconds(one);
  await requestsPerSecond(baseUrl, requests, { connections, status: statuses[kind] });
  await untilIdle(one);
  return (((await processorSeconds(one)) - before) / count) * 1e6;
}
