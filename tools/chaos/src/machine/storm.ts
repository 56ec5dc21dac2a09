import { readFile } from 'node:fs/promises';
import type { Far, Network } from './network.js';

/** What had been sent to servers of a kind at a moment. */
export interface Traffic {
  /** Connections, and pieces of requests. */
  readonly sent: number;
  /** Connections that were refused, of all processes of the machine. */
  readonly refused: number;
  /** `performance.now()`. */
  readonly at: number;
}

/** No client may send so many times as much as before, because it has no answers. */
const timesMax = 5;
/** A bank at rest sends little, and may send this much a second more when it has something to do. */
const moreMax = 100;

/** What was sent to servers of a kind until now. */
export async function trafficTo(to: Far, network: Network): Promise<Traffic> {
  return { sent: network.sentTo(to), refused: await refusedConnections(), at: performance.now() };
}

/**
 * Whether clients of servers in trouble ask again and again: what it was, or undefined without a storm.
 *
 * @param openedAt `performance.now()` when nothing had been sent yet
 * @param begun when the trouble began
 * @param over when it was over
 */
export function stormIn(
  to: Far,
  {
    openedAt,
    begun,
    over,
  }: { readonly openedAt: number; readonly begun: Traffic; readonly over: Traffic },
): string | undefined {
  const before = begun.sent / secondsBetween(openedAt, begun.at);
  const asked = over.sent - begun.sent + over.refused - begun.refused;
  const during = asked / secondsBetween(begun.at, over.at);
  if (during <= timesMax * before + moreMax) return undefined;
  return `a storm of requests to ${to}: ${during.toFixed(0)} a second, ${before.toFixed(0)} before`;
}

function secondsBetween(from: number, to: number): number {
  return Math.max((to - from) / 1000, 1);
}

/** Linux counts the connections that did not come about (`AttemptFails` of RFC 4022). */
async function refusedConnections(): Promise<number> {
  const [names = [], values = []] = (await readFile('/proc/net/snmp', 'utf8'))
    .split('\n')
    .filter((line) => line.startsWith('Tcp:'))
    .map((line) => line.split(' '));
  return Number(values[names.indexOf('AttemptFails')] ?? 0);
}
