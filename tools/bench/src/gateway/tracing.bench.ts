import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Comparison } from '../rounds.js';
import { BenchedServer } from './gateway.bench.js';

/** Many rounds of about a tenth of a second: other work of the machine then spoils few of them, and both sides alike. */
const rounds = 101;
const requestsPerRound = 1000;
/** Until the JIT compiler has optimised both sides: as many requests as before, in shorter rounds. */
const warmUps = 12;

/** The gateway that records this share of all traces, against the same without tracing, by processor time. */
export async function tracingBench(
  share: number,
  target: number,
): Promise<Comparison & { stop(): Promise<void> }> {
  const collector = createServer((request, answer) => {
    request.resume();
    request.once('end', () =>
      answer.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    );
  });
  await new Promise<void>((listening) => collector.listen(0, '127.0.0.1', listening));
  const { port } = collector.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${String(port)}/v1/traces`;
  const [traced, untraced] = await Promise.all([
    BenchedServer.start('ours', [endpoint, share], requestsPerRound),
    BenchedServer.start('ours', [], requestsPerRound),
  ]);
  return {
    name: `gateway that records ${String(share * 100)} % of all traces, per processor second`,
    target,
    rounds,
    warmUps,
    against: 'the same without tracing',
    ours: () => traced.rate(),
    baseline: () => untraced.rate(),
    stop: async () => {
      await Promise.all([traced.stop(), untraced.stop()]);
      collector.closeAllConnections();
      collector.close();
    },
  };
}
